"""What the site says of those who play: who is missed, what waits, what is not played at all."""

import os
import signal
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from matches import planning
from matches import selectors as matches
from matches.models import Match, MatchStatus
from moonladder.health import selectors
from moonladder.health.services import players_look_for
from moonladder.ladders.models import Block
from moonladder.players.models import Ground, Player
from moonladder.players.services import player_arrive, player_expect
from tests.matches import arena
from tests.matches.site import worker
from tests.services.processes import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def player(broker: str, tmp_path: Path) -> Iterator[int]:
    """The process of a real player, which plays house bots only."""
    with worker(tmp_path, size=1, queues="matches", sandbox="process") as pid:
        yield pid


def name() -> str:
    return Player.objects.get().name


def plan_block() -> Block:
    ladder = arena.make_ladder()
    for bot in ("ada", "bob", "cleo"):
        arena.seat(ladder, bot)
    block = planning.ranked_plan(ladder=ladder)
    assert block is not None
    return block


def test_a_live_player_is_named_with_what_it_may_play(player: int, client: Client) -> None:
    part = selectors.ask_players()
    assert part.alive
    assert part.says == f"{name()} answered; 0 blocks wait"
    assert "takes no uploads" in part.note
    assert part.figures["processes"] == 1
    answer = client.get("/healthz").json()
    assert answer["parts"]["player"]["status"] == "green"
    assert answer["parts"]["player"]["figures"]["players"] == 1
    assert answer["notes"] == [part.note]


def test_a_killed_player_is_missed_by_name(player: int) -> None:
    os.kill(player, signal.SIGKILL)
    part = selectors.ask_players()
    assert not part.alive
    assert f"{name()} does not answer" in part.says


def test_a_frozen_player_is_missed_until_it_goes_on(player: int) -> None:
    os.kill(player, signal.SIGSTOP)
    assert not selectors.ask_players().alive
    os.kill(player, signal.SIGCONT)
    wait_until(lambda: selectors.ask_players().alive, what="the player to answer again")


def test_a_player_that_was_told_to_stop_is_not_missed(player: int) -> None:
    os.kill(player, signal.SIGTERM)
    wait_until(lambda: not Player.objects.exists(), what="the player to take its leave")
    assert selectors.ask_players().alive


def test_a_look_for_players_notes_who_is_there(player: int) -> None:
    long_ago = timezone.now() - timedelta(hours=2)
    Player.objects.update(seen_at=long_ago)
    player_arrive(name="player@gone", ground=Ground.FULL, backend="", missing=[], processes=1)
    Player.objects.filter(name="player@gone").update(seen_at=long_ago)
    players_look_for()
    assert Player.objects.get().seen_at > long_ago


def test_a_player_that_never_came_is_missed(broker: str) -> None:
    player_expect(name="player@here")
    part = selectors.ask_players()
    assert not part.alive
    assert part.says == "player@here has not started: its log says why"


def test_that_nobody_plays_is_a_note(broker: str) -> None:
    plan_block()
    part = selectors.ask_players()
    assert part.alive
    assert part.says == "there is none; 1 blocks wait, the next one for 0 s"
    assert part.note.startswith("Nothing is played")


def test_a_queue_stands_still_when_something_waits_and_nobody_plays(db: None) -> None:
    block = plan_block()
    assert not matches.queue_now().stands_still, "it was planned just now"
    long_ago = timezone.now() - timedelta(minutes=10)
    Block.objects.filter(pk=block.pk).update(created_at=long_ago)
    assert matches.queue_now().stands_still
    first = matches.waiting_matches(block_id=block.pk)[0]
    arena.services.match_claim(match_id=first, worker="somebody")
    assert not matches.queue_now().stands_still, "somebody is at it"
    Match.objects.filter(pk=first).update(status=MatchStatus.WAITING, claim="", lease_until=None)
    arena.decide(first)
    assert not matches.queue_now().stands_still, "somebody was, just now"
    Match.objects.filter(pk=first).update(finished_at=long_ago)
    assert matches.queue_now().stands_still


def test_players_that_answer_and_do_nothing_are_sent_for(player: int) -> None:
    stuck = matches.Queue(3, timedelta(minutes=10), 0, stands_still=True)
    alive, says = selectors._players_fare(list(Player.objects.all()), stuck)
    assert not alive
    assert says.startswith(f"{name()} answered, but nothing is being played and 3 blocks wait")
    assert "start it again" in says
