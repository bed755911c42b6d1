"""How passwords are hashed: slowly, in a lot of room, and so by few at a time."""

from threading import Thread

import pytest

from moonladder.accounts import passwords
from moonladder.accounts.passwords import RoomForTwo


def test_a_password_is_known_again_and_no_other_is() -> None:
    hasher = RoomForTwo()
    kept = hasher.encode("seven lanterns burn", "some-salt-of-ours")
    assert kept.startswith("argon2$argon2id$")
    assert hasher.verify("seven lanterns burn", kept)
    assert not hasher.verify("seven candles burn", kept)


@pytest.mark.parametrize("does", ["encode", "verify"])
def test_a_third_guess_waits_until_there_is_room(does: str) -> None:
    hasher = RoomForTwo()
    given = {"encode": "some-salt-of-ours", "verify": hasher.encode("a", "some-salt-of-ours")}
    third = Thread(target=lambda: getattr(hasher, does)("a", given[does]))
    with passwords._room, passwords._room:
        third.start()
        third.join(0.5)
        assert third.is_alive()
    third.join(60)
    assert not third.is_alive()
