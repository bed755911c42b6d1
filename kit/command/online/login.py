"""`moonladder login`: become known to a site by a token."""

import argparse
import getpass
import sys

from kit.command.online.shared import own_name
from kit.command.subcommand import Exit, Refused, Subcommand, aside, screen
from kit.online.keyring import Keyring, Login, is_near, tidy
from kit.online.site import Site

HERE = "http://127.0.0.1:8000"
"""Where `make run` shows its site."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("site", nargs="?", default=HERE, metavar="URL", help=f"the site ({HERE})")
    parser.add_argument("--forget", action="store_true", help="forget the token of that site")


def run(args: argparse.Namespace) -> Exit:
    address, keyring = tidy(args.site), Keyring.own()
    if args.forget:
        return _forget(keyring, address)
    if not is_near(address) and address.startswith("http://"):
        raise Refused(f"{address} would get your token unencrypted: write https://")
    login = Login(address, _token(address))
    with Site(login) as site:
        name = own_name(site)
    keyring.keep(login)
    screen.print(f"You are {name} at {address}.", markup=False, soft_wrap=True)
    return Exit.YES


def _token(address: str) -> str:
    """The token that is typed, unseen, or piped in."""
    if sys.stdin.isatty():
        aside.print(
            f"Make a token at {address}/account/ and paste it here.", markup=False, soft_wrap=True
        )
        token = getpass.getpass("Token (is not shown): ")
    else:
        token = sys.stdin.readline()
    token = token.strip()
    if not (token.isascii() and token.isprintable() and token):
        raise Refused(f"that is no token: {address}/account/ makes one that begins with ml_")
    return token


def _forget(keyring: Keyring, address: str) -> Exit:
    if not keyring.forget(address):
        raise Refused(f"there is no token of {address} on this machine")
    words = f"The token is forgotten here. It is good until you revoke it: {address}/account/"
    screen.print(words, markup=False, soft_wrap=True)
    return Exit.YES


SUBCOMMAND = Subcommand(
    name="login",
    summary="become known to a site, with a token from your account page",
    description="Ask for a token, see at the site whose it is, and keep it for the other commands, "
    "in a file that only you can read. Without a terminal the token is read from standard input. "
    "For scripts, MOONLADDER_SITE and MOONLADDER_TOKEN together do without the file.",
    examples="""\
login
login https://ladder.example.org
login https://ladder.example.org < token.txt
login https://ladder.example.org --forget""",
    arguments=arguments,
    run=run,
)
