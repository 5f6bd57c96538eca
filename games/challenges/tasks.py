"""Periodic tasks of challenges."""

from games.challenges import actions
from kit.periodic import periodic_task, run_again, work_off


@periodic_task(every=60.0)
def expire_challenges() -> None:
    """Expire challenges that were not accepted in time."""
    if work_off(actions.expire_challenges):
        run_again(expire_challenges)
