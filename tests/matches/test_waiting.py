"""Where something stands in the line, and about how long that takes."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from matches import planning, services, waiting
from matches.challenges import challenge_create
from matches.models import Match, MatchStatus
from matches.waiting import Wait, queue_position
from moonladder.bots import services as bots
from moonladder.bots.models import Bot, Stage, StageName, Version
from moonladder.ladders.models import Block, Ladder
from moonladder.players import services as players
from moonladder.players.models import Ground
from tests.matches import arena


@pytest.fixture
def paced(quartet: Ladder) -> Ladder:
    """A ladder whose matches have taken ten seconds each, with nothing to do."""
    arena.play_rounds(quartet, 2, arena.decide_block)
    for match in Match.objects.all():
        began = timezone.now() - timedelta(minutes=1)
        Match.objects.filter(pk=match.pk).update(
            started_at=began, finished_at=began + timedelta(seconds=10)
        )
    return quartet


def matches_of(block: Block | None) -> list[Match]:
    """The matches of a block in their order."""
    return list(Match.objects.filter(block=block).order_by("part"))


def arrive(processes: int, ground: Ground = Ground.FULL) -> None:
    """Let a player come in that plays so many matches at a time."""
    players.player_arrive(
        name="player@here", ground=ground, backend="bwrap", missing=(), processes=processes
    )


def test_matches_wait_for_those_before_them(paced: Ladder) -> None:
    first, second = (matches_of(planning.ranked_plan(ladder=paced)) for _ in range(2))
    assert [queue_position(match) for match in first] == [Wait(0, 0), Wait(1, 10), Wait(2, 20)]
    assert [queue_position(match) for match in second] == [Wait(3, 30), Wait(4, 40), Wait(5, 50)]


def test_more_players_shorten_the_wait(paced: Ladder) -> None:
    blocks = [matches_of(planning.ranked_plan(ladder=paced)) for _ in range(3)]
    arrive(2)
    begin = [queue_position(matches[0]) for matches in blocks]
    assert begin == [Wait(0, 0), Wait(3, 0), Wait(6, 30)]


def test_what_is_urgent_goes_first(paced: Ladder) -> None:
    ranked = matches_of(planning.ranked_plan(ladder=paced))
    Block.objects.filter(pk=ranked[0].block_id).update(priority=6)
    user = arena.make_user("ada")
    table = [Bot.objects.get(name=name).current for name in ("ada", "bob", "cleo")]
    asked = challenge_create(user=user, ladder=paced, versions=[v for v in table if v])
    assert queue_position(asked.block.matches.get()) == Wait(0, 0)
    assert queue_position(ranked[0]) == Wait(1, 10)


def test_a_match_that_is_played_is_waited_for_and_waits_no_more(paced: Ladder) -> None:
    first = matches_of(planning.ranked_plan(ladder=paced))
    assert services.match_claim(match_id=first[0].pk, worker="w") is not None
    second = matches_of(planning.ranked_plan(ladder=paced))
    first[0].refresh_from_db()
    assert queue_position(first[0]) is None
    rest, after = queue_position(first[1]), queue_position(second[0])
    assert rest is not None
    assert after is not None
    assert rest.seconds is not None
    assert after.seconds is not None
    assert 0 < rest.seconds <= 10
    assert after.seconds == pytest.approx(rest.seconds + 20, abs=1)
    assert after.ahead == 0, "those of a block that somebody has begun hold up its player alone"


def test_what_is_over_does_not_wait(paced: Ladder) -> None:
    for match in Match.objects.filter(status=MatchStatus.FINISHED):
        assert queue_position(match) is None


def test_nothing_is_guessed_before_anything_was_played(quartet: Ladder) -> None:
    matches = matches_of(planning.ranked_plan(ladder=quartet))
    assert queue_position(matches[2]) == Wait(2, None)


def test_an_upload_waits_for_uploads_and_then_for_its_trial(paced: Ladder) -> None:
    one, two = (arena.upload(arena.make_bot(paced, name)) for name in ("eve", "fay"))
    Stage.objects.create(
        version=Version.objects.get(bot__name="ada"), name=StageName.BUILT, seconds=4, log="built"
    )
    assert queue_position(one) == Wait(0, 0)
    assert queue_position(two) == Wait(1, 4)
    assert bots.version_prepare(version_id=one.pk)
    one.refresh_from_db()
    assert queue_position(one) is None, "its trial is not planned yet"
    assert planning.trial_plan(version=one) is not None
    found = queue_position(one)
    assert found is not None
    assert found.ahead == 1, "the other upload came first"


def test_an_upload_that_somebody_works_on_does_not_wait(paced: Ladder) -> None:
    version = arena.upload(arena.make_bot(paced, "eve"))
    assert bots.version_claim(version_id=version.pk) is not None
    assert queue_position(version) is None


def test_nobody_waits_for_what_no_player_here_may_play(paced: Ladder) -> None:
    block = planning.ranked_plan(ladder=paced)
    arrive(1, Ground.HOUSE)
    (first, *_) = matches_of(block)
    assert queue_position(first) == Wait(0, 0)
    Bot.objects.update(is_house=False)
    assert queue_position(first) is None


def test_the_whole_line_costs_the_same_however_long_it_is(
    paced: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        planning.ranked_plan(ladder=paced)
        arena.upload(arena.make_bot(paced, f"bot-{Version.objects.count()}"))
        with django_assert_num_queries(7):
            line = waiting.line_now()
    for match in Match.objects.filter(status=MatchStatus.WAITING):
        assert line.wait(match) is not None
