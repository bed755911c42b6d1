"""The starter bots, one folder for each language, and what `moonladder new` makes of them.

A starter plays every game as it stands. For an author it gets a README that says where to begin
with one game, and in Python the helper it imports.
"""

import shlex
from pathlib import Path

import engine
from engine.spec import GameSpec
from kit import vendor
from sandbox import RUNTIMES, Archive, File, read_folder, runtime

HERE = Path(__file__).parent
HELPER = Path(vendor.ROOT, "kit", "bot.py")
LANGUAGES = tuple(RUNTIMES)


def archive(game: str, language: str) -> Archive:
    """A new bot for that game: what an author begins with."""
    spec = engine.get(game)
    files = {file.path: file for file in read_folder(HERE / runtime(language).name).files}
    files["README.md"] = File("README.md", _readme(spec, language).encode())
    if language == "python":
        files["moonladder_bot.py"] = File("moonladder_bot.py", HELPER.read_bytes())
    return Archive.of(files.values())


def first_commands(spec: GameSpec, bot: str) -> list[str]:
    """What to type to see a new bot play, be examined and be measured."""
    others = " ".join(["house:random"] * (spec.seat_counts[0] - 1))
    bot = shlex.quote(bot)
    return [
        f"moonladder play {spec.name} {bot} {others} --watch",
        f"moonladder check {bot} --game {spec.name}",
        f"moonladder duel {spec.name} {bot} house:random --blocks 50",
    ]


def _readme(spec: GameSpec, language: str) -> str:
    about = (HERE / language / "README.md").read_text("utf-8")
    commands = "\n".join([*first_commands(spec, "."), f"moonladder rules {spec.name}"])
    return f"{about}\n## {spec.title}\n\n{_hints(spec)}\nIn this folder:\n\n```\n{commands}\n```\n"


def _hints(spec: GameSpec) -> str:
    """Where to begin with a game; one that has no hints yet has its rules."""
    page = HERE / "hints" / f"{spec.name}.md"
    if page.is_file():
        return page.read_text("utf-8")
    return "What is asked, offered and shown stands in the rules.\n"
