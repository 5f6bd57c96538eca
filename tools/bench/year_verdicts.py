"""What the tables must hold when the simulated year is over: every reminder once, every ending told once."""

from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tools.bench.report import print_table

if TYPE_CHECKING:
    from tools.bench.year import Year


MOST_NAMED = 20
MOST_PRINTED = 30


def judge(year: "Year") -> None:
    """Count what was written down, and add to the faults what is missing, doubled, or was never due."""
    from games.core.models.events import Event
    from games.core.models.games import Game
    from games.notifications.models import Delivery, Reminder

    referee = year.referee
    events = Event.objects.filter(type="deadline_near")
    told = Counter(
        (game, data["ply"], data["kind"], datetime.fromisoformat(data["deadline_at"]))
        for game, data in events.values_list("game", "data")
    )
    _compare(year, "reminder told", referee.told, told)
    marks = Counter(Reminder.objects.values_list("game", "ply", "kind", "deadline_at"))
    _compare(year, "mark of a reminder", referee.reminders, marks)
    owed = Counter(Delivery.objects.filter(event__type="deadline_near", channel="email").values_list("event"))
    _compare(year, "mail owed", Counter((key,) for key in events.values_list("pk", flat=True)), owed)
    endings = Counter(Event.objects.filter(type="game_finished").values_list("game"))
    _compare(year, "ending told", Counter(Game.objects.ended().values_list("number")), endings)
    year.counts["reminders told"] = told.total()
    year.counts["mails owed for reminders"] = owed.total()


def _compare(year: "Year", what: str, expected: "Counter[Any]", found: "Counter[Any]") -> None:
    missing, more = expected - found, found - expected
    for name, wrong in (("missing", missing), ("too many", more)):
        year.counts[f"{what}: {name}"] = wrong.total()
        year.referee.faults += [f"{what}, {name}: {key}" for key in list(wrong)[:MOST_NAMED]]


def report(year: "Year", title: str) -> None:
    """Print what has happened, and what should not have."""
    counts, faults = year.counts + year.referee.counts, year.referee.faults
    print_table(title, ["", "count"], [[name, f"{found:,}"] for name, found in sorted(counts.items())])
    if faults:
        print(f"\n  {len(faults):,} faults:", *faults[:MOST_PRINTED], sep="\n  ")
    else:
        print("\n  No game lost that the terms protect, no deadline wrong, no reminder missing, none doubled.")
