"""From an upload to a settled match, by messages alone."""

from pathlib import Path

import pytest

from matches import queue
from matches.models import Match
from moonladder.bots.models import VersionStatus
from moonladder.ladders.models import BlockKind, Entry
from tests.matches import arena
from tests.matches.site import worker
from tests.services.processes import wait_until


@pytest.mark.django_db(transaction=True)
def test_an_upload_is_built_tried_matched_and_rated_without_anybodys_help(
    broker: str, tmp_path: Path
) -> None:
    ladder = arena.make_ladder()
    for name in ("ada", "bob"):
        arena.seat(ladder, name, "seeded")
    version = arena.upload(arena.make_bot(ladder, "cleo"), "seeded")
    with worker(tmp_path, size=1, queues="matches,celery", sandbox="process"):
        queue.send_version(version.pk)
        rated = Match.objects.filter(table__version=version, settled_at__isnull=False)
        wait_until(rated.exists, what="a match of the new version to be settled")
    version.refresh_from_db()
    assert (version.status, version.deterministic) == (VersionStatus.READY, True)
    assert rated[0].kind == BlockKind.RANKED
    assert Entry.objects.get(ladder=ladder, bot=version.bot).matches > 0
