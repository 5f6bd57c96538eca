"""Start-up only: settings, addresses, the web entry and Celery; and the version of the release."""

import os
from pathlib import Path

# prometheus_client reads this when it is imported, and takes an empty value for a folder.
if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
    Path(folder).mkdir(parents=True, exist_ok=True)
else:
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)

# isort: split
from muehle_server.celery import app as celery_app

__version__ = "1.0.0"

__all__ = ["__version__", "celery_app"]
