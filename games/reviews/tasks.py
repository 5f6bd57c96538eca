"""Reviews are made by the worker of the computers, while no computer has to answer and no slow one thinks."""

from celery import shared_task

from games.computer import slow_work, turns
from games.computer.tasks import MOST_MESSAGES, QUEUE, play_for_computers
from kit import periodic
from kit.periodic import periodic_task, work_off


@shared_task
def review_games() -> None:
    """Make the reviews that wait, half-move by half-move."""
    # Imported late: a web process has no use for the engine.
    from games.reviews import working

    def step() -> int:
        with slow_work.place() as is_free:
            return working.review_next() if is_free and not turns.is_any_due() else 0

    if work_off(step):
        periodic.send(review_games, QUEUE)
    elif turns.is_any_due():
        # Its message may have come while the review had the place for slow work.
        periodic.send(play_for_computers, QUEUE)


@periodic_task(every=2.0)
def look_for_reviews() -> None:
    """Find reviews that no worker is at: new ones, and those that were left for the sake of a computer's move.

    The fallback beat, which is there while the broker is not, leaves them alone.
    """
    from games.reviews import queries

    if look_for_reviews.request.is_eager or not queries.is_any_free():
        return
    if periodic.waiting(QUEUE) < MOST_MESSAGES:
        periodic.send(review_games, QUEUE)
