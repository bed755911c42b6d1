"""Where tokens are kept, and where they are sent."""

import stat
from pathlib import Path

import pytest

from kit.online.keyring import Keyring, Login, Unreadable, is_near, tidy

HERE, FAR = "http://127.0.0.1:8000", "https://ladder.example.org"


def keyring(folder: Path, **environment: str) -> Keyring:
    return Keyring(folder / "config" / "logins.json", environment)


def test_without_a_login_no_site_is_known(tmp_path: Path) -> None:
    assert keyring(tmp_path).login(None) is None
    assert keyring(tmp_path).login(FAR) == Login(FAR, None)


def test_the_last_login_is_used_and_the_others_are_kept(tmp_path: Path) -> None:
    keyring(tmp_path).keep(Login(HERE, "ml_here"))
    keyring(tmp_path).keep(Login(FAR, "ml_far"))
    assert keyring(tmp_path).login(None) == Login(FAR, "ml_far")
    assert keyring(tmp_path).login(HERE) == Login(HERE, "ml_here")


def test_nobody_else_can_read_the_tokens(tmp_path: Path) -> None:
    ring = keyring(tmp_path)
    ring.keep(Login(HERE, "ml_here"))
    assert stat.S_IMODE(ring.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(ring.path.parent.stat().st_mode) == 0o700
    assert [path.name for path in ring.path.parent.iterdir()] == ["logins.json"]


def test_a_token_that_is_forgotten_is_gone(tmp_path: Path) -> None:
    ring = keyring(tmp_path)
    ring.keep(Login(HERE, "ml_here"))
    assert ring.forget(HERE)
    assert not ring.forget(HERE)
    assert "ml_here" not in ring.path.read_text()
    assert ring.login(None) == Login(HERE, None)


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    keyring(tmp_path).keep(Login(HERE, "ml_here"))
    ring = keyring(tmp_path, MOONLADDER_SITE=FAR, MOONLADDER_TOKEN="ml_set")
    assert ring.login(None) == Login(FAR, "ml_set")


def test_a_token_of_the_environment_goes_to_no_other_site(tmp_path: Path) -> None:
    ring = keyring(tmp_path, MOONLADDER_SITE=FAR, MOONLADDER_TOKEN="ml_set")
    assert ring.login(HERE) == Login(HERE, None)
    assert keyring(tmp_path, MOONLADDER_TOKEN="ml_set").login(HERE) == Login(HERE, None)


@pytest.mark.parametrize("content", ["", "[]", '{"used": null}', '{"tokens": 3, "used": null}'])
def test_a_file_that_holds_no_logins_says_what_to_do(tmp_path: Path, content: str) -> None:
    ring = keyring(tmp_path)
    ring.path.parent.mkdir()
    ring.path.write_text(content)
    with pytest.raises(Unreadable, match="delete it and log in again"):
        ring.login(None)


@pytest.mark.parametrize(
    ("typed", "address", "near"),
    [
        ("localhost:8000/", "http://localhost:8000", True),
        ("127.0.0.1:8000", HERE, True),
        ("http://[::1]:8000", "http://[::1]:8000", True),
        ("ladder.example.org", FAR, False),
        ("https://ladder.example.org/", FAR, False),
        ("http://localhost.example.org", "http://localhost.example.org", False),
        ("http://127.0.0.1@ladder.example.org", "http://127.0.0.1@ladder.example.org", False),
    ],
)
def test_addresses_are_compared_in_one_form(typed: str, address: str, near: bool) -> None:
    assert tidy(typed) == address
    assert is_near(address) is near
