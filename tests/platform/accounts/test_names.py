"""What an account may be called."""

import pytest

from moonladder.accounts import names


@pytest.mark.parametrize("name", ["ada", "b2", "ada-lovelace", "7-of-9", "x" * 30])
def test_plain_names_are_taken(name: str) -> None:
    assert names.objection(name) is None


@pytest.mark.parametrize(
    "name",
    ["Ada", "ada lovelace", "ada/bot", "-ada", "ada-", "a--b", "ádá", "ada.l", "ada\n", "a\x00b"],
)
def test_names_that_would_not_stand_in_an_address_are_refused(name: str) -> None:
    assert str(names.objection(name)).startswith("Use small letters")


@pytest.mark.parametrize("name", ["", "a", "x" * 31])
def test_names_have_a_length(name: str) -> None:
    assert names.objection(name) == "Choose a name of 2 to 30 characters."


@pytest.mark.parametrize("name", ["admin", "api", "house", "moonladder", "organiser"])
def test_nobody_speaks_for_the_site(name: str) -> None:
    assert str(names.objection(name)).startswith(f"The site keeps the name {name!r}")
