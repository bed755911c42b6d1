"""The Moonladder site. Importing it names the settings and makes the Celery app."""

from moonladder.celery import app as celery_app

__all__ = ["celery_app"]
