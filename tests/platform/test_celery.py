"""What a worker keeps between tasks."""

import pytest
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import task_prerun
from django.db import connection

from moonladder.celery import app


@pytest.mark.django_db(transaction=True)
def test_a_worker_keeps_its_connection_to_the_database_between_tasks() -> None:
    connection.ensure_connection()
    kept = connection.connection
    DjangoWorkerFixup(app).close_database()  # as Celery does before and after each task
    task_prerun.send(sender=None)
    assert kept is not None
    assert connection.connection is kept
