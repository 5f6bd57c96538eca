"""Start-up only: settings, addresses, the web entry and Celery; and the version of the release."""

from muehle_server.celery import app as celery_app

__version__ = "1.0.0"

__all__ = ["__version__", "celery_app"]
