"""Puts the subcommands together: reads the command line, runs one, ends with its code."""

import argparse
import os
import sys
import textwrap
from collections.abc import Iterator, Sequence

import engine
from engine.console import LeftTheTable
from engine.faults import PlatformError
from kit.command import (
    check,
    doctor,
    duel,
    games,
    new,
    play,
    rerun,
    rules,
    show,
    vendor,
    verify,
    view,
)
from kit.command.online import (
    challenge,
    download,
    login,
    logs,
    matches,
    standings,
    submit,
    watch,
)
from kit.command.subcommand import Exit, Refused, Subcommand, aside
from kit.entrants import NoSuchBot
from kit.house_bots import UnknownHouseBot
from kit.ledger import WrongLedger
from kit.online.keyring import Unreadable
from kit.online.site import SiteFails, SiteRefuses
from sandbox import BuildFailed, SandboxError, UploadRefused

HERE: tuple[Subcommand, ...] = (
    games.SUBCOMMAND,
    rules.SUBCOMMAND,
    new.SUBCOMMAND,
    vendor.SUBCOMMAND,
    play.SUBCOMMAND,
    check.SUBCOMMAND,
    duel.SUBCOMMAND,
    show.SUBCOMMAND,
    view.SUBCOMMAND,
    verify.SUBCOMMAND,
    rerun.SUBCOMMAND,
    doctor.SUBCOMMAND,
)
"""What needs no site, in the order in which an author meets it."""

AT_A_SITE: tuple[Subcommand, ...] = (
    login.SUBCOMMAND,
    submit.SUBCOMMAND,
    standings.SUBCOMMAND,
    matches.SUBCOMMAND,
    challenge.SUBCOMMAND,
    watch.SUBCOMMAND,
    logs.SUBCOMMAND,
    download.SUBCOMMAND,
)
"""What asks one."""

SUBCOMMANDS = HERE + AT_A_SITE

INTRODUCTION = """\
Write a bot for Moonladder, play it, examine it and compare it, on your own
machine: with the engine, referee and boxes of the server, without a network.
Then log in to a site, submit the bot to a ladder, and see how it fares there.
"""

CLOSING = """\
`moonladder COMMAND --help` explains a command and shows examples.

exit codes:
  0    done, and whatever was asked holds
  1    done, and it does not hold: a fault, a difference, a missing protection
  2    not done: the command cannot be carried out as it was typed
  3    not done: this machine failed or lacks something, or the site failed
  130  stopped by Ctrl-C
"""

WIDTH = 78
"""Of running text, so that it fits the narrowest terminal in use."""

REFUSALS = (
    Refused,
    engine.UnknownGame,
    engine.BadOptions,
    NoSuchBot,
    WrongLedger,
    UnknownHouseBot,
    UploadRefused,
    Unreadable,
    SiteRefuses,
    OSError,
)
"""What is wrong with what was typed; each says so in one sentence."""


def parser() -> argparse.ArgumentParser:
    """All subcommands, each with a help that shows how to use it."""
    top = argparse.ArgumentParser(
        prog="moonladder",
        usage="moonladder COMMAND ...",
        description="\n".join((INTRODUCTION, *_listed())),
        epilog=CLOSING,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(
        dest="command", prog="moonladder", required=True, metavar="COMMAND", help=argparse.SUPPRESS
    )
    for subcommand in SUBCOMMANDS:
        _explain(commands.add_parser(subcommand.name), subcommand)
    return top


def _listed() -> Iterator[str]:
    """A line for each subcommand, below where it does its work."""
    width = max(len(subcommand.name) for subcommand in SUBCOMMANDS)
    for title, subcommands in (("on this machine", HERE), ("at a site", AT_A_SITE)):
        yield f"{title}:"
        for subcommand in subcommands:
            yield f"  {subcommand.name:<{width}}  {subcommand.summary}"
        yield ""


def _explain(one: argparse.ArgumentParser, subcommand: Subcommand) -> None:
    """Give a subcommand's parser its arguments, its help and what it runs."""
    examples = "\n".join(f"  moonladder {line}" for line in subcommand.examples.splitlines())
    paragraphs = subcommand.description.split("\n\n")
    one.description = "\n\n".join(textwrap.fill(paragraph, WIDTH) for paragraph in paragraphs)
    one.epilog = f"examples:\n{examples}"
    one.formatter_class = argparse.RawDescriptionHelpFormatter
    one.set_defaults(run=subcommand.run)
    subcommand.arguments(one)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand; say in one sentence what is wrong, if anything is."""
    args = parser().parse_args(arguments)
    try:
        code: Exit = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has seen enough. Nothing may be left to flush when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.YES
    except REFUSALS as error:
        return _complain(error, Exit.REFUSED)
    except BuildFailed as failure:
        aside.print(failure.log, markup=False)
        return _complain(failure, Exit.NO)
    except (SandboxError, PlatformError, SiteFails) as error:
        return _complain(error, Exit.MACHINE)
    except LeftTheTable as left:
        return _complain(left, Exit.INTERRUPTED)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    return code


def _complain(error: Exception, code: Exit) -> Exit:
    aside.print(f"moonladder: {error}", style="bold red", markup=False, soft_wrap=True)
    return code
