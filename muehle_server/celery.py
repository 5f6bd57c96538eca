"""The Celery application. Deadlines live in the database; beat only says when to look.

A task that runs periodically says so itself: `accounts.periodic.periodic_task`.
"""

import os
from typing import Any

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")

app = Celery("muehle_server")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_after_finalize.connect
def schedule_periodic_tasks(sender: Celery, **_signal: Any) -> None:
    """Put the periodic tasks of all apps into the schedule of the beat."""
    sender.loader.import_default_modules()
    for name, task in sender.tasks.items():
        if seconds := getattr(task, "every", None):
            # A run that finds no worker in time is dropped: the next one finds the same work in the database.
            sender.add_periodic_task(seconds, task.s(), name=name, expires=seconds)
