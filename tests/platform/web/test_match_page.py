"""The page of a match and the list of all: what they say to whom, with and without a result."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from matches import organising, planning, services, settlement
from matches.models import Match, MatchStatus, RatingChange, Reproduction, ReproductionStatus
from moonladder.ladders.models import BlockKind, Ladder
from moonladder.web import paging
from tests.matches import arena, shelf
from tests.platform.web.reading import as_, text, words

ORGANISER = {"username": "organiser", "is_staff": True}


def text_of(match: Match, user: User | None = None) -> str:
    """The page as somebody reads it."""
    return words(text(as_(user), f"/matches/{match.ladder.slug}/{match.number}/"))


def settle(match: Match) -> None:
    settlement.ladder_settle(ladder_id=match.ladder_id)


@pytest.fixture
def finished(db: None) -> Match:
    """A settled match of Shamans, not drawn to be played again."""
    match = shelf.lively_match("shamans")
    settle(match)
    return match


@pytest.fixture
def waiting(db: None) -> Match:
    """A match that nobody plays yet."""
    block = planning.ranked_plan(ladder=shelf.make_ladder("shamans"))
    assert block is not None
    return Match.objects.select_related("ladder").get(block=block, part=0)


# ── a match that is over ──────────────────────────────────────────────────────────────────────


def test_the_verdicts_tell_places_seats_roles_and_faults(finished: Match) -> None:
    text = text_of(finished)
    for seat in finished.table.select_related("version__bot__owner"):
        name = f"{seat.version.bot.owner.username}/ {seat.version.bot.name}"
        assert f"{seat.placement}. {name} v1 {seat.number} {seat.role_end}" in text
    assert "1 strike" in text


def test_why_each_rating_moved_is_told_in_numbers(finished: Match) -> None:
    text = text_of(finished)
    for row in RatingChange.objects.filter(match=finished):
        assert f"{row.before:.1f} {row.expected:.3f} {row.scored:.3f} 16 " in text
        assert f" {row.after:.1f}" in text


def test_a_match_taken_out_and_put_back_tells_all_three_moves(finished: Match) -> None:
    organiser = User.objects.create(**ORGANISER)
    finished.refresh_from_db()
    organising.match_exclude(match=finished, actor=organiser, reason="a doubt")
    assert "does not count" in text_of(finished)
    finished.refresh_from_db()
    organising.match_restore(match=finished, actor=organiser, reason="no doubt")
    text = text_of(finished)
    for title in ("was settled", "was taken out of the ratings", "was put back"):
        assert title in text


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (BlockKind.RANKED, "Ratings move in the order of matches"),
        (BlockKind.CHALLENGE, "This match was asked for by somebody: it moves no rating."),
        (BlockKind.BATCH, "This match belongs to a batch: it moves no rating."),
    ],
)
def test_where_no_rating_moved_the_page_says_why(db: None, kind: str, sentence: str) -> None:
    match = shelf.lively_match("shamanix")
    Match.objects.filter(pk=match.pk).update(kind=kind)
    assert sentence in text_of(match)


def test_the_seed_the_fingerprint_and_the_other_rotations_are_there(finished: Match) -> None:
    answer = Client().get(f"/matches/shamans/{finished.number}/").content.decode()
    assert f'data-copy="{finished.block.seed}"' in answer
    assert f'data-copy="{finished.fingerprint}"' in answer
    for number in (2, 3):
        assert f'href="/matches/shamans/{number}/"' in answer


def test_what_happened_is_told_in_sentences_without_any_script(finished: Match) -> None:
    text = text_of(finished)
    assert "The match in words" in text
    assert "The pawn moves on 1 step" in text
    assert "You are a" not in text


def test_logs_are_read_by_their_owners_and_organisers_alone(finished: Match) -> None:
    organiser = User.objects.create(**ORGANISER)
    for seat in range(3):
        log = shelf.log_of(seat).splitlines()[0]
        assert log not in text_of(finished)
        for other in range(3):
            assert (log in text_of(finished, shelf.owner_of(finished, other))) == (seat == other)
        assert log in text_of(finished, organiser)


def test_the_details_of_a_fault_are_for_its_owner(finished: Match) -> None:
    finished.table.filter(number=1).update(fault="crash:exit 1", fault_detail="the very reason")
    assert "out: crash:exit 1" in text_of(finished)
    assert "the very reason" not in text_of(finished, shelf.owner_of(finished, 0))
    assert "the very reason" in text_of(finished, shelf.owner_of(finished, 1))


def test_an_owner_is_given_the_command_for_his_own_seat(finished: Match) -> None:
    assert "--seat 0 --bot ./mybot" in text_of(finished)
    assert "--seat 2 --bot ./mybot" in text_of(finished, shelf.owner_of(finished, 2))


def test_a_page_takes_as_many_questions_for_eight_seats_as_for_four(
    db: None, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    match = shelf.lively_match("shadow_hunters", 8)
    settle(match)
    with django_assert_max_num_queries(12):
        text_of(match)


# ── a match that is not ───────────────────────────────────────────────────────────────────────


def test_of_a_running_match_only_who_sits_and_since_when_is_told(waiting: Match) -> None:
    assert services.match_claim(match_id=waiting.pk, worker="machine-seven") is not None
    text = text_of(waiting, User.objects.create(**ORGANISER))
    assert "These bots are playing now. They began" in text
    for seat in range(3):
        assert shelf.owner_of(waiting, seat).username in text
    for secret in (str(waiting.block.seed), "machine-seven", "Fingerprint", "Play it again"):
        assert secret not in text


def test_a_waiting_match_says_so_and_how_often_it_failed(waiting: Match) -> None:
    assert "it waits until a worker is free" in text_of(waiting)
    job = services.match_claim(match_id=waiting.pk, worker="somebody")
    assert job is not None
    services.match_release(match_id=waiting.pk, claim=job.claim, trouble="the disk is full")
    assert "It was begun 1 time and given back" in text_of(waiting)
    assert "the disk is full" not in text_of(waiting)
    assert "the disk is full" in text_of(waiting, shelf.owner_of(waiting, 0))


def test_a_void_match_says_that_nobody_is_to_blame(waiting: Match) -> None:
    organiser = User.objects.create(**ORGANISER)
    organising.match_void(match=waiting, actor=organiser, reason="a flood")
    assert "This match is void" in text_of(waiting)
    assert "a flood" not in text_of(waiting)
    assert "a flood" in text_of(waiting, organiser)


def test_the_page_asks_again_only_as_long_as_something_may_come(waiting: Match) -> None:
    def is_live() -> bool:
        address = f"/matches/shamans/{waiting.number}/"
        return "data-live" in Client().get(address).content.decode()

    assert is_live()
    shelf.finish(waiting.pk, shelf.chatty("shamans", 3))
    assert not is_live()


def test_a_trial_is_not_there_for_strangers(waiting: Match) -> None:
    Match.objects.filter(pk=waiting.pk).update(kind=BlockKind.TRIAL)
    assert Client().get(f"/matches/shamans/{waiting.number}/").status_code == 404
    assert "trial" in text_of(waiting, shelf.owner_of(waiting, 0))


# ── the list ──────────────────────────────────────────────────────────────────────────────────


def listed(query: str = "") -> list[int]:
    """The numbers of the matches in the list."""
    page = Client().get(f"/matches/{query}").content.decode()
    return [int(number) for number in re.findall(r'href="/matches/quick/(\d+)/"', page)]


@pytest.fixture
def season(db: None) -> Ladder:
    """A ladder with many matches, the last of them void and waiting."""
    ladder = arena.foursome(blocks=10)
    assert planning.ranked_plan(ladder=ladder) is not None
    return ladder


def test_the_list_is_read_page_by_page_in_both_directions(season: Ladder) -> None:
    newest = listed()
    assert newest == list(range(33, 33 - paging.ROWS, -1))
    last = Match.objects.get(number=newest[-1])
    assert listed(f"?before={last.pk}") == list(range(newest[-1] - 1, 0, -1))
    first = Match.objects.get(number=newest[0] - paging.ROWS)
    assert listed(f"?after={first.pk}") == newest


def test_the_list_can_be_narrowed(season: Ladder) -> None:
    Match.objects.filter(number=33).update(status=MatchStatus.VOID, trouble="a flood")
    assert listed("?status=void") == [33]
    assert listed("?status=waiting") == [32, 31]
    assert listed("?kind=trial") == []
    assert listed("?ladder=elsewhere") == []
    bobs = Match.objects.filter(table__version__bot__name="bob").values_list("number", flat=True)
    assert listed("?bot=bob/bob") == sorted(bobs, reverse=True)[: paging.ROWS]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", "Nothing was played here yet."),
        ("?status=void", "No match is like that."),
        ("?before=0", "Nothing was played here yet."),
    ],
)
def test_an_empty_list_says_why(db: None, query: str, sentence: str) -> None:
    assert sentence in words(Client().get(f"/matches/{query}").content.decode())


@pytest.mark.parametrize(
    "query", ["?before=99999999999999999999", "?after=-1", "?bot=%00", "?status=odd", "?bot=/"]
)
def test_whatever_stands_in_the_address_the_list_answers(season: Ladder, query: str) -> None:
    assert Client().get(f"/matches/{query}").status_code == 200


# ── played again ──────────────────────────────────────────────────────────────────────────────


def press(match: Match, user: User | None) -> Client:
    """Press the button that plays a match again."""
    client = Client()
    if user is not None:
        client.force_login(user)
    page = f"/matches/{match.ladder.slug}/{match.number}/"
    answer = client.post(f"{page}reproduce/")
    asked_first = "" if user else "/login/?next="
    assert answer.headers["Location"] == f"{asked_first}{page}{'#' if user else '%23'}again"
    return client


def test_whoever_is_logged_in_can_have_a_match_played_again(finished: Match) -> None:
    passer_by = arena.make_user("passer-by")
    press(finished, passer_by)
    assert Reproduction.objects.get(requested_by=passer_by).match == finished
    address = f"/matches/shamans/{finished.number}/"
    for page in (address, f"{address}reproduce/"):
        answer = Client().get(page).content.decode()
        assert "waits to be played again." in words(answer)
        assert f'hx-get="{address}reproduce/"' in answer


def test_strangers_are_asked_to_log_in_first(finished: Match) -> None:
    press(finished, None)
    assert not Reproduction.objects.exclude(requested_by=None).exists()
    assert "Log in and play it again here" in text_of(finished)


def test_who_asked_too_often_is_told_when_there_is_room_again(
    finished: Match, settings: Settings
) -> None:
    settings.REPRODUCTIONS_PER_DAY = 1
    passer_by = arena.make_user("passer-by")
    press(finished, passer_by)
    Reproduction.objects.update(status=ReproductionStatus.IDENTICAL)
    client = press(finished, passer_by)
    page = words(client.get(f"/matches/shamans/{finished.number}/").content.decode())
    assert "You asked for 1 reproductions in the last 24 hours, and 1 are allowed" in page


def test_where_two_plays_part_the_page_names_the_first_message(finished: Match) -> None:
    recorded, now = {"type": "answer", "choice": 1}, {"type": "answer", "choice": 2}
    Reproduction.objects.create(
        match=finished,
        status=ReproductionStatus.DIVERGED,
        done_at=finished.finished_at,
        difference={
            "turn": 3,
            "decision": 17,
            "seat": 2,
            "recorded": recorded,
            "now": now,
            "sentence": "at decision 17",
        },
    )
    text = text_of(finished)
    assert "came out otherwise at decision 17." in text
    assert "turn 3, decision 17, seat 2" in text
    assert 'Recorded {"type": "answer", "choice": 1} Now {"type": "answer", "choice": 2}' in text


def test_of_a_match_nobody_played_again_the_report_says_so(finished: Match) -> None:
    answer = Client().get(f"/matches/shamans/{finished.number}/reproduce/")
    assert "Nobody has had this match played again." in words(answer.content.decode())
