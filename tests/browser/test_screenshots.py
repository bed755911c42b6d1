"""`make screenshots`: every page on a desk and on a phone, in light and in dark, and an album."""

import sys
from pathlib import Path

import pytest

from tests.browser import screenshots
from tests.browser.show import Show


def size_of(picture: Path) -> tuple[int, int]:
    """Width and height, as a PNG file tells them in its head."""
    head = picture.read_bytes()[16:24]
    return int.from_bytes(head[:4], "big"), int.from_bytes(head[4:], "big")


def test_a_page_is_taken_in_every_size_and_scheme_and_put_into_the_album(
    show: Show, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stops = [stop for stop in show.stops if stop.page == "login"]
    screenshots.take_all(show, stops, tmp_path)
    files = {
        "login-desk-light.png": 1280,
        "login-desk-dark.png": 1280,
        "login-phone-light.png": 390,
        "login-phone-dark.png": 390,
    }
    assert {file.name: size_of(file)[0] for file in tmp_path.glob("*.png")} == files
    album = (tmp_path / "index.html").read_text()
    assert [name for name in files if f'src="{name}"' not in album] == []
    assert "4 of 4" in capsys.readouterr().out


def test_no_two_pictures_have_the_same_file(show: Show) -> None:
    files = [each.file for stop in show.stops for each in screenshots.pictures_of(stop)]
    assert len(set(files)) == len(files)


def test_a_machine_without_a_browser_is_told_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["screenshots"])
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit):
        screenshots.main()
    assert "chromium and redis-server not installed" in capsys.readouterr().err
