"""The heartbeat, the smallest task that needs broker, worker and database; a look for players."""

from celery import shared_task

from moonladder.health import services


@shared_task(name="moonladder.heartbeat")
def heartbeat(name: str = "worker") -> None:
    """Leave a sign of life in the database. Safe to deliver twice."""
    services.pulse_record(name=name)


@shared_task(name="moonladder.look_for_players")
def look_for_players() -> None:
    """Remember which players answer, and wait no longer for those long silent."""
    services.players_look_for()
