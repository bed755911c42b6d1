"""What the site tells of a match to whom: over HTTP, to the byte."""

import gzip
from collections.abc import Callable
from dataclasses import replace
from threading import Event, Thread
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client

import engine
from engine import record
from engine.games import NAMES
from engine.kernel import Game, Outcome, Over, Steps
from engine.rng import Rng
from engine.spec import GameSpec
from matches import planning, replay, selectors, services, watching
from matches.models import Match, Record
from moonladder.ladders.models import BlockKind, Ladder
from tests.engine.games import conformance
from tests.matches import arena, shelf
from tests.viewer.matches import lively
from viewer import frames

every_game = pytest.mark.parametrize("game", NAMES)


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


def address(match: Match, rest: str) -> str:
    return f"/matches/{match.ladder.slug}/{match.number}/{rest}"


def told(client: Client, match: Match, audience: str) -> bytes:
    answer = client.get(address(match, f"frames/{audience}.json"))
    assert answer.status_code == 200, answer.content
    return bytes(answer.content)


def asking(user: User | None) -> Client:
    """Somebody's browser."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


# ── what is hidden from a seat ────────────────────────────────────────────────────────────────


@every_game
def test_no_byte_of_an_answer_tells_a_seat_which_world_it_is_in(
    db: None, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match is one turn, once in the real world and once in another that looks the same."""
    spec, seats = engine.get(game), shelf.SEATS[game]
    match, client = shelf.lively_match(game), Client()
    rng, worlds = Rng.stream(1, "other worlds over HTTP"), 0
    for position in conformance.positions(spec, seats, seed=1):
        for seat in range(seats):
            twin = spec.resample(position, seat, rng)
            if twin.boundary()[2] != position.boundary()[2]:
                continue  # there a turn more has ended: it is told from another place on
            answers = []
            for world in (position, twin):
                with monkeypatch.context() as planted:
                    plant(planted, match, world)
                    answers.append(
                        {who: told(client, match, who) for who in (f"seat-{seat}", "all")}
                    )
            assert answers[0][f"seat-{seat}"] == answers[1][f"seat-{seat}"]
            worlds += answers[0]["all"] != answers[1]["all"]
    assert worlds > 0 or game == "shamanix"


def plant(monkeypatch: pytest.MonkeyPatch, match: Match, world: Game) -> None:
    """Let the match be the turn in progress of that world, and over where the world stands."""
    state, tail, _ = world.boundary()
    spec = replace(
        world.spec, setup=lambda *terms: state.copy(), turn=ending(world.spec, len(tail))
    )
    monkeypatch.setattr(f"engine.games.{match.ladder.game}.GAME", spec)
    stored = replay.load(selectors.record_content(match_id=match.pk))
    short = {"choices": tail, "times": [None] * len(tail), "trail": [""] * len(tail)}
    text = record.dump(msgspec.structs.replace(stored, **short, faults=[], remarks=[]))
    Record.objects.filter(match=match).update(content=gzip.compress(text))
    cache.clear()


def ending(spec: GameSpec, decisions: int) -> Callable[[Any], Steps]:
    """The rules of one turn, over at once when somebody is asked once more than so often."""

    def turn(state: Any) -> Steps:
        steps, answer, made = spec.turn(state), None, 0
        while True:
            ask = steps.send(answer)  # type: ignore[arg-type]
            made += len(ask.options) > 1
            if made > decisions:
                raise Over(Outcome((1,), (0.0,), (), "made up"))
            answer = yield ask

    return turn


# ── what is hidden from everybody but its owner ───────────────────────────────────────────────


def canaries(seat: int) -> set[bytes]:
    """What only the owner of that seat's bot may ever read."""
    words = (shelf.note_of(seat), shelf.detail_of(seat), shelf.log_of(seat).splitlines()[0])
    return {word.encode() for word in words}


def everything_told(client: Client, match: Match) -> bytes:
    """All that the site says of a match, wherever it says it."""
    told_of = [told(client, match, audience) for audience in watching.audiences(match.ladder.seats)]
    return b"".join([*told_of, client.get(address(match, "record.json")).content])


@every_game
def test_what_a_bot_says_to_its_owner_nobody_else_is_told(db: None, game: str) -> None:
    match = shelf.lively_match(game)
    seats = range(match.ladder.seats)
    for user in (None, arena.make_user("passer-by"), *(shelf.owner_of(match, k) for k in seats)):
        text = everything_told(asking(user), match)
        for seat in seats:
            is_own = user == shelf.owner_of(match, seat)
            heard = {word for word in canaries(seat) if word in text}
            assert heard <= (canaries(seat) if is_own else set())
            assert (shelf.note_of(seat).encode() in text) == is_own
            assert (shelf.detail_of(seat).encode() in text) == is_own


def test_organisers_are_told_what_every_bot_says(db: None) -> None:
    match = shelf.lively_match("shamans")
    organiser = User.objects.create(username="organiser", is_staff=True)
    text = everything_told(asking(organiser), match)
    for seat in range(3):
        assert shelf.note_of(seat).encode() in text
        assert shelf.detail_of(seat).encode() in text


