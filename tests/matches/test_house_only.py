"""Where nothing keeps bots apart: the house plays, everybody else waits and loses nothing."""

import pytest

from matches import planning, playing, reproductions, runner, selectors, services, tasks
from matches.jobs import PlatformFault
from matches.models import Match, MatchStatus, ReproductionStatus
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.bots.services import version_prepare
from moonladder.ladders.models import Block, Ladder
from moonladder.players.models import Ground
from moonladder.players.services import player_arrive
from tests.matches import arena


@pytest.fixture
def mixed(quartet: Ladder) -> Ladder:
    """A ladder with an upload from better days: the suite's own processes make no boxes."""
    Bot.objects.filter(name="dan").update(is_house=False)
    return quartet


@pytest.fixture
def house_player(db: None) -> None:
    """A site with one player, which has no boxes."""
    player_arrive(
        name="player@here",
        ground=Ground.HOUSE,
        backend="process",
        missing=["bwrap: missing"],
        processes=1,
    )


def block_with(ladder: Ladder, *names: str) -> Block:
    stints = planning.selectors.stints_to_pair(ladder=ladder)
    table = [stints.get(entry__bot__name=name) for name in names]
    return planning.table_plan(ladder=ladder, table=table)


def states(block: Block) -> set[tuple[str, int]]:
    return set(Match.objects.filter(block=block).values_list("status", "attempts"))


def test_a_player_without_boxes_plays_the_house_and_leaves_the_rest(mixed: Ladder) -> None:
    uploads = block_with(mixed, "ada", "bob", "dan")
    house = block_with(mixed, "ada", "bob", "cleo")
    tasks.play_block(uploads.pk)
    tasks.play_block(house.pk)
    assert states(uploads) == {(MatchStatus.WAITING, 0)}, "it waits, and nothing was tried"
    assert states(house) == {(MatchStatus.FINISHED, 1)}


def test_a_match_with_an_upload_is_not_played_again_without_boxes(mixed: Ladder) -> None:
    block = block_with(mixed, "ada", "bob", "dan")
    for match_id in selectors.waiting_matches(block_id=block.pk):
        arena.decide(match_id)
    one = reproductions.reproduction_begin(match=block.matches.get(part=0))
    tasks.reproduce(one.pk)
    one.refresh_from_db()
    assert (one.status, one.attempts) == (ReproductionStatus.WAITING, 0)


def test_nothing_is_urgent_that_cannot_be_played(mixed: Ladder) -> None:
    house = block_with(mixed, "ada", "bob", "cleo")
    uploads = block_with(mixed, "ada", "bob", "dan")
    assert uploads.priority < house.priority
    Version.objects.filter(bot__name="dan").update(status=VersionStatus.RECEIVED)
    assert not selectors.is_something_urgent(than=house)


def test_an_upload_waits_to_be_built(mixed: Ladder) -> None:
    version = Version.objects.get(bot__name="dan")
    Version.objects.filter(pk=version.pk).update(status=VersionStatus.RECEIVED)
    assert not version_prepare(version_id=version.pk)
    version.refresh_from_db()
    assert (version.status, version.attempts) == (VersionStatus.RECEIVED, 0)


def test_no_way_leads_an_upload_into_a_plain_process(mixed: Ladder) -> None:
    block = block_with(mixed, "ada", "bob", "dan")
    first = selectors.waiting_matches(block_id=block.pk)[0]
    with pytest.raises(PlatformFault, match="dan/dan needs a box"):
        runner.play(services.match_job(match_id=first))
    with pytest.raises(PlatformFault, match="needs a box"):
        playing.match_play(match_id=first)


@pytest.mark.usefixtures("house_player")
def test_where_only_the_house_plays_only_the_house_is_given_matches(mixed: Ladder) -> None:
    for _ in range(6):
        block = planning.ranked_plan(ladder=mixed)
        assert block is not None
        assert selectors.may_be_played_here(block=block)


@pytest.mark.usefixtures("house_player")
def test_what_waits_for_a_better_player_takes_no_room_in_the_queue(mixed: Ladder) -> None:
    for _ in range(2):
        block_with(mixed, "ada", "bob", "dan")
    assert planning.queue_lengths() == {}
    assert selectors.queue_now().blocks == 0
    assert planning.blocks_schedule()
    assert selectors.queue_now().blocks > 0
