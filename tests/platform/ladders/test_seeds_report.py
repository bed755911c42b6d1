"""What everybody may know of a ladder's seeds: the commitment first, the proof at the end."""

import pytest
from django.contrib.auth.models import User

from matches import planning
from moonladder.ladders import seeds
from moonladder.ladders.models import Block, Ladder
from moonladder.ladders.selectors import seeds_report
from moonladder.ladders.services import ladder_close, ladder_pause
from tests.matches import arena

BLOCKS = 3


@pytest.fixture
def ladder(db: None) -> Ladder:
    """A ladder that has dealt some blocks."""
    ladder = arena.make_ladder()
    for name in ("ada", "bob", "cleo"):
        arena.seat(ladder, name)
    for _ in range(BLOCKS):
        planning.ranked_plan(ladder=ladder)
    return ladder


def closed(ladder: Ladder) -> Ladder:
    olga = User.objects.create(username="olga", is_staff=True)
    for act in (ladder_pause, ladder_close):
        act(ladder=ladder, actor=olga, reason="the season is over")
    ladder.refresh_from_db()
    return ladder


def test_while_a_ladder_is_open_its_commitment_is_all_there_is(ladder: Ladder) -> None:
    assert seeds_report(ladder) == (ladder.commitment, None, None)
    assert ladder.secret not in repr(seeds_report(ladder))


def test_a_closed_ladder_proves_that_every_seed_follows_from_its_secret(ladder: Ladder) -> None:
    commitment, secret, check = seeds_report(closed(ladder))
    assert secret is not None
    assert seeds.commitment(secret) == commitment
    assert check is not None
    assert (check.is_kept, check.checked, check.wrong, check.holds) == (True, BLOCKS, (), True)


def test_a_seed_of_its_own_is_named(ladder: Ladder) -> None:
    Block.objects.filter(ladder=ladder, number=2).update(seed=7)
    check = seeds_report(closed(ladder)).check
    assert check is not None
    assert (check.is_kept, check.wrong, check.holds) == (True, (2,), False)


def test_another_secret_is_found_out(ladder: Ladder) -> None:
    Ladder.objects.filter(pk=ladder.pk).update(secret="0" * 64)
    check = seeds_report(closed(ladder)).check
    assert check is not None
    assert (check.is_kept, check.holds) == (False, False)
