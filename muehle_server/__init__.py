"""Start-up only: settings, addresses, the web entry and Celery."""

from muehle_server.celery import app as celery_app

__all__ = ["celery_app"]
