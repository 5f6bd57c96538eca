"""Start-up only: settings, addresses, the web entry and Celery; and the version of the release."""

__version__ = "1.0.0"

from muehle_server.celery import app as celery_app

__all__ = ["__version__", "celery_app"]
