"""Who may import whom: the layers of docs/1-architecture.md, read from the code itself."""

import ast
from collections.abc import Iterator
from pathlib import Path

from moonladder.env import ROOT

# Each room, and the rooms it may import besides itself. The longest matching name decides.
RULES: dict[str, set[str]] = {
    "engine": set(),
    # Words about faults, which pages say too.
    "engine.advice": set(),
    "sandbox": set(),
    "viewer": {"engine"},
    "kit": {"engine", "engine.advice", "sandbox", "viewer", "kit.statistics"},
    # How sure one can be of a difference is worked out alike at home and at the site.
    "kit.statistics": set(),
    "matches": {
        "matches.runner",
        "matches.replay",
        "matches.watching",
        "matches.demo",
        "kit.statistics",
        "moonladder.ladders",
        "moonladder.bots",
        "moonladder.audit",
        "moonladder.players",
        "moonladder.env",
    },
    "matches.runner": {
        "matches",
        "moonladder.bots.building",
        "moonladder.players",
        "engine",
        "sandbox",
    },
    # Holds records against each other and against the rules: boxes are none of its business.
    "matches.replay": {"engine"},
    # Tells records to the viewer; pages and API ask it for what one audience may see.
    "matches.watching": {"matches.replay", "engine", "viewer"},
    # The house bots come from the kit, as any author's would; this is the only place that fetches.
    "matches.demo": {
        "matches",
        "moonladder.ladders",
        "moonladder.ladders.games",
        "moonladder.bots",
        "kit",
    },
    "moonladder": {"moonladder.env", "moonladder.health", "moonladder.web", "moonladder.api"},
    "moonladder.env": set(),
    "moonladder.audit": set(),
    "moonladder.accounts": set(),
    "moonladder.players": set(),
    "moonladder.health": {"matches", "moonladder.players"},
    "moonladder.embedded": {"moonladder.env", "moonladder.players"},
    "moonladder.bots": {"moonladder.bots.building", "moonladder.audit", "moonladder.players"},
    # Builds happen in boxes, long before there is a match.
    "moonladder.bots.building": {"sandbox"},
    "moonladder.ladders": {"moonladder.ladders.games", "moonladder.bots", "moonladder.audit"},
    # Refuses a ladder that no match could be played on.
    "moonladder.ladders.games": {"engine", "sandbox"},
    "moonladder.tournaments": {"matches", "moonladder.ladders", "moonladder.bots"},
    "moonladder.api": {
        "moonladder.api.schema",
        "engine.advice",
        "moonladder.players",
        "moonladder.tournaments",
        "matches",
        "matches.watching",
        "moonladder.ladders",
        "moonladder.ladders.games",
        "moonladder.bots",
        "moonladder.accounts",
        "moonladder.audit",
    },
    # The schema, which is shown as a page.
    "moonladder.api.schema": set(),
    "moonladder.web": {
        "moonladder.api.schema",
        "viewer",
        "engine.advice",
        "moonladder.tournaments",
        "matches",
        "matches.watching",
        "moonladder.ladders",
        "moonladder.ladders.games",
        "moonladder.players",
        "moonladder.bots",
        "moonladder.accounts",
        # Organisers see how the site fares.
        "moonladder.audit",
        "moonladder.health",
    },
}
WITHOUT_DJANGO = {"engine", "engine.advice", "sandbox", "viewer", "kit", "kit.statistics"}
DJANGO = {"django", "celery", "kombu", "rest_framework"}
SOURCES = ("engine", "sandbox", "viewer", "kit", "matches", "platform/moonladder")


def room(module: str) -> str | None:
    """Return the room a module is in."""
    rooms = [name for name in RULES if module == name or module.startswith(f"{name}.")]
    return max(rooms, key=len, default=None)


def modules(root: Path) -> Iterator[tuple[str, ast.Module]]:
    """Yield the name and the syntax tree of every module in the rooms that exist."""
    for source in SOURCES:
        for path in sorted((root / source).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts).removeprefix("platform.")
            yield name, ast.parse(path.read_text(), filename=str(path))


def imports(module: str, tree: ast.Module) -> Iterator[str]:
    """Yield the full name of everything a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module.rsplit(".", node.level)[0] + "." if node.level else ""
            yield from (f"{base}{node.module or ''}.{alias.name}" for alias in node.names)


def offence(importer: str, imported: str) -> str | None:
    """Say why a module may not import another, if it may not."""
    here, there = room(importer), room(imported)
    if here is None:
        return f"{importer} is in no room: add its room to RULES"
    if here in WITHOUT_DJANGO and imported.partition(".")[0] in DJANGO:
        return f"{importer} imports {imported}: {here} knows nothing of Django"
    if importer.endswith(".services") and ".tasks" in imported:
        return f"{importer} imports {imported}: tasks call services, never the other way"
    if there is not None and there != here and there not in RULES[here]:
        return f"{importer} imports {imported}: {here} may not know {there}"
    return None


def offences(root: Path) -> list[str]:
    """List every import that breaks a rule."""
    found = (
        offence(name, imported) for name, tree in modules(root) for imported in imports(name, tree)
    )
    return [sentence for sentence in found if sentence]


def environment_readers(root: Path) -> list[str]:
    """List the modules of the site that touch the process environment."""
    return [
        name
        for name, tree in modules(root)
        if room(name) not in WITHOUT_DJANGO
        and any(
            isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv"}
            for node in ast.walk(tree)
        )
    ]


def test_every_import_stays_within_its_layer() -> None:
    assert offences(ROOT) == []


def test_only_one_module_reads_the_environment() -> None:
    assert environment_readers(ROOT) == ["moonladder.env"]


def test_forbidden_imports_are_found_wherever_they_hide(tmp_path: Path) -> None:
    write(tmp_path, "engine/rules.py", "def deal():\n    from django.db import models\n")
    write(
        tmp_path, "engine/games/__init__.py", "from sandbox import open\nfrom ..rules import deal"
    )
    write(tmp_path, "platform/moonladder/bots/models.py", "import moonladder.ladders.models\n")
    write(tmp_path, "platform/moonladder/bots/services.py", "from moonladder.bots import tasks\n")
    write(tmp_path, "matches/tasks.py", "import engine.referee\n")
    assert offences(tmp_path) == [
        "engine.games.__init__ imports sandbox.open: engine may not know sandbox",
        "engine.rules imports django.db.models: engine knows nothing of Django",
        "matches.tasks imports engine.referee: matches may not know engine",
        "moonladder.bots.models imports moonladder.ladders.models: "
        "moonladder.bots may not know moonladder.ladders",
        "moonladder.bots.services imports moonladder.bots.tasks: "
        "tasks call services, never the other way",
    ]


def test_allowed_imports_pass(tmp_path: Path) -> None:
    write(tmp_path, "matches/runner.py", "import engine\nfrom sandbox import open\n")
    write(
        tmp_path, "matches/services.py", "from . import models\nfrom matches.runner import play\n"
    )
    write(
        tmp_path, "platform/moonladder/web/views.py", "from moonladder.ladders import selectors\n"
    )
    assert offences(tmp_path) == []


def test_a_second_reader_of_the_environment_is_found(tmp_path: Path) -> None:
    write(tmp_path, "platform/moonladder/web/views.py", "import os\nhome = os.environ['HOME']\n")
    assert environment_readers(tmp_path) == ["moonladder.web.views"]


def write(root: Path, name: str, text: str) -> None:
    """Write one module of a house made up for a test."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
