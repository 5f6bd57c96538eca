"""Metrics of computers."""

from games.computer import turns
from kit.monitoring import DatabaseGauge

waiting = DatabaseGauge(
    "muehle_computer_waiting_seconds", "How long the game that waits longest for a computer has waited; 0 if none does."
)
games = DatabaseGauge("muehle_computer_games_waiting", "In how many games a computer is to answer now.")


@waiting.reader
def _waiting() -> float:
    return turns.waiting_seconds()


@games.reader
def _games() -> float:
    return turns.count_due()
