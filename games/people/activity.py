"""When players last moved: counted from the log now and then, so that a move costs nothing more."""

from typing import Final

from django.db.models import Max

from games.core.models.events import Event
from games.people.models import Activity
from games.play.events import MOVE_PLAYED

# Events are numbered before they are committed: the last ones are looked at again.
AGAIN: Final = 10_000
# At the first time, and after a long rest, no more than these are looked at.
MOST: Final = 1_000_000


def note_moves() -> int:
    """Store who has moved since the last time, and return how many players that are."""
    known = Activity.objects.aggregate(last=Max("event_id"))["last"] or 0
    latest = Event.objects.order_by("-id").values_list("id", flat=True).first() or 0
    new = Event.objects.filter(id__gt=max(known - AGAIN, latest - MOST), id__lte=latest, type=MOVE_PLAYED)
    moved = new.filter(actor__is_active=True, actor__is_guest=False).order_by().values_list("actor")
    rows = [
        Activity(user_id=user_id, moved_at=moved_at, event_id=event_id)
        for user_id, moved_at, event_id in moved.annotate(at=Max("created_at"), last=Max("id"))
    ]
    Activity.objects.bulk_create(
        rows,
        batch_size=5000,
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["moved_at", "event_id"],
    )
    return len(rows)
