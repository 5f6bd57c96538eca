"""Metrics of reviews."""

from games.reviews.queries import waiting_seconds
from kit.monitoring import DatabaseGauge

waiting = DatabaseGauge(
    "muehle_review_waiting_seconds", "How long the oldest unfinished review has waited; 0 if there is none."
)


@waiting.reader
def _waiting() -> float:
    return waiting_seconds()
