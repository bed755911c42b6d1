"""The Celery app that every web, worker and beat process shares."""

from celery import Celery
from celery.signals import setup_logging, task_prerun
from django.db import close_old_connections

from moonladder import env

env.name_settings()

app = Celery("moonladder")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(related_name="worker")


@setup_logging.connect
def leave_logging_to_django(**_: object) -> None:
    """Celery sets up no logging of its own where somebody listens to this signal."""


@task_prerun.connect
def keep_good_connections(**_: object) -> None:
    """Between tasks a connection to the database stays open for as long as between requests."""
    close_old_connections()
