"""Shamanix for a person at a terminal: the table drawn, events and options in plain sentences."""

from engine.kernel import Event, Json


def draw(view: Json) -> str:
    """The table with its coordinates, and below it a line for each player."""
    (west, east), (south, north) = view["table"]["x"], view["table"]["y"]
    pieces = _pieces(view)
    across = range(west, east + 1)
    rows = [
        f"{y:3} " + "".join(f"{pieces.get((x, y), '.'):>3}" for x in across)
        for y in range(north, south - 1, -1)
    ]
    header = "    " + "".join(f"{x:3}" for x in across)
    players = [_player(view, seat) for seat in range(len(view["players"]))]
    clock = f"Ply {view['ply']} of {view['options']['max_plies']}"
    return "\n".join([*rows, header, "", *players, f"{clock}{_warning(view)}."])


def _pieces(view: Json) -> dict[tuple[int, int], str]:
    """What stands where: ## a tower, E the shaman of East, e3 a totem of East that shows 3."""
    pieces = dict.fromkeys(map(tuple, view["towers"]), "##")
    for player in view["players"]:
        letter = player["side"][0]
        pieces[tuple(player["shaman"])] = letter.upper()
        for totem in player["totems"]:
            pieces[tuple(totem["cell"])] = f"{letter}{totem['symbol']}"
    return pieces


def _player(view: Json, seat: int) -> str:
    player = view["players"][seat]
    parts = [f"{player['hand']} in hand"]
    if player["stored"]:
        parts.append(f"one kept on the tower {_at(player['far_tower'])}")
    parts += [
        f"holds {count} of seat {owner}" for owner, count in enumerate(player["captives"]) if count
    ]
    if seat in view["out"]:
        parts.append("out")
    mark = ">" if seat == view["mover"] else " "
    return f"{mark} Seat {seat}, {player['side']}: {', '.join(parts)}"


def _warning(view: Json) -> str:
    return "; this position has stood before" if view["repeats"] > 1 else ""


def sentence(event: Event) -> str:
    """What happened, in words."""
    return SENTENCES[event.kind](event.facts)


SENTENCES = {
    "placed": lambda f: f"Seat {f['seat']} places a {f['symbol']} on {_at(f['cell'])}.",
    "stepped": lambda f: f"Seat {f['seat']}'s shaman steps to {_at(f['to'])}.",
    "moved": lambda f: (
        f"Seat {f['seat']} moves a totem from {_at(f['from'])} to {_at(f['to'])}; "
        f"it shows {f['symbol']}."
    ),
    "stolen": lambda f: (
        f"Seat {f['seat']} steals the totem of seat {f['owner']} on {_at(f['cell'])}."
    ),
    "exchanged": lambda f: (
        f"Seats {f['seats'][0]} and {f['seats'][1]} exchange captives, back into their hands."
    ),
    "recovered": lambda f: f"Seat {f['seat']} takes the fifth totem off the tower into hand.",
    "blocked": lambda f: f"Seat {f['seat']}'s shaman is blocked: place {f['place']}.",
}

MOMENTS = {"stolen": ("theft",), "recovered": ("recovery",), "blocked": ("death",)}


def moments(event: Event) -> tuple[str, ...]:
    """What makes an event a big one."""
    return MOMENTS.get(event.kind, ())


def label(kind: str, option: Json) -> str:
    """An option in words."""
    if option["do"] == "shaman":
        return f"shaman to {_at(option['to'])}"
    if option["do"] == "place":
        return f"place a {option['symbol']} on {_at(option['cell'])}"
    return f"totem {_at(option['from'])} to {_at(option['to'])}, showing {option['symbol']}"


def _at(cell: list[int]) -> str:
    return f"({cell[0]}, {cell[1]})"
