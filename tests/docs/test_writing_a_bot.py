"""The page on writing a bot is followed to the letter, where the kit has just been installed."""

import re
from pathlib import Path

from kit import starters
from sandbox import UploadLimits
from tests.docs.following import BLOCK, run

WHOLE = (Path(__file__).parents[2] / "docs" / "3-writing-a-bot.md").read_text(encoding="utf-8")
ONLINE = "\n## 9. On a ladder\n"
"""From here on a site is needed: tests/kit/online follow that."""
PAGE, _, LADDER = WHOLE.partition(ONLINE)
TIME = re.compile(r"\d+(\.\d+)? m?s\b")


def follow(page: str, folder: Path, programs: Path) -> None:
    """Write every program, run every command, and find every line that is shown as printed."""
    printed = ""
    for language, label, body in BLOCK.findall(page):
        if language == "sh":
            printed = run(body, folder, programs)
        elif label == "printed":
            check_printed(body, printed)
        elif label == "score":
            replace_score(folder / "mybot" / "bot.py", body)
        elif label:
            (folder / label).write_text(body, encoding="utf-8")


def check_printed(shown: str, printed: str) -> None:
    """Every line is there, but for the times in it; three dots stand for lines left out."""
    there = [likeness(line) for line in printed.splitlines()]
    for line in shown.splitlines():
        assert line == "..." or likeness(line) in there, f"{line!r} is not in:\n{printed}"


def likeness(line: str) -> str:
    return " ".join(TIME.sub("TIME", line).split())


def replace_score(path: Path, function: str) -> None:
    """Do as the page says: put the function in the place of the starter's."""
    program = path.read_text(encoding="utf-8")
    (old,) = re.findall(r"^def score.*?(?=\n\n\nclass )", program, re.MULTILINE | re.DOTALL)
    path.write_text(program.replace(old, function.rstrip()), encoding="utf-8")


def test_the_page_does_what_it_says(tmp_path: Path, kit_programs: Path) -> None:
    follow(PAGE, tmp_path, kit_programs)


def test_six_commands_lead_to_a_bot_that_beats_chance() -> None:
    """Those that install the kit included; the last one shows that it does."""
    first = PAGE.split("\n## ")[1]
    commands = [
        line
        for language, label, body in BLOCK.findall(first)
        if language == "sh" or (language, label) == ("text", "")
        for line in body.splitlines()
    ]
    assert first.startswith("1. A bot that beats chance, in six commands\n")
    assert len(commands) == 6
    assert commands[-1].startswith("moonladder duel shamanix mybot house:random")


def test_the_limits_and_languages_are_those_there_are() -> None:
    limits, page = UploadLimits(), " ".join(PAGE.split())
    sizes = f"at most {limits.archive_mib} MiB, {limits.unpacked_mib} MiB unpacked, and"
    assert f"{sizes} {limits.files} files" in page
    *most, last = (f"`{language}`" for language in starters.LANGUAGES)
    assert f"knows {', '.join(most)} and {last}." in page
