"""Records as they are stored and handed out: what they name, who reads what of them, and when."""

import gzip
import json
from pathlib import Path

import pytest

from kit.command.main import main
from matches import selectors
from moonladder.ladders.models import Ladder
from tests.matches import arena

Printed = pytest.CaptureFixture[str]


def test_a_record_names_the_version_that_authors_see_in_their_own_files(
    quartet: Ladder, tmp_path: Path, capsys: Printed
) -> None:
    (match, *_) = arena.play_rounds(quartet, 1)
    record = gzip.decompress(selectors.record_content(match_id=match.pk))
    (tmp_path / "match.json").write_bytes(record)
    seat = match.table.select_related("version__bot").get(number=0)
    name = f"{seat.version.bot.name}/{seat.version.bot.name}"
    assert json.loads(record)["bots"][0] == f"{name}@{seat.version.digest[:12]}"

    habit = {"ada": "first", "bob": "last"}.get(seat.version.bot.name, "seeded")
    (tmp_path / "bot.py").write_bytes(arena.source(habit))
    rerun = ["rerun", str(tmp_path / "match.json"), "--seat", "0", "--unsandboxed", "--json"]
    assert main([*rerun, "--bot", str(tmp_path / "bot.py")]) == 0
    (tmp_path / "bot.py").write_bytes(arena.source("crasher"))
    capsys.readouterr()
    assert main([*rerun, "--bot", str(tmp_path / "bot.py")]) == 1
    why = json.loads(capsys.readouterr().out)["why"]
    assert why.startswith(f"another version: the record is of {name}@")
