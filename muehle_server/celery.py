"""The Celery application. Deadlines live in the database; beat only says when to look.

A task that runs periodically says so itself: `kit.periodic.periodic_task`.
"""

import os
from typing import Any

from celery import Celery
from django_structlog.celery.steps import DjangoStructLogInitStep

from kit import periodic
from muehle_server import worker_metrics
from muehle_server.broker_watch import BrokerWatch

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")

app = Celery("muehle_server")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.Task.Request = "muehle_server.worker_requests:Request"
app.autodiscover_tasks()
# Log lines of a task have its id, and that of the request that has asked for it.
app.steps["worker"].add(DjangoStructLogInitStep)
app.steps["worker"].add(BrokerWatch)
worker_metrics.connect()


@app.on_after_finalize.connect
def schedule_periodic_tasks(sender: Celery, **_signal: Any) -> None:
    """Put the periodic tasks of all apps into the schedule of the beat."""
    for name, task in periodic.tasks(sender).items():
        seconds = periodic.seconds_between(task)
        # A run that finds no worker in time is dropped: the next one finds the same work in the database.
        sender.add_periodic_task(seconds, task.s(), name=name, expires=seconds)
