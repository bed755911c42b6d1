"""What workers are told to do about accounts."""

from celery import shared_task

from moonladder.accounts import services


@shared_task(name="accounts.forget_sessions")
def forget_sessions() -> None:
    """Delete the sessions that have ended."""
    services.sessions_forget_over()
