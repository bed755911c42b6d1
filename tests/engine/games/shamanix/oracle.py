"""The rules once more, slow and plain: pieces at coordinates, every rule as it is said.

The fast rules are held to this. It shares nothing with them but the view it starts from, not even
what touches what.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

At = tuple[int, int]
Action = dict[str, Any]

STRAIGHT = [(1, 0), (0, 1), (-1, 0), (0, -1)]
KING = [(dx, dy) for dx, dy in product((-1, 0, 1), repeat=2) if (dx, dy) != (0, 0)]
AROUND = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
SYMBOLS = [2, 3, 4, 5, 6]


@dataclass
class Position:
    """Everything on and beside the table, as a person would note it down."""

    table: set[At]
    towers: list[At]
    far_towers: list[At]
    shamans: list[At]
    totems: list[dict[At, int]]
    hands: list[int]
    stored: list[bool]
    captives: list[list[int]]
    out: list[int]
    mover: int
    ply: int
    shaman_anchors: bool
    leash: int

    def copy(self) -> "Position":
        return Position(
            self.table,
            self.towers,
            self.far_towers,
            list(self.shamans),
            [dict(totems) for totems in self.totems],
            list(self.hands),
            list(self.stored),
            [list(row) for row in self.captives],
            list(self.out),
            self.mover,
            self.ply,
            self.shaman_anchors,
            self.leash,
        )

    @property
    def own(self) -> dict[At, int]:
        return self.totems[self.mover]

    @property
    def shaman(self) -> At:
        return self.shamans[self.mover]

    def others(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat != self.mover]

    def living_others(self) -> list[int]:
        return [seat for seat in self.others() if seat not in self.out]

    def enemy_totems(self) -> list[At]:
        return [at for seat in self.others() for at in self.totems[seat]]

    def all_totems(self) -> list[At]:
        return [at for totems in self.totems for at in totems]

    def pieces(self) -> list[At]:
        return self.towers + self.shamans + self.all_totems()

    def is_empty(self, at: At) -> bool:
        standing = [self.towers, self.shamans, *self.totems]
        return at in self.table and not any(at in group for group in standing)


def read(view: Any) -> Position:
    """The position a view shows."""
    (west, east), (south, north) = view["table"]["x"], view["table"]["y"]
    players = view["players"]
    return Position(
        table=set(product(range(west, east + 1), range(south, north + 1))),
        towers=[tuple(at) for at in view["towers"]],
        far_towers=[tuple(player["far_tower"]) for player in players],
        shamans=[tuple(player["shaman"]) for player in players],
        totems=[{tuple(t["cell"]): t["symbol"] for t in player["totems"]} for player in players],
        hands=[player["hand"] for player in players],
        stored=[player["stored"] for player in players],
        captives=[list(player["captives"]) for player in players],
        out=list(view["out"]),
        mover=view["mover"],
        ply=view["ply"],
        shaman_anchors=view["options"]["shaman_anchors"],
        leash=view["options"]["leash"],
    )


def distance(one: At, other: At) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def touches(one: At, group: Any) -> bool:
    return any(distance(one, other) == 1 for other in group)


def is_anchored(position: Position, totem: At) -> bool:
    """It touches a tower, another totem of the mover, or (unless the option says no) the shaman."""
    holders = [*position.towers, *position.own]
    if position.shaman_anchors:
        holders.append(position.shaman)
    return touches(totem, holders)


def is_leaning(position: Position, totem: At) -> bool:
    return touches(totem, position.enemy_totems())


def is_linked(position: Position) -> bool:
    """Whether the mover's shaman touches a tower or an own totem."""
    return touches(position.shaman, [*position.towers, *position.own])


def nobody_is_abandoned(before: Position, after: Position) -> bool:
    """Every own totem that stands in both positions and was anchored still is."""
    stayed = [totem for totem in before.own if totem in after.own]
    return all(is_anchored(after, t) for t in stayed if is_anchored(before, t))


# ── what is legal ─────────────────────────────────────────────────────────────────────────────


def legal_actions(position: Position) -> list[Action]:
    """Every legal action of the mover, in no order that means anything."""
    return [*shaman_actions(position), *place_actions(position), *totem_actions(position)]


def shaman_actions(position: Position) -> Iterator[Action]:
    x, y = position.shaman
    for dx, dy in STRAIGHT:
        to = (x + dx, y + dy)
        if position.is_empty(to) and may_step(position, to):
            yield {"do": "shaman", "to": list(to)}


def may_step(position: Position, to: At) -> bool:
    after = position.copy()
    after.shamans[position.mover] = to
    return (
        any(distance(to, tower) <= position.leash for tower in position.towers)
        and is_linked(after)
        and nobody_is_abandoned(position, after)
        and not is_pinned(position)
    )


def is_pinned(position: Position) -> bool:
    """Only where shamans hold nothing: one of its totems beside the shaman has no hold at all."""
    if position.shaman_anchors:
        return False
    beside = [totem for totem in position.own if distance(totem, position.shaman) == 1]
    return not all(is_anchored(position, totem) for totem in beside)


def place_actions(position: Position) -> Iterator[Action]:
    if position.hands[position.mover] == 0:
        return
    for cell in sorted(position.table):
        if position.is_empty(cell) and may_place(position, cell):
            for symbol in SYMBOLS:
                yield {"do": "place", "cell": list(cell), "symbol": symbol}


