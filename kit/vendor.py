"""Finds the modules of ours that a bot needs beside it, so that they can be uploaded with it.

A module keeps its path in the upload, so what runs in a box is what was tested here, unchanged.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OURS = ("engine", "kit")


def modules_needed_by(*modules: str) -> list[tuple[str, Path]]:
    """Path in the upload and source of the modules, and of all of ours they import in turn."""
    needed: dict[str, Path] = {}
    for module in modules:
        _add(module, needed)
    return sorted(needed.items())


def rules_of(game: str) -> list[tuple[str, Path]]:
    """The same for a game: every module of its package, those only bots import included."""
    package = f"engine.games.{game}"
    sources = sorted(ROOT.joinpath(*package.split(".")).glob("*.py"))
    return modules_needed_by(package, *(f"{package}.{source.stem}" for source in sources))


def copy_rules(game: str, folder: Path) -> list[Path]:
    """Put the rules of a game into a bot's folder, over those of an earlier time."""
    copies = []
    for path, source in rules_of(game):
        copy = folder / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(source.read_bytes())
        copies.append(copy)
    return copies


def launcher(module: str, name: str) -> bytes:
    """A `bot.py` that runs that class of that module."""
    return f"from {module} import {name}\nfrom kit.bot import run\n\nrun({name})\n".encode()


def _add(module: str, needed: dict[str, Path]) -> None:
    """The module with the packages it lies in; a name imported from a module is passed over."""
    source = _source(module)
    if source is None or source in needed.values():
        return
    needed[source.relative_to(ROOT).as_posix()] = source
    if "." in module:
        _add(module.rpartition(".")[0], needed)
    for imported in _imports(ast.parse(source.read_bytes())):
        _add(imported, needed)


def _source(module: str) -> Path | None:
    path = ROOT.joinpath(*module.split("."))
    candidates = (path.with_suffix(".py"), path / "__init__.py")
    return next((candidate for candidate in candidates if candidate.is_file()), None)


def _imports(tree: ast.Module) -> Iterator[str]:
    """What is imported when the module is, and not only where a function is called."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if _is_ours(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module and _is_ours(node.module):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in OURS
