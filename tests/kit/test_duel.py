"""Who sits where in a duel, and what results add up to."""

from collections import Counter

import pytest

from engine.clock import STANDARD
from kit.duel import Pairing, Result, Share, Standings, Terms, schedule, total


def terms(*bots: str, seats: int) -> Terms:
    return Terms(
        game="shamans",
        rules_version=1,
        seats=seats,
        options={},
        seed=7,
        clock=STANDARD,
        sandbox="bwrap",
        bots=[f"{bot}@0123456789ab" for bot in bots],
    )


def result(block: int, rotation: int, placements: list[int], **changes: object) -> Result:
    seats = len(placements)
    facts: dict[str, object] = {
        "seed": 1,
        "points": [float(seats - place) for place in placements],
        "roles": ["shadow", *["shaman"] * (seats - 1)],
        "faults": [[] for _ in placements],
        "out": [False] * seats,
        "answers": [10] * seats,
        "seconds": [0.5] * seats,
        "worst": [0.1] * seats,
        "fingerprint": "0",
    }
    return Result(
        block=block,
        rotation=rotation,
        placements=placements,
        **(facts | changes),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("bots", "seats"), [("ab", 2), ("ab", 4), ("ab", 3), ("abc", 5), ("abcd", 4)]
)
def test_every_bot_holds_every_seat_once_in_a_block(bots: str, seats: int) -> None:
    duel = terms(*bots, seats=seats)
    pairings = list(schedule(duel, 3))
    assert Counter(one.block for one in pairings) == dict.fromkeys(range(3), len(bots))
    held = Counter(
        (seat, bot)
        for one in pairings
        if one.block == 0
        for seat, bot in enumerate(duel.seating(one.rotation))
    )
    assert held == {(seat, bot): 1 for seat in range(seats) for bot in range(len(bots))}


def test_matches_of_a_block_share_a_seed_and_blocks_do_not() -> None:
    duel = terms("a", "b", seats=2)
    seeds = [duel.seed_of(block) for block in range(200)]
    assert len(set(seeds)) == 200
    assert seeds == [terms("c", "d", "e", seats=3).seed_of(block) for block in range(200)]


def test_a_shared_first_place_is_won_in_part() -> None:
    standings = Standings(terms("a", "b", "c", seats=3), [result(0, 0, [1, 1, 3])])
    assert [tally.won for tally in standings.tallies] == [0.5, 0.5, 0]
    assert [tally.places for tally in standings.tallies] == [1, 1, 3]


def test_wins_are_counted_by_role_and_by_seat() -> None:
    standings = Standings(
        terms("a", "b", seats=2), [result(0, 0, [1, 2]), result(0, 1, [1, 2]), result(1, 0, [2, 1])]
    )
    assert standings.by_seat[0, 0] == Share(1, 2)
    assert standings.by_seat[0, 1] == Share(1, 1)
    assert standings.by_role["shaman", 1] == Share(1, 2)
    assert total(standings.by_role, "shadow") == Share(2, 3)


def test_times_and_faults_are_added_up() -> None:
    faulty = result(
        0, 1, [2, 1], faults=[["illegal_choice"] * 3, []], out=[True, False], worst=[0.7, 0.1]
    )
    standings = Standings(terms("a", "b", seats=2), [result(0, 0, [1, 2]), faulty])
    first, second = standings.tallies
    assert (second.faults, second.out, second.worst) == ({"illegal_choice": 3}, 1, 0.7)
    assert (first.faults, first.seconds, first.answers) == ({}, 1.0, 20)
    assert standings.first_faults == {(1, "illegal_choice"): faulty}


def test_the_score_of_a_block_is_the_share_of_pairings_won() -> None:
    # Seats 0 and 2 are of a, 1 and 3 of b; then the other way round.
    standings = Standings(
        terms("a", "b", seats=4), [result(0, 0, [1, 2, 3, 3]), result(0, 1, [4, 1, 2, 3])]
    )
    # First a2 loses to b1 and draws with b3, a0 beats both. Then a1 beats both, a3 beats one.
    assert standings.scores(0, 1) == [(2.5 + 3) / 8]
    assert standings.scores(1, 0) == [1 - (2.5 + 3) / 8]


def test_only_blocks_up_to_the_first_gap_are_scored() -> None:
    duel = terms("a", "b", seats=2)
    standings = Standings(duel, [result(1, 0, [1, 2]), result(1, 1, [1, 2]), result(0, 0, [1, 2])])
    assert (standings.matches, standings.whole_blocks, standings.scores(0, 1)) == (3, 0, [])
    assert standings.has(Pairing(1, 1))
    assert not standings.has(Pairing(0, 1))
    standings.add(result(0, 1, [2, 1]))
    assert (standings.whole_blocks, standings.scores(0, 1)) == (2, [1.0, 0.5])
