"""Shamans in plain English for a terminal: the table, what happened, and what can be chosen."""

from collections.abc import Callable
from typing import Any

from engine.games.shamans.tables import BY_SEATS
from engine.kernel import Event, Json

Facts = dict[str, Any]


def _card(card: Json) -> str:
    return f"{card['world']} {card['value']}"


def _listed(things: list[str], none: str = "nothing") -> str:
    return ", ".join(things) or none


def _cards(cards: list[Json]) -> str:
    return _listed([_card(card) for card in cards], "no card")


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


# What can be chosen

QUESTIONS: dict[str, Callable[[Facts], str]] = {
    "lead": lambda o: f"lead {_card(o)}",
    "follow": lambda o: f"play {_card(o)}",
    "eclipse": lambda o: f"pass on {_card(o)}",
    "take": lambda o: f"the {o['tile']} in slot {o['slot']}" if "slot" in o else "top of the pile",
    "keep": lambda o: f"keep the {o['tile']} {o['keep'].replace('_', ' ')}",
    "stabilise": lambda o: (
        "take an artefact" if o["do"] == "take" else f"pawn back {_count(o['spaces'], 'step')}"
    ),
    "permute": lambda o: f"exchange roles with seat {o['seat']}",
    "dagger": lambda o: "spend a hidden dagger" if o["dagger"] == "spend" else "spend no dagger",
    "eliminate": lambda o: f"eliminate seat {o['seat']}",
    "next_ritual": lambda o: f"perform {o['ritual']} of the {o['world']} world",
    "next_guide": lambda o: f"seat {o['seat']} is the next Guide",
}
MOVES = {
    "keep": "keep the portal",
    "forward": "portal: pawn 1 step to the Moon",
    "back": "portal: pawn 1 step back",
}


def label(kind: str, option: Json) -> str:
    """An option in words."""
    return MOVES[option["portal"]] if "portal" in option else QUESTIONS[kind](option)


# What happened


def _round(f: Facts) -> str:
    slots, laid = _listed(f["slots"]), _cards(f["laid"])
    return f"Round {f['round']}: seat {f['marker']} leads. Slots: {slots}. Laid out: {laid}."


def _pawn(f: Facts) -> str:
    steps = _count(abs(f["steps"]), "step")
    move = (
        f"moves on {steps}" if f["steps"] > 0 else f"moves back {steps}" if f["steps"] else "stays"
    )
    return f"The pawn {move}: {f['distance']} to the Moon."


def _kept(f: Facts) -> str:
    return f"Seat {f['seat']} keeps it face down." if f["tile"] is None else f"It is a {f['tile']}."


def _roles_seen(f: Facts) -> str:
    roles = (f"seat {seat} is now a {role}" for seat, role in f["roles"].items())
    return " and ".join(roles).capitalize() + "."


def _round_over(f: Facts) -> str:
    roles = ", ".join(f"{seat} {role}" for seat, role in enumerate(f["roles_end"]))
    gained = ", ".join(f"{seat} +{points}" for seat, points in enumerate(f["gained"]))
    ending = f"The {f['winner'].capitalize()} win round {f['round']} ({REASONS[f['reason']]})."
    return f"{ending} Roles: {roles}. Points: {gained}."


REASONS = {
    "moon": "the pawn is on the Moon",
    "shadows_eliminated": "no Shadow is left",
    "hands_empty": "all cards are played",
}

SENTENCES: dict[str, Callable[[Facts], str]] = {
    "round": _round,
    "dealt": lambda f: f"You are a {f['role']} and hold {_cards(f['hand'])}.",
    "played": lambda f: f"Seat {f['seat']} plays {_card(f['card'])}.",
    "pawn": _pawn,
    "laid": lambda f: f"Laid at their worlds: {_cards(f['cards'])}.",
    "guide": lambda f: f"Seat {f['seat']} is the next Guide.",
    "took": lambda f: f"Seat {f['seat']} takes the {f['tile']} from slot {f['slot']}.",
    "refilled": lambda f: f"A {f['tile']} comes into slot {f['slot']}.",
    "drew": lambda f: f"Seat {f['seat']} draws from the pile.",
    "saw": lambda f: f"You drew a {f['tile']}.",
    "kept": _kept,
    "role_shown": lambda f: f"Seat {f['seat']} shows the role card: a {f['role']}!",
    "eclipse": lambda f: f"Eclipse! Everybody passes a card to the {f['direction']}.",
    "passed": lambda f: f"Seat {f['giver']} gave seat {f['receiver']} {_card(f['card'])}.",
    "ritual": lambda f: f"Seat {f['seat']} completes {f['world']} and performs {f['ritual']}.",
    "illuminated": lambda f: f"Seat {f['seat']} gains a point and has {f['points']}.",
    "swapped": lambda f: f"Seats {f['seats'][0]} and {f['seats'][1]} exchange their role cards.",
    "roles_seen": _roles_seen,
    "dagger": lambda f: f"Seat {f['seat']} spends a {_hidden(f)}dagger.",
    "named": lambda f: f"Seat {f['killer']} is about to eliminate seat {f['seat']}.",
    "eliminated": lambda f: (
        f"Seat {f['seat']}, a {f['role']} with {_count(f['cards'], 'card')}, is eliminated."
    ),
    "portal": lambda f: f"Seat {f['seat']} uses a {_hidden(f)}portal ({f['way']}).",
    "round_over": _round_over,
}


