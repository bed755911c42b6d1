"""The bots of a command line: built, with a word about how they are run."""

from collections.abc import Sequence

from kit.command.subcommand import aside
from kit.entrants import Entrant, prepare_all
from kit.table import Ground


def prepare_bots(words: Sequence[str], game: str, ground: Ground) -> list[Entrant]:
    """The bots that were typed, built, with a word of what takes so long."""
    warn(ground)
    with aside.status("building the bots"):
        return prepare_all(words, game, ground.backend)


def warn(ground: Ground) -> None:
    """Say what does not protect this machine, if anything does not."""
    if ground.warning:
        aside.print(f"Not boxed: {ground.warning}.", style="yellow", markup=False)
