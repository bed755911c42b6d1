"""`manage.py up` on machines that cannot do everything: it says so, and does what is safe."""

import contextlib
import sqlite3
from pathlib import Path

from tests.platform.embedded.site import Site, site
from tests.services.less import without_bubblewrap
from tests.services.processes import manage, wait_until

FINISHED = """
    SELECT count(*) FROM matches_match WHERE status = 'finished' AND kind = 'ranked'
"""


def finished(running: Site) -> int:
    """How many ranked matches the site has played."""
    path = running.state_dir / "moonladder.sqlite3"
    with contextlib.closing(sqlite3.connect(path, timeout=30)) as database:
        return int(database.execute(FINISHED).fetchone()[0])


def test_without_boxes_the_house_plays_and_uploads_are_refused(tmp_path: Path) -> None:
    with site(tmp_path / "state", without_bubblewrap(), "--demo") as running:
        said = running.said()
        assert "NOTE: Nothing keeps bots apart here, so only the house bots play" in said
        assert "apt-get install bubblewrap" in said
        status, health = running.health()
        assert status == 200, "it is as it is meant to be on such a machine"
        assert "takes no uploads" in health["notes"][0]

        (tmp_path / "bot.py").write_text("input()")
        words = ("submit", str(tmp_path / "bot.py"), "--owner", "ada", "--ladder", "shamans")
        refused = manage(*words, **running.variables)
        assert refused.returncode == 1
        assert "apt-get install bubblewrap" in refused.stderr

        wait_until(lambda: finished(running) > 0, what="house bots to play a ranked match")
