"""The tokens of this person on this machine: one file that only they can read.

MOONLADDER_SITE and MOONLADDER_TOKEN go before the file, so that a machine that tests bots needs
none.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

SITE, TOKEN = "MOONLADDER_SITE", "MOONLADDER_TOKEN"


class Unreadable(Exception):
    """The file with the tokens is no such file; the sentence says what to do."""


class Login(NamedTuple):
    """A site and who one is there; without a token one may still look."""

    address: str
    token: str | None


class Keyring:
    """The sites somebody has logged in to, and the one used last."""

    def __init__(self, path: Path, environment: Mapping[str, str]) -> None:
        self.path = path
        self._environment = environment

    @classmethod
    def own(cls) -> "Keyring":
        """The keyring of whoever runs this program."""
        home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
        return cls(Path(home) / "moonladder" / "logins.json", os.environ)

    def login(self, address: str | None) -> Login | None:
        """The login at that address, or at the site in use; None if no site was ever named."""
        tokens, used = self._read()
        where = address or self._environment.get(SITE) or used
        if where is None:
            return None
        site = tidy(where)
        return Login(site, self._token_of_environment(site) or tokens.get(site))

    def _token_of_environment(self, site: str) -> str | None:
        """The token that is set, for the site that is set beside it and for no other."""
        meant = self._environment.get(SITE)
        return self._environment.get(TOKEN) if meant and tidy(meant) == site else None

    def keep(self, login: Login) -> None:
        """Remember a login, and use its site from now on."""
        tokens, _ = self._read()
        site = tidy(login.address)
        self._write({**tokens, site: str(login.token)}, site)

    def forget(self, address: str) -> bool:
        """Forget the token of a site; False if there was none."""
        tokens, used = self._read()
        there = tokens.pop(tidy(address), None)
        if there is not None:
            self._write(tokens, used)
        return there is not None

    def _read(self) -> tuple[dict[str, str], str | None]:
        try:
            kept = json.loads(self.path.read_bytes())
            return dict(kept["tokens"]), kept["used"]
        except FileNotFoundError:
            return {}, None
        except (ValueError, KeyError, TypeError):
            how = "delete it and log in again"
            raise Unreadable(f"{self.path} does not hold logins: {how}") from None

    def _write(self, tokens: dict[str, str], used: str | None) -> None:
        """Put a new file in the place of the old one, closed to others from its first byte."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self.path.with_suffix(f".{os.getpid()}")
        kept = json.dumps({"used": used, "tokens": tokens}, indent=2)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(f"{kept}\n")
        draft.replace(self.path)


def tidy(address: str) -> str:
    """An address as it is compared: with its scheme, without a slash at its end."""
    if "://" not in address:
        address = f"{'http' if is_near(address) else 'https'}://{address}"
    return address.rstrip("/")


def is_near(address: str) -> bool:
    """Whether a site runs on this machine, where nobody listens in between."""
    host = urlsplit(address if "://" in address else f"//{address}").hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")