def may_place(position: Position, cell: At) -> bool:
    standing = [position.shaman, *position.own]
    touched_towers = [tower for tower in position.towers if touches(tower, standing)]
    return touches(cell, standing) or touches(cell, touched_towers)


def totem_actions(position: Position) -> Iterator[Action]:
    for start, symbol in position.own.items():
        power = list(position.own.values()).count(symbol)
        lifted = position.copy()
        del lifted.own[start]
        for to in POWERS[power](lifted, start) - {start}:
            if may_rest(position, lifted, to):
                for new in SYMBOLS:
                    yield {"do": "totem", "from": list(start), "to": list(to), "symbol": new}


def may_rest(before: Position, lifted: Position, to: At) -> bool:
    after = lifted.copy()
    after.own[to] = 0
    return (
        is_linked(after)
        and (is_anchored(after, to) or is_leaning(after, to))
        and nobody_is_abandoned(before, after)
    )


# ── the five powers, for a totem already lifted ───────────────────────────────────────────────


def steps(position: Position, start: At) -> set[At]:
    """Where one king step leads."""
    x, y = start
    ends = set()
    for dx, dy in KING:
        enemies = position.enemy_totems()
        wall = dx != 0 and dy != 0 and (x + dx, y) in enemies and (x, y + dy) in enemies
        if position.is_empty((x + dx, y + dy)) and not wall:
            ends.add((x + dx, y + dy))
    return ends


def and_a_step(position: Position, ends: set[At]) -> set[At]:
    return ends.union(*(steps(position, end) for end in ends))


def one_or_two_steps(position: Position, start: At) -> set[At]:
    return and_a_step(position, steps(position, start))


def round_a_piece(position: Position, start: At) -> set[At]:
    ends = set()
    for x, y in [piece for piece in position.pieces() if distance(piece, start) == 1]:
        ring = [(x + dx, y + dy) for dx, dy in AROUND]
        for way in (1, -1):
            place = ring.index(start)
            for _ in range(7):
                place = (place + way) % 8
                if not position.is_empty(ring[place]):
                    break
                ends.add(ring[place])
    return ends


def over_a_run(position: Position, start: At) -> set[At]:
    ends = set()
    for dx, dy in KING:
        x, y = start[0] + dx, start[1] + dy
        length = 0
        while (x, y) in position.all_totems():
            x, y, length = x + dx, y + dy, length + 1
        if length >= 1 and position.is_empty((x, y)):
            ends.add((x, y))
    return and_a_step(position, ends)


def straight_on(position: Position, start: At) -> set[At]:
    ends = set()
    for dx, dy in KING:
        at = start
        while (at[0] + dx, at[1] + dy) in steps(position, at):
            at = (at[0] + dx, at[1] + dy)
            ends.add(at)
    return ends


POWERS = {1: steps, 2: one_or_two_steps, 3: round_a_piece, 4: over_a_run, 5: straight_on}


# ── the turn ──────────────────────────────────────────────────────────────────────────────────


def is_blocked(position: Position) -> bool:
    """No shaman step now, and none after any one placement."""
    if list(shaman_actions(position)):
        return False
    for cell in {tuple(action["cell"]) for action in place_actions(position)}:
        after = position.copy()
        after.own[cell] = 0
        if list(shaman_actions(after)):
            return False
    return True


def play(position: Position, action: Action) -> Position:
    """The position after an action, with the next player to move, blocked or not."""
    after = position.copy()
    if action["do"] == "place":
        after.own[tuple(action["cell"])] = action["symbol"]
        after.hands[after.mover] -= 1
    elif action["do"] == "shaman":
        after.shamans[after.mover] = tuple(action["to"])
    else:
        del after.own[tuple(action["from"])]
        after.own[tuple(action["to"])] = action["symbol"]
    if action["do"] != "place":
        rob(after)
    exchange(after)
    recover(after)
    after.ply += 1
    return next_turn(after)


def rob(position: Position) -> None:
    """All isolated totems of living opponents become captives of the mover."""
    for seat in position.living_others():
        alone = [at for at in position.totems[seat] if not touches(at, position.pieces())]
        for at in alone:
            del position.totems[seat][at]
            position.captives[position.mover][seat] += 1


def exchange(position: Position) -> None:
    """While two living players hold each other's totems, one of each goes home."""
    for a, b in product(range(len(position.hands)), repeat=2):
        while a < b and position.captives[a][b] and position.captives[b][a]:
            for holder, owner in ((a, b), (b, a)):
                position.captives[holder][owner] -= 1
                position.hands[owner] += 1


def recover(position: Position) -> None:
    """The stored totem comes to hand on a strict majority at the far tower over each opponent."""
    mover = position.mover
    tower = position.far_towers[mover]

    def at_tower(seat: int) -> int:
        return sum(distance(at, tower) == 1 for at in position.totems[seat])

    ahead = all(at_tower(mover) > at_tower(seat) for seat in position.living_others())
    if position.stored[mover] and ahead:
        position.stored[mover] = False
        position.hands[mover] += 1


def next_turn(position: Position) -> Position:
    """The same table with the next living player to move."""
    after = position.copy()
    seats = len(position.hands)
    order = [(position.mover + step) % seats for step in range(1, seats + 1)]
    after.mover = next(seat for seat in order if seat not in position.out)
    return after


def knock_out(position: Position) -> Position:
    """The mover is out; the turn passes."""
    after = position.copy()
    after.out.append(position.mover)
    return next_turn(after)
