"""Periodic tasks of games that go on."""

from games.play import deadline_notifications, rating_changes, timeouts
from games.play.clocks import renew_stale_clocks
from games.time_off.leave import begin_planned
from kit.periodic import periodic_task, run_again, work_off


@periodic_task(every=10.0)
def settle_overdue_games() -> None:
    """End on time the games whose deadline has passed."""
    if work_off(timeouts.settle_overdue_games):
        run_again(settle_overdue_games)


@periodic_task(every=10.0)
def keep_clocks() -> None:
    """Begin planned leave, and renew the clocks of players whose leave or days off have changed."""
    if work_off(begin_planned) or work_off(renew_stale_clocks):
        run_again(keep_clocks)


@periodic_task(every=60.0)
def notify_of_deadlines() -> None:
    """Record the deadline notifications that are due."""
    if work_off(deadline_notifications.record_due):
        run_again(notify_of_deadlines)


@periodic_task(every=5.0)
def show_rating_changes() -> None:
    """Show on games what they did to ratings that were computed again."""
    if work_off(rating_changes.show_next):
        run_again(show_rating_changes)
