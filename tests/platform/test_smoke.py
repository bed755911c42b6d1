"""The real servers under the tests: each is reached once, the way the site reaches it."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from moonladder.env import ROOT
from moonladder.health.models import Pulse
from moonladder.health.tasks import heartbeat
from tests.services.processes import manage, wait_until


@pytest.mark.django_db(transaction=True)
def test_a_task_goes_through_redis_and_a_worker_to_the_database(worker: None) -> None:
    sent_at = timezone.now()
    heartbeat.delay(name="smoke")
    wait_until(Pulse.objects.filter(name="smoke").exists, what="the heartbeat to be recorded")
    assert Pulse.objects.get(name="smoke").at >= sent_at


def test_migrations_run_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    result = manage("migrate", database_url=postgres_url, state_dir=tmp_path)
    assert result.returncode == 0, result.stderr
    with psycopg.connect(postgres_url) as database:
        tables = database.execute("select tablename from pg_tables where schemaname = 'public'")
        assert {"health_pulse", "django_migrations"} <= {name for (name,) in tables}


@pytest.mark.django_db
def test_the_suite_runs_on_the_database_it_was_given() -> None:
    on_server = settings.ENVIRONMENT.database_url.startswith("postgres")
    assert connection.vendor == ("postgresql" if on_server else "sqlite")


@pytest.mark.django_db(transaction=True)
def test_every_migration_can_be_taken_back_and_made_again() -> None:
    call_command("migrate", "health", "zero", verbosity=0)
    assert "health_pulse" not in connection.introspection.table_names()
    call_command("migrate", "health", verbosity=0)
    assert Pulse.objects.count() == 0


def test_a_page_of_the_site_opens_in_chromium(live_server: LiveServer, page: Page) -> None:
    page.goto(live_server.url)
    expect(page).to_have_title("Moonladder")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_python_keeps_its_own_platform_module_in_this_folder() -> None:
    said = subprocess.check_output(
        [sys.executable, "-c", "import platform; print(platform.system())"], cwd=ROOT, text=True
    )
    assert said.strip() == sys.platform.capitalize()
