"""The runtime's pins are enough: the site runs without anything that only the tools bring."""

import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

from moonladder.env import ROOT
from tests.services.processes import site_environment

# Hide the packages named on the command line, then import what web, worker and beat import.
LOAD = """
import sys
for name in sys.argv[1:]: sys.modules[name] = None
import django, gunicorn.app.wsgiapp, gunicorn.workers.gthread, psycopg, whitenoise.storage
import celery.apps.worker, celery.apps.beat, celery.bin.celery, celery.concurrency.prefork
from moonladder import celery_app
django.setup()
import moonladder.urls, moonladder.embedded.management.commands.up
celery_app.connection().transport
"""


def test_the_site_runs_on_its_own_pins(tmp_path: Path) -> None:
    pins = re.findall(r"^([\w.-]+)==", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    result = subprocess.run(
        [sys.executable, "-c", LOAD, *packages_without(pins)],
        env=site_environment(state_dir=tmp_path),
        capture_output=True,
        text=True,
    )
    assert (result.returncode, result.stderr) == (0, "")


def packages_without(pins: list[str]) -> list[str]:
    """List the installed packages that belong to no pinned distribution."""
    known = {normal(name) for name in pins}
    return [
        package
        for package, distributions in packages_distributions().items()
        if known.isdisjoint(normal(name) for name in distributions)
    ]


def normal(name: str) -> str:
    """Write a distribution's name as the package index does."""
    return re.sub(r"[-_.]+", "-", name).lower()
