"""`manage.py up`: the whole site on this machine, until Ctrl-C."""

import contextlib
import http.client
import json
from argparse import ArgumentParser
from dataclasses import replace
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseError
from django.db import connections

from moonladder.embedded import preflight, programs, redis_server
from moonladder.embedded.refusal import Refusal
from moonladder.embedded.supervisor import Supervisor
from moonladder.env import Environment, environment
from moonladder.players.services import player_expect, players_forget

START_SECONDS = 60.0
"""How long the parts may take to come up before somebody is told."""


class Command(BaseCommand):
    """Start the site, keep it running, stop it."""

    help = (
        "Runs the whole of Moonladder on this machine until Ctrl-C: a private Redis, two workers, "
        "beat and the web server, with SQLite in the state folder. Ctrl-C lets running tasks "
        "finish first; a second Ctrl-C gives them back to the queue; a third kills them. "
        "The variables it reads, MOONLADDER_PORT among them, are explained in .env.example."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say whether there is something to see."""
        parser.add_argument(
            "--demo", action="store_true", help="make demo ladders that play by themselves"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the site, or say in one sentence why not."""
        here = environment()
        try:
            preflight.open_state_dir(here.state_dir)
            with preflight.hold(here.state_dir):
                preflight.check_port(here.host, here.port)
                self._run(here, demo=options["demo"])
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal

    def _run(self, here: Environment, *, demo: bool) -> None:
        """Start everything in order, watch it, and stop it in reverse order whatever happens."""
        supervisor = Supervisor(here.state_dir / "log", self._say)
        try:
            self._start_broker(here, supervisor)
            self._prepare(here, demo=demo)
            supervisor.start(
                programs.worker(), programs.player(here), programs.beat(), programs.web(here)
            )
            self._announce(here, supervisor)
            supervisor.watch()
        finally:
            self._say("Stopping; running tasks may finish first. Ctrl-C again to stop sooner.")
            supervisor.stop()

    def _start_broker(self, here: Environment, supervisor: Supervisor) -> None:
        """Start the private Redis, unless the environment names one that runs already."""
        if not here.has_private_redis:
            return
        supervisor.start(programs.redis(here))
        answers = supervisor.watch(
            until=lambda: redis_server.answers(here.state_dir), seconds=START_SECONDS
        )
        if not answers and not supervisor.must_stop:
            raise Refusal(f"Redis does not start: {here.state_dir}/log/redis.log says why.")

    def _prepare(self, here: Environment, *, demo: bool) -> None:
        """Bring the database, the static files and the demo ladders up to date."""
        try:
            call_command("migrate", interactive=False, verbosity=0)
            call_command("collectstatic", interactive=False, verbosity=0)
            if demo:
                call_command("demo", verbosity=0)
            if here.has_private_redis:
                players_forget()  # nobody else can hear of what is to be played
            player_expect(name=programs.player_name())
        except DatabaseError as error:
            raise Refusal(
                f"The database cannot be used ({error}): look at MOONLADDER_DATABASE_URL."
            ) from error
        finally:
            connections.close_all()

    def _announce(self, here: Environment, supervisor: Supervisor) -> None:
        """Say where the site is and what runs, once every part is alive."""
        while not supervisor.watch(until=lambda: not red_parts(here), seconds=START_SECONDS):
            if supervisor.must_stop:
                return
            missing = ", ".join(red_parts(here))
            self._say(f"Not alive yet: {missing}. Still trying; logs are in {here.state_dir}/log.")
        address = f"http://{callable_from_here(here).netloc}/"
        self._say(f"\nMoonladder is up: {address}\n\n{table(supervisor)}\n")
        for note in health(here).get("notes", ()):
            self._say(f"NOTE: {note}\n")
        self._say(f"Data and logs are in {here.state_dir}. Ctrl-C stops everything.")

    def _say(self, sentence: str) -> None:
        """Print; that the terminal is gone must not keep the programs from being stopped."""
        with contextlib.suppress(OSError):
            self.stdout.write(sentence)
            self.stdout.flush()


def callable_from_here(here: Environment) -> Environment:
    """Return the same with a host that can be called: one that listens everywhere has no name."""
    return replace(here, host={"0.0.0.0": "127.0.0.1", "::": "::1"}.get(here.host, here.host))


def red_parts(here: Environment) -> list[str]:
    """Ask the site which of its parts are not alive."""
    return list(health(here).get("red", ["web"]))


def health(here: Environment) -> dict[str, Any]:
    """Ask the site how it is; nothing when it does not answer."""
    connection = http.client.HTTPConnection(callable_from_here(here).netloc, timeout=5)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return dict(json.load(connection.getresponse()))
    except (OSError, ValueError, http.client.HTTPException):
        return {}
    finally:
        connection.close()


def table(supervisor: Supervisor) -> str:
    """Return one line for each running program: its name, its process, what it does."""
    rows = [
        f"  {child.program.name:<8}{child.pid or '-':<9}{child.program.does}"
        for child in supervisor.children
    ]
    return "\n".join([f"  {'name':<8}{'process':<9}what it does", *rows, ""])
