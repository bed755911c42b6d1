"""The servers as pytest fixtures: started when the first test asks, once for each test process."""

import contextlib
import sys
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection
from playwright.sync_api import Browser, Page, expect

from moonladder import celery_app
from moonladder.embedded import redis_server
from tests.services.browsing import complaints_of
from tests.services.chromium import chromium
from tests.services.postgres import postgres_server
from tests.services.processes import find_program, running, site_environment, wait_until


@pytest.fixture(scope="session")
def broker() -> Iterator[str]:
    """A private Redis at the address the suite's settings name."""
    with private_redis() as url:
        yield url


@contextlib.contextmanager
def private_redis() -> Iterator[str]:
    """Run it for as long as the block lasts."""
    find_program("redis-server")
    state = settings.ENVIRONMENT.state_dir
    with running(redis_server.command(state), log=state / "redis.log"):
        wait_until(lambda: redis_server.answers(state), what="Redis to start")
        yield settings.CELERY_BROKER_URL
        celery_app.close()


@pytest.fixture(scope="session")
def worker(
    broker: str, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """A real worker process; who uses it must commit, so that it sees the same database."""
    log = tmp_path_factory.mktemp("worker") / "log"
    command = [sys.executable, "-m", "celery", "-A", "moonladder", "worker", "--without-mingle"]
    environment = site_environment(database_url=shared_database_url(), workers=1)
    with running(command, log=log, env=environment):
        wait_until(lambda: " ready." in log.read_text(), what="the worker to start")
        yield


def shared_database_url() -> str:
    """Return where another process finds the database that the tests use."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return settings.ENVIRONMENT.database_url.rpartition("/")[0] + f"/{name}"


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """An empty PostgreSQL, apart from the suite's own database."""
    with postgres_server() as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser."""
    with pytest.MonkeyPatch.context() as environment, chromium() as browser:
        # Playwright keeps an event loop in this thread, which Django takes for asynchronous code.
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        expect.set_options(timeout=30_000)  # what pages ask for every few seconds comes late
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page of the browser; what the page complains of fails the test."""
    with browser.new_context() as context:
        page = context.new_page()
        complaints = complaints_of(page)
        yield page
    assert complaints == []
