"""Periodic tasks of challenges."""

from celery import shared_task

from games.challenges import actions
from games.core.periodic import run_again, work_off


@shared_task
def expire_challenges() -> None:
    """Close the challenges that nobody took in time."""
    if work_off(actions.expire_challenges):
        run_again(expire_challenges)
