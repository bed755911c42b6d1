"""Every language: recognised, built and run in a box; honest bots notice nothing of it."""

from pathlib import Path

import pytest

import sandbox
from sandbox.runtimes import RUNTIMES, Runtime, named, recognise

DEADLINE = sandbox.Deadline(charged=20, wall=90)
HONEST = sorted(Path(__file__).with_name("honest").iterdir())
SUM_OF_SQUARES = b"285"


def archive(*names: str) -> sandbox.Archive:
    return sandbox.Archive.of(sandbox.File(name, b"") for name in names)


@pytest.mark.parametrize("runtime", RUNTIMES.values(), ids=RUNTIMES)
def test_the_echo_of_each_language_answers_in_a_box(
    runtime: Runtime, backend: sandbox.Backend
) -> None:
    assert recognise(runtime.echo()) is runtime
    built = sandbox.build(runtime.echo(), runtime, backend=backend)
    assert built.log.strip()
    with sandbox.open(built.files, runtime, backend=backend) as channel:
        for line in (b"one", b"two"):
            channel.send(line + b"\n")
            assert channel.receive(DEADLINE).line == line


@pytest.mark.parametrize("path", HONEST, ids=lambda path: path.name)
def test_an_honest_bot_notices_nothing(path: Path, backend: sandbox.Backend) -> None:
    """Threads, processes, event loops, locks and scratch files, in every language."""
    source = sandbox.read_upload(path.name, path.read_bytes())
    runtime = recognise(source)
    built = sandbox.build(source, runtime, backend=backend)
    with sandbox.open(built.files, runtime, backend=backend) as channel:
        for _ in range(2):
            channel.send(b"go\n")
            assert channel.receive(DEADLINE).line == SUM_OF_SQUARES, channel.usage().stderr


def test_a_bot_of_several_files_imports_its_own(backend: sandbox.Backend) -> None:
    files = sandbox.Archive.of(
        [
            sandbox.File("bot.py", b"from lib.moves import best\nprint(best(input()), flush=True)"),
            sandbox.File("lib/moves.py", b"def best(line):\n    return line.upper()\n"),
        ]
    )
    with sandbox.open(files, "python", backend=backend) as channel:
        channel.send(b"left\n")
        assert channel.receive(DEADLINE).line == b"LEFT"


@pytest.mark.parametrize(
    ("names", "language"),
    [
        (["bot.py", "helper.js"], "python"),
        (["main.rs", "other.rs"], "rust"),
        (["anything.go"], "go"),
        (["Main.java", "Board.java"], "java"),
        (["bot.js", "bot.c"], "javascript"),
    ],
)
def test_the_main_file_names_the_language(names: list[str], language: str) -> None:
    assert recognise(archive(*names)).name == language


@pytest.mark.parametrize("names", [["a.py", "b.js"], ["readme.txt"], ["lib/bot.py"]])
def test_without_a_main_file_there_is_a_sentence(names: list[str]) -> None:
    with pytest.raises(sandbox.UploadRefused, match=r"name it one of: bot\.py"):
        recognise(archive(*names))


def test_several_files_and_no_main_one_is_refused(backend: sandbox.Backend) -> None:
    with pytest.raises(sandbox.UploadRefused, match=r"there is no bot\.py or main\.py"):
        sandbox.open(archive("a.py", "b.py"), "python", backend=backend)


def test_an_unknown_language_is_named_with_the_known_ones() -> None:
    with pytest.raises(sandbox.Unavailable, match="'cobol'; the runtimes are: python, javascript"):
        named("cobol")


def test_no_entry_lacks_what_others_have() -> None:
    for runtime in RUNTIMES.values():
        assert runtime.packages
        assert runtime.suffix == Path(runtime.mains[0]).suffix
        assert any("{" in word for word in (*runtime.build, *runtime.run))


@pytest.mark.parametrize("tool", [tool for r in RUNTIMES.values() for tool in r.tools])
def test_tools_are_programs_and_not_shims(tool: str) -> None:
    path = sandbox.backend("process").find(tool)
    assert path is not None
    assert "/shims/" not in path
    with open(path, "rb") as file:
        assert file.read(4) == b"\x7fELF"
