"""What the site says of its parts."""

import threading
import time
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from redis import Redis

from moonladder.health import selectors, services
from moonladder.health.models import Pulse
from moonladder.health.selectors import Part
from moonladder.health.tasks import heartbeat
from tests.services.processes import wait_until


@pytest.fixture
def no_broker(settings: Settings) -> None:
    """A site whose Redis is not there."""
    settings.CELERY_BROKER_URL = "redis+socket:///nowhere/redis.sock"


@pytest.fixture
def no_recent_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that nobody has asked for its health yet."""
    monkeypatch.setattr(selectors, "_report", (-selectors.FRESH_SECONDS, ()))


@pytest.mark.django_db(transaction=True)
def test_a_live_worker_is_named(worker: None) -> None:
    part = selectors.ask_worker(last_task=False)
    assert part.alive
    assert part.says.startswith("celery@")


@pytest.mark.django_db(transaction=True)
def test_the_last_heartbeat_is_told_with_the_worker(worker: None) -> None:
    services.pulse_record(name="worker")
    assert selectors.ask_worker(last_task=True).says.endswith("last heartbeat 0 s ago")


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_answers_and_does_no_task_is_red(worker: None) -> None:
    services.pulse_record(name="worker")
    long_ago = timezone.now() - timedelta(seconds=selectors.STUCK_SECONDS + 1)
    Pulse.objects.filter(name="worker").update(at=long_ago)
    part = selectors.ask_worker(last_task=True)
    assert not part.alive
    assert "last heartbeat 301 s ago: start it again" in part.says


@pytest.mark.django_db(transaction=True)
def test_a_worker_is_found_again_after_the_broker_has_dropped_every_connection(
    worker: None, broker: str
) -> None:
    # With nothing to do: Celery may garble a task that it hands to a process in that very moment.
    heartbeat.delay(name="idle")
    wait_until(Pulse.objects.filter(name="idle").exists, what="the worker to be done with the rest")
    assert selectors.ask_worker(last_task=False).alive
    with Redis.from_url(broker.replace("redis+socket", "unix")) as redis:
        redis.client_kill_filter(_type="normal")
        redis.client_kill_filter(_type="pubsub")
    wait_until(lambda: selectors.ask_worker(last_task=False).alive, what="the worker to be back")


@pytest.mark.django_db(transaction=True)
def test_a_missing_beat_is_the_only_red_part(
    worker: None, client: Client, no_recent_report: None
) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["red"] == ["beat"]
    assert answer.json()["parts"]["database"]["status"] == "green"


@pytest.mark.django_db
def test_a_missing_broker_turns_all_that_need_it_red(
    no_broker: None, no_recent_report: None, client: Client
) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["red"] == ["broker", "worker", "player", "beat"]
    assert answer.json()["parts"]["broker"]["says"] == "does not answer (ConnectionError)"


def test_a_green_report_serves_everybody_who_asks_within_a_second(
    monkeypatch: pytest.MonkeyPatch, no_recent_report: None
) -> None:
    monkeypatch.setattr(selectors, "health", lambda: (Part("all", True, "well"),))
    assert selectors.recent_health() is selectors.recent_health()
    monkeypatch.setattr(selectors, "FRESH_SECONDS", 0.0)
    assert selectors.recent_health() is not selectors.recent_health()


def test_a_red_report_serves_only_those_who_waited_for_it(
    monkeypatch: pytest.MonkeyPatch, no_recent_report: None
) -> None:
    red = (Part("all", False, "unwell"),)
    monkeypatch.setattr(selectors, "health", lambda: (Part("all", False, "still unwell"),))
    monkeypatch.setattr(selectors, "_report", (time.monotonic() + 60, red))
    assert selectors.recent_health() is red, "it was finished after this question was asked"
    monkeypatch.setattr(selectors, "_report", (time.monotonic(), red))
    assert selectors.recent_health() is not red


@pytest.mark.django_db
def test_a_migrated_process_is_ready_without_a_broker(no_broker: None, client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["ready"]) == (200, True)


@pytest.mark.django_db(transaction=True)
def test_a_process_that_waits_for_a_migration_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "_migrated", threading.Event())
    call_command("migrate", "health", "zero", verbosity=0)
    answer = client.get("/readyz")
    call_command("migrate", "health", verbosity=0)
    assert answer.status_code == 503
    assert answer.json()["says"] == "waits for 1 migrations: run manage.py migrate"
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_process_that_lost_its_tables_is_not_ready_and_logs_why(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.get("/readyz")
    call_command("migrate", "health", "zero", verbosity=0)
    answer = client.get("/readyz")
    call_command("migrate", "health", verbosity=0)
    assert answer.status_code == 503
    assert answer.json()["says"].startswith("does not answer (")
    assert "health_pulse" not in answer.content.decode(), "strangers are told no details"
    assert "health_pulse" in caplog.text


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_only_to_be_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405


@pytest.mark.django_db
def test_a_pulse_replaces_the_one_before() -> None:
    services.pulse_record(name="beat")
    first = Pulse.objects.get()
    services.pulse_record(name="beat")
    assert Pulse.objects.get().at > first.at
    assert str(first).startswith("beat at 20")
