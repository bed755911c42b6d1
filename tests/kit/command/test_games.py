"""`games` and `rules`: what there is to play, and how."""

import json

import pytest

import engine
from kit.command.main import main
from kit.command.rules import rules_of


def test_games_lists_games_seats_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "shadow_hunters  Shadow Hunters  4, 5, 6, 7, 8  1            " in lines
    assert max(map(len, lines)) <= 80
    for spec in map(engine.get, engine.names()):
        assert all(any(line.startswith(f"  {o.name} ") for line in lines) for o in spec.options)


def test_games_for_scripts_are_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    assert [game["name"] for game in games] == list(engine.names())
    shamans = games[0]
    assert shamans["seats"] == [3, 4, 5]
    assert shamans["roles"] == {"shaman": "shamans", "shadow": "shadows"}
    assert shamans["options"][0]["default"] == {"3": 9, "4": 11, "5": 22}


@pytest.mark.parametrize("game", engine.names())
def test_piped_rules_are_the_readme_of_the_game(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", game]) == 0
    assert capsys.readouterr().out == rules_of(game)


def test_one_section_of_the_rules_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "shamanix", "options"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("## Options\n")
    assert printed.count("\n## ") == 0


def test_a_drawing_in_the_rules_is_no_heading(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "shamanix", "tower"]) == 2
    assert "no section has 'tower' in its heading; there are: The table, " in (
        capsys.readouterr().err
    )
