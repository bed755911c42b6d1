"""`manage.py sandbox_check`: what this machine can isolate, by name."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from matches import runner


class Command(BaseCommand):
    """Try every protection."""

    help = (
        "Makes a box, tries its doors from inside, and lists every protection and every runtime: "
        "what is there, what is missing, what to install. Exits with 1 if a worker would refuse to "
        "play here. MOONLADDER_SANDBOX names the backend; by default it is the best there is."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Try and tell."""
        report = runner.protection(settings.SANDBOX)
        self.stdout.write(str(report))
        if not report.protected:
            raise CommandError("Bots would not be kept apart on this machine.")