def test_the_replay_of_a_seat_holds_the_notes_of_that_seat_alone(db: None) -> None:
    match = shelf.lively_match("shamans")
    organiser = User.objects.create(username="organiser", is_staff=True)
    text = told(asking(organiser), match, "seat-1")
    assert shelf.note_of(1).encode() in text
    assert shelf.note_of(0).encode() not in text
    assert shelf.note_of(1).encode() not in told(asking(organiser), match, "public")


# ── what is there ─────────────────────────────────────────────────────────────────────────────


@every_game
def test_every_audience_is_told_what_the_viewer_tells_it(db: None, game: str) -> None:
    match = shelf.lively_match(game)
    stored = replay.read(Client().get(address(match, "record.json")).content)
    for name, audience in watching.audiences(match.ladder.seats).items():
        assert told(Client(), match, name) == frames.encoded(stored, audience)


def test_the_record_is_a_file_that_verifies_though_it_is_cut(db: None) -> None:
    match = shelf.lively_match("shadow_hunters")
    answer = Client().get(address(match, "record.json"))
    assert answer["Content-Disposition"] == 'attachment; filename="shadow-hunters-1.json"'
    assert replay.why_invalid(gzip.compress(answer.content)) is None
    assert replay.read(answer.content).fingerprint == match.fingerprint


@pytest.mark.parametrize("file", ["record.json", "frames/all.json", "frames/seat-2.json"])
def test_what_a_browser_has_is_not_sent_again(db: None, file: str) -> None:
    match, client = shelf.lively_match("shamans"), Client()
    first = client.get(address(match, file), headers={"Accept-Encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    plain = client.get(address(match, file))
    assert gzip.decompress(first.content) == plain.content
    assert (first["Cache-Control"], first["Vary"]) == (
        "private, no-cache",
        "Accept-Encoding, Cookie",
    )
    again = client.get(address(match, file), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


def test_an_owner_is_sent_more_than_what_he_had_as_a_stranger(db: None) -> None:
    match = shelf.lively_match("shamans")
    known = Client().get(address(match, "frames/all.json"))["ETag"]
    owner = asking(shelf.owner_of(match, 0))
    answer = owner.get(address(match, "frames/all.json"), headers={"If-None-Match": known})
    assert answer.status_code == 200


# ── what is not there ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("file", ["record.json", "frames/all.json", "frames/seat-0.json"])
def test_nothing_is_told_of_a_match_that_is_not_over(ladder: Ladder, file: str) -> None:
    match = waiting_match(ladder)
    job = services.match_claim(match_id=match.pk, worker="somebody")
    assert job is not None
    for user in (None, User.objects.create(username="organiser", is_staff=True)):
        answer = asking(user).get(address(match, file))
        assert answer.status_code == 404
        assert answer.json()["refused"].startswith("This match is not over")


@pytest.mark.parametrize("audience", ["seat-3", "everything", "seat-", "owner"])
def test_an_audience_that_is_none_is_not_there(db: None, audience: str) -> None:
    match = shelf.lively_match("shamans")
    answer = Client().get(address(match, f"frames/{audience}.json"))
    assert (answer.status_code, list(answer.json())) == (404, ["refused"])


def test_a_trial_is_there_for_its_owner_alone(ladder: Ladder) -> None:
    match = waiting_match(ladder)
    match.kind = BlockKind.TRIAL
    match.save()
    shelf.finish(match.pk, shelf.chatty("shamanix", 2))
    assert Client().get(address(match, "record.json")).status_code == 404
    assert asking(shelf.owner_of(match, 0)).get(address(match, "record.json")).status_code == 200


def test_a_match_that_never_was_is_not_there(ladder: Ladder) -> None:
    for number in (1, 10**9):
        assert Client().get(f"/matches/{ladder.slug}/{number}/record.json").status_code == 404
    assert Client().get("/matches/nowhere/1/frames/all.json").status_code == 404


def waiting_match(ladder: Ladder) -> Match:
    """A match that nobody plays yet."""
    block = planning.ranked_plan(ladder=ladder)
    assert block is not None
    return Match.objects.select_related("ladder").get(block=block, part=0)


@pytest.fixture
def ladder(db: None) -> Ladder:
    """A ladder with enough bots for a table, on which nothing was played."""
    return shelf.make_ladder("shamanix")


def test_what_somebody_else_is_just_told_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    text, looked, found = record.dump(lively("shamans", 3, max_rounds=1)), Event(), list[bytes]()
    look = LocMemCache.get

    def looking(*what: Any) -> Any:
        seen = look(*what)
        looked.set()
        return seen

    monkeypatch.setattr(LocMemCache, "get", looking)
    asker = Thread(target=lambda: found.append(watching.frames_of(text, "all")))
    with watching._turn:
        asker.start()
        assert looked.wait(10)
        cache.set(f"frames:{watching.name_of(text, 'all')}", b"told meanwhile")
    asker.join(10)
    assert found == [b"told meanwhile"]
