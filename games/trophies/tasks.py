"""The periodic task that awards trophies."""

from games.trophies import awarding
from kit.periodic import periodic_task, run_again, work_off


@periodic_task(every=60.0)
def award_trophies() -> None:
    """Award trophies for games that have ended and reviews that were finished, and take back what was lost."""
    if work_off(awarding.award_next):
        run_again(award_trophies)
