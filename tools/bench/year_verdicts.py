"""Checks of the tables after the simulated year: every deadline notification and every ending is recorded once."""

from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tools.bench.report import print_table

if TYPE_CHECKING:
    from tools.bench.year import Year


MOST_NAMED = 20
MOST_PRINTED = 30


def judge(year: "Year") -> None:
    """Count the rows, and add a fault for each that is missing, doubled, or was never due."""
    from games.core.models.events import Event
    from games.core.models.games import Game
    from games.notifications.models import Delivery
    from games.play.models import DeadlineNotification

    referee = year.referee
    events = Event.objects.filter(type="deadline_near")
    recorded = Counter(
        (game, data["ply"], data["kind"], datetime.fromisoformat(data["deadline_at"]))
        for game, data in events.values_list("game", "data")
    )
    _compare(year, "deadline event", referee.events, recorded)
    rows = Counter(DeadlineNotification.objects.values_list("game", "ply", "kind", "deadline_at"))
    _compare(year, "deadline notification", referee.notifications, rows)
    deliveries = Counter(Delivery.objects.filter(event__type="deadline_near", channel="email").values_list("event"))
    _compare(year, "delivery", Counter((key,) for key in events.values_list("pk", flat=True)), deliveries)
    endings = Counter(Event.objects.filter(type="game_finished").values_list("game"))
    _compare(year, "event of an ending", Counter(Game.objects.ended().values_list("number")), endings)
    year.counts["deadline events"] = recorded.total()
    year.counts["deliveries of deadline events"] = deliveries.total()


def _compare(year: "Year", what: str, expected: "Counter[Any]", found: "Counter[Any]") -> None:
    missing, more = expected - found, found - expected
    for name, wrong in (("missing", missing), ("too many", more)):
        year.counts[f"{what}: {name}"] = wrong.total()
        year.referee.faults += [f"{what}, {name}: {key}" for key in list(wrong)[:MOST_NAMED]]


def report(year: "Year", title: str) -> None:
    """Print the counts and the faults."""
    counts, faults = year.counts + year.referee.counts, year.referee.faults
    print_table(title, ["", "count"], [[name, f"{found:,}"] for name, found in sorted(counts.items())])
    if faults:
        print(f"\n  {len(faults):,} faults:", *faults[:MOST_PRINTED], sep="\n  ")
    else:
        print("\n  No game lost that the terms protect, no deadline wrong, no notification missing, none doubled.")
