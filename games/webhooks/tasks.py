"""Periodic tasks of webhooks."""

from celery import shared_task

from games.core.periodic import SECONDS_A_RUN
from games.webhooks import run


@shared_task
def deliver_webhooks() -> None:
    """Write down what webhooks are owed, and send it; the beat asks again soon enough for what is left."""
    run.work_off(seconds=SECONDS_A_RUN)
