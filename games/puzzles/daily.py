"""The puzzle of the day: the same for everyone, and none again before all others were used."""

from datetime import UTC, date, datetime, timedelta

from django.db.models import F, Max

from games.puzzles.models import DailyPuzzle, Puzzle
from kit import database_time
from kit.errors import NotFound, raises


def day_of(moment: datetime) -> date:
    """The day of UTC."""
    return moment.astimezone(UTC).date()


@raises(NotFound)
def daily_puzzle() -> DailyPuzzle:
    """The puzzle of today, or of the last day for which one was chosen; NotFound if there is none at all."""
    chosen = DailyPuzzle.objects.select_related("puzzle").filter(day__lte=day_of(database_time.now()))
    found = chosen.order_by("-day").first()
    if found is None:
        raise NotFound
    return found


def choose_daily_puzzles() -> None:
    """Choose the puzzles of today and tomorrow, if nobody has yet. Whoever chooses at the same time changes nothing."""
    today = day_of(database_time.now())
    for day in (today, today + timedelta(days=1)):
        if not DailyPuzzle.objects.filter(day=day).exists():
            puzzles = Puzzle.objects.alias(last=Max("days__day")).order_by(F("last").asc(nulls_first=True), "pk")
            rows = [DailyPuzzle(day=day, puzzle=puzzle) for puzzle in puzzles[:1]]
            DailyPuzzle.objects.bulk_create(rows, ignore_conflicts=True)