def _hidden(f: Facts) -> str:
    return "hidden " if f["face_down"] else ""


def sentence(event: Event) -> str:
    """An event as a plain sentence."""
    return SENTENCES[event.kind](event.facts)


# What a replay marks

MOMENTS = {
    "role_shown": ("reveal",),
    "eclipse": ("eclipse",),
    "ritual": ("ritual",),
    "eliminated": ("death",),
}


def moments(event: Event) -> tuple[str, ...]:
    """What makes an event a big one."""
    if event.kind == "round_over":
        return ("round", "lead") if _new_leaders(event.facts) else ("round",)
    return MOMENTS.get(event.kind, ())


def _new_leaders(f: Facts) -> bool:
    """Whether others lead after the round than before it."""
    before = [points - gained for points, gained in zip(f["points"], f["gained"], strict=True)]
    return _leaders(before) != _leaders(f["points"])


def _leaders(points: list[int]) -> list[int]:
    return [seat for seat, mine in enumerate(points) if mine == max(points)]


# The table


def draw(view: Json) -> str:
    """A view as text."""
    plays = BY_SEATS[len(view["players"])]
    lines = [_headline(view, plays.hand), ""]
    lines += [*(_world_line(world, plays.values) for world in view["worlds"]), ""]
    lines += [_tiles_line(view), "", *(_player_line(view, player) for player in view["players"])]
    if view["you"] is not None:
        lines += ["", *_private_lines(view["you"])]
    return "\n".join(lines)


def _headline(view: Json, tricks: int) -> str:
    destination = view["destination"] or "not named yet"
    trick = f"Round {view['round']}, trick {min(view['tricks'] + 1, tricks)} of {tricks}"
    return f"{trick}. Destination: {destination}. The Shadow is {view['distance']} from the Moon."


def _world_line(world: Json, values: int) -> str:
    marks = (str(value) if value in world["laid"] else "." for value in range(1, values + 1))
    done = "  complete" if world["complete"] else ""
    return f"  {world['world']:<7} {world['ritual']:<15} {' '.join(marks)}{done}"


def _tiles_line(view: Json) -> str:
    slots = _listed([tile or "empty" for tile in view["slots"]])
    eclipse = f"came ({view['eclipse']})" if view["eclipse"] else "yet to come"
    gone = _listed(view["discard"])
    return f"  Slots: {slots}. Pile: {view['pile']}. Eclipse: {eclipse}. Discarded: {gone}."


def _player_line(view: Json, player: Json) -> str:
    seat = player["seat"]
    marks = "*" if seat == view["guide"] else " "
    played = [_card(play["card"]) for play in view["played"] if play["seat"] == seat]
    facts = [f"{view['points'][seat]} VP", _count(player["hand"], "card"), *player["face_up"]]
    facts += [f"{player['face_down']} face down"] * (player["face_down"] > 0)
    facts += [f"{player['strays']} off suit"] * (player["strays"] > 0)
    facts += [player["role"] or "role hidden"] + ["eliminated"] * (not player["alive"])
    return f" {marks}seat {seat}: {', '.join(facts)}" + "".join(f" -> {card}" for card in played)


def _private_lines(you: Json) -> list[str]:
    lines = [f"You are seat {you['seat']}, a {you['role']}. Hand: {_cards(you['hand'])}."]
    lines += [f"Face down before you: {_listed(you['face_down'])}."] * bool(you["face_down"])
    known = [f"seat {s} {role}" for s, role in enumerate(you["roles"]) if role and s != you["seat"]]
    lines += [f"Roles you know: {_listed(known)}."] * bool(known)
    if you["gave"]:
        lines.append(f"You gave seat {you['gave']['seat']} {_card(you['gave']['card'])}.")
    return lines
