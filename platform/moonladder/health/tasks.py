"""The heartbeat: the smallest task that needs broker, worker and database."""

from celery import shared_task

from moonladder.health import services


@shared_task(name="moonladder.heartbeat")
def heartbeat(name: str = "worker") -> None:
    """Leave a sign of life in the database. Safe to deliver twice."""
    services.pulse_record(name=name)
