"""What differs between two versions: files by path, settings by name."""

from moonladder.bots.differences import (
    SETTINGS_BYTES,
    SETTINGS_FILES,
    Differences,
    FileChange,
    SettingChange,
    differences,
    listing,
)
from sandbox.archive import File


def compared(before: dict[str, str], after: dict[str, str]) -> Differences:
    """The differences between files of these contents."""
    sides = ([File(path, text.encode()) for path, text in side.items()] for side in (before, after))
    return differences(*(listing(files) for files in sides))


def test_files_are_added_removed_and_changed() -> None:
    found = compared(
        {"bot.py": "1", "gone.py": "22", "same.py": "-"},
        {"bot.py": "333", "new/one.py": "", "same.py": "-"},
    )
    assert found.files == [
        FileChange("bot.py", 1, 3),
        FileChange("gone.py", 2, None),
        FileChange("new/one.py", None, 0),
    ]
    assert [file.kind for file in found.files] == ["changed", "removed", "added"]
    assert found.settings == []


def test_a_file_of_the_same_size_may_have_changed() -> None:
    assert compared({"bot.py": "12"}, {"bot.py": "21"}).files == [FileChange("bot.py", 2, 2)]


def test_a_program_that_may_be_run_now_has_changed() -> None:
    plain, runs = (listing([File("bot", b"", executable)]) for executable in (False, True))
    assert differences(plain, runs).files == [FileChange("bot", 0, 0)]


def test_equal_files_do_not_differ() -> None:
    assert compared({"bot.py": "1"}, {"bot.py": "1"}) == Differences([], [])


def test_settings_are_compared_by_their_dotted_names() -> None:
    found = compared(
        {"weights.json": '{"depth": 3, "name": "old", "play": {"risk": 0.5, "calm": true}}'},
        {"weights.json": '{"play": {"risk": 0.75, "calm": true}, "name": "old", "books": [1]}'},
    )
    assert found.settings == [
        SettingChange("weights.json", "depth", "3", None),
        SettingChange("weights.json", "play.risk", "0.5", "0.75"),
        SettingChange("weights.json", "books", None, "[1]"),
    ]


def test_settings_may_be_toml() -> None:
    found = compared(
        {"bot.toml": "[search]\ndepth = 3\nsince = 2026-03-01\n"},
        {"bot.toml": "[search]\ndepth = 4\nsince = 2026-03-01\n"},
    )
    assert found.settings == [SettingChange("bot.toml", "search.depth", "3", "4")]


def test_what_is_no_file_of_settings_is_compared_as_a_file_alone() -> None:
    long = '{"a": "' + "a" * SETTINGS_BYTES + '"}'
    for path, before, after in (
        ("broken.json", "{", '{"a": 1}'),
        ("list.json", "[1]", "[2]"),
        ("deep.json", '{"a":' * 3000 + "1" + "}" * 3000, '{"a": 1}'),
        ("digits.json", '{"a": ' + "9" * 9999 + "}", '{"a": 1}'),
        ("half.json", '{"a": "\\ud800"}', '{"a": 1}'),
        ("named.json", '{"\\udfff": 2, "a": 2}', '{"a": 1}'),
        ("repeats.json", '{"' + "b" * 300 + '": {"a": 2, "b": 2}}', '{"a": 1}'),
        ("bytes.toml", "a = '\0'", "a = 1"),
        ("parts.toml", "a" + ".a" * 80 + " = 2", "a" + ".a" * 80 + " = 1"),
        ("digits.toml", "a" + ".1" * 80 + " = 2", "a" + ".1" * 80 + " = 1"),
        ("quoted.toml", "a" + ' . "."' * 40 + " = 2", "a" + ' . "."' * 40 + " = 1"),
        ("long.json", long, '{"a": 1}'),
        ("notes.txt", '{"a": 2}', '{"a": 1}'),
    ):
        found = compared({path: before}, {path: after})
        assert found.settings == []
        assert [file.path for file in found.files] == [path]


def test_a_line_of_toml_may_hold_many_numbers() -> None:
    weights = ", ".join(["0.5", "-0.25", "1.5e-3"] * 100)
    found = compared({"w.toml": f"w = [{weights}]"}, {"w.toml": f"w = [{weights}, 1.0]"})
    assert [change.name for change in found.settings] == ["w"]


def test_settings_of_a_new_file_are_not_listed_one_by_one() -> None:
    assert compared({}, {"weights.json": '{"depth": 3}'}).settings == []


def test_only_so_many_files_are_looked_into() -> None:
    sides = (
        [File(f"{number:03}.json", b'{"a": %d}' % a) for number in range(SETTINGS_FILES + 5)]
        for a in (1, 2)
    )
    found = differences(*(listing(files) for files in sides))
    assert len(found.files) == SETTINGS_FILES + 5
    assert len(found.settings) == SETTINGS_FILES
