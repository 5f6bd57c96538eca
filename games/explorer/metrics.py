"""Metrics of the opening explorer."""

from games.explorer.counting import uncounted_seconds
from kit.monitoring import DatabaseGauge

uncounted = DatabaseGauge(
    "muehle_openings_uncounted_seconds",
    "How long ago the first of the games ended that the opening explorer has not counted yet; 0 if there is none.",
)


@uncounted.reader
def _uncounted() -> float:
    return uncounted_seconds()
