"""What the online subcommands share: which site they ask, how bots and matches are named."""

import argparse
import re

from kit.command.subcommand import Refused
from kit.online.keyring import Keyring
from kit.online.site import Answer, Site
from kit.story import harmless


def add_site(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--site", metavar="URL", help="the site to ask (the one you logged in to last)"
    )


def add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "match", metavar="MATCH", help="a match as LADDER/NUMBER, or the address of its page"
    )


def open_site(args: argparse.Namespace) -> Site:
    """The site that is meant."""
    login = Keyring.own().login(args.site)
    if login is None:
        raise Refused("no site is known yet: log in with `moonladder login URL`, or give --site")
    return Site(login)


def own_name(site: Site) -> str:
    """What one is called there; what needs an account says so when there is none."""
    if not site.is_known:
        raise Refused(f"you are nobody at {site.address}: log in with `moonladder login`")
    return str(site.get("account/")["name"])


def full_name(site: Site, bot: str) -> str:
    """A bot as `owner/name`; a name alone is one's own bot."""
    return bot if "/" in bot else f"{own_name(site)}/{bot}"


def match_path(text: str) -> str:
    """Where the API has a match."""
    found = re.fullmatch(r"(?:https?://[^/]+/matches/)?([A-Za-z0-9_-]+)/([0-9]+)/?", text)
    if found is None:
        raise Refused(f"write a match as LADDER/NUMBER, such as shamans/17, not {text!r}")
    return f"matches/{found[1]}/{found[2]}/"


def ladder_path(slug: str) -> str:
    """Where the API has a ladder."""
    if re.fullmatch(r"[A-Za-z0-9_-]+", slug) is None:
        raise Refused(f"write a ladder as its address has it, such as shamans, not {slug!r}")
    return f"ladders/{slug}/"


def bot_of(seat: Answer) -> str:
    """A bot of an answer, with its version, as people write it."""
    named = f"{seat['bot']['owner']}/{seat['bot']['name']}"
    return harmless(f"{named} v{seat['version']}")


def name_of(match: Answer) -> str:
    """A match as people write it."""
    return f"{match['ladder']}/{match['number']}"
