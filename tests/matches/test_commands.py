"""What organisers type: each command says what it found, and exits with it."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from matches.models import Match, Record, SwapBlock
from moonladder.bots.models import Bot, Version
from moonladder.ladders.models import Block, Entry, Ladder
from tests.matches import arena


def run(*words: str) -> str:
    """Run a command and return what it says."""
    said = StringIO()
    call_command(*words, stdout=said, stderr=said)
    return said.getvalue()


def test_reproduce_says_identical(quartet: Ladder) -> None:
    (match, *_) = arena.play_rounds(quartet, 1)
    assert "identical" in run("reproduce", f"quick/{match.number}")
    assert match.fingerprint in run("reproduce", str(match.pk))


def test_reproduce_names_the_first_divergence(ladder: Ladder) -> None:
    for name, player in (("ada", "first"), ("bob", "first"), ("eve", "moody")):
        arena.seat(ladder, name, player)
    matches = arena.play_rounds(ladder, 2)
    assert any("came out otherwise at decision" in refusal(match) for match in matches)


def refusal(match: Match) -> str:
    """What `reproduce` complains of; nothing when the match came out the same."""
    try:
        run("reproduce", str(match.pk))
    except CommandError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("name", "said"),
    [("quick", "Write LADDER/NUMBER"), ("quick/9", "There is no match"), ("7", "no match 7")],
)
def test_reproduce_says_what_it_needs(ladder: Ladder, name: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run("reproduce", name)


def test_reproduce_wants_a_finished_match(quartet: Ladder) -> None:
    arena.planning.ranked_plan(ladder=quartet)
    with pytest.raises(CommandError, match="only a finished match"):
        run("reproduce", "quick/1")


def test_verify_records_replays_all_or_some(quartet: Ladder) -> None:
    arena.play_rounds(quartet, 1)
    assert "All 3 records hold" in run("verify_records")
    assert "All 2 records hold" in run("verify_records", "--ladder", "quick", "--sample", "2")


def test_verify_records_names_those_that_do_not_hold(quartet: Ladder) -> None:
    first, second, _ = arena.play_rounds(quartet, 1)
    Record.objects.filter(match=first).update(content=Record.objects.get(match=second).content)
    with pytest.raises(CommandError, match="1 of 3 records do not hold"):
        run("verify_records")


def test_verify_seeds_checks_commitment_and_every_seed(quartet: Ladder) -> None:
    arena.planning.ranked_plan(ladder=quartet)
    arena.planning.ranked_plan(ladder=quartet)
    assert "All 2 seeds of quick follow" in run("verify_seeds", "quick")
    Block.objects.filter(number=2).update(seed=7)
    with pytest.raises(CommandError, match=r"seed of their own: 2\."):
        run("verify_seeds", "quick")
    Ladder.objects.update(secret="0" * 64)
    with pytest.raises(CommandError, match="not the one it was committed to"):
        run("verify_seeds", "quick")


def test_recompute_ratings_compares_and_repairs(quartet: Ladder) -> None:
    arena.play_rounds(quartet, 1, arena.decide_block)
    assert "quick: identical, 3 steps" in run("recompute_ratings")
    Entry.objects.filter(ladder=quartet).update(elo=7)
    with pytest.raises(CommandError, match="--repair"):
        run("recompute_ratings", "quick")
    run("recompute_ratings", "quick", "--repair")
    assert "identical" in run("recompute_ratings", "quick")


def test_unknown_ladders_are_said_to_be_unknown(quartet: Ladder) -> None:
    for command in ("verify_seeds", "recompute_ratings"):
        with pytest.raises(CommandError, match="There is no ladder 'slow'"):
            run(command, "slow")


def test_sandbox_check_exits_with_an_error_where_nothing_is_isolated(settings: Settings) -> None:
    settings.SANDBOX = "process"
    with pytest.raises(CommandError, match="only the house bots play"):
        run("sandbox_check")


def test_submit_uploads_a_file_or_a_folder_for_an_owner(
    ladder: Ladder, settings: Settings, tmp_path: Path
) -> None:
    settings.SANDBOX = ""
    (tmp_path / "mybot").mkdir()
    (tmp_path / "mybot" / "bot.py").write_bytes(arena.source("first"))
    for path in (tmp_path / "mybot", tmp_path / "mybot" / "bot.py"):
        run("submit", str(path), "--owner", "ada", "--ladder", "quick", "--no-wait")
    names = Version.objects.order_by("pk").values_list("bot__name", "number", "upload_name")
    assert list(names) == [("mybot", 1, "mybot.tar.gz"), ("bot", 1, "bot.py")]
    assert Entry.objects.filter(ladder=ladder, bot__owner__username="ada").count() == 2


def test_submit_says_what_is_wrong(ladder: Ladder, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there are: quick"):
        run("submit", "bot.py", "--owner", "ada", "--ladder", "slow")
    with pytest.raises(CommandError, match="No such file"):
        run("submit", str(tmp_path / "bot.py"), "--owner", "ada", "--ladder", "quick")
    (tmp_path / "bot.py").write_bytes(arena.source("first"))
    with pytest.raises(CommandError, match="takes no uploads"):
        run("submit", str(tmp_path / "bot.py"), "--owner", "ada", "--ladder", "quick")


@pytest.mark.django_db
def test_demo_makes_every_ladder_once_and_uploads_the_house() -> None:
    said = run("demo")
    assert all(f"{slug}: " in said for slug in ("shamans", "shadow-hunters", "shamanix"))
    versions = Version.objects.count()
    assert versions == Bot.objects.filter(is_house=True).count() > 0
    run("demo")
    assert (Ladder.objects.count(), Version.objects.count()) == (3, versions)
    assert not Match.objects.exists(), "workers do the rest"


def test_challenge_says_which_match_it_is(quartet: Ladder) -> None:
    bots = ("ada/ada", "bob/bob/v1", "ada/ada")
    said = run("challenge", "quick", *bots, "--user", "ada", "--seed", "7")
    assert "quick/1 waits to be played" in said
    assert Block.objects.get().seed == 7


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("slow", "ada/ada", "--user", "ada"), "There is no ladder 'slow'"),
        (("quick", "ada/ada", "--user", "eve"), "There is no user 'eve'"),
        (("quick", "ada/bob", "--user", "ada"), "There is no bot ada/bob"),
        (("quick", "ada/ada", "--user", "ada"), "has 3 seats"),
    ],
)
def test_challenge_says_what_is_wrong(quartet: Ladder, words: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run("challenge", *words)


def test_swap_test_asks_and_tells_how_it_stands(quartet: Ladder) -> None:
    arena.play_rounds(quartet, 5, arena.decide_block)
    arena.take_over(Bot.objects.get(name="ada"), "last")
    said = run("swap_test", "ada/ada", "--ladder", "quick", "--blocks", "2")
    assert "6 of 6 matches are still to be played" in said
    for block in Block.objects.filter(swap_block__isnull=False):
        arena.decide_block(block)
    said = run("swap_test", "ada/ada/v2", "--against", "v1", "--ladder", "quick", "--blocks", "2")
    assert "0 of 6 matches" in said
    assert "v2 scores" in said
    assert SwapBlock.objects.filter(asked_by__username="ada").count() == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ada/ada", "--ladder", "slow"), "There is no ladder 'slow'"),
        (("ada/ada/v9", "--ladder", "quick"), "There is no version ada/ada/v9"),
        (("ada/ada", "--ladder", "quick"), "No other version of ada has blocks on quick"),
        (("ada/ada", "--ladder", "quick", "--against", "v1"), "Name another version of ada"),
    ],
)
def test_swap_test_says_why_it_is_refused(quartet: Ladder, words: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run("swap_test", *words)
