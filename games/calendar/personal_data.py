"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(
    table(
        "calendar-feed.json",
        _("your calendar feed, without its address"),
        of="calendar.CalendarFeed.user",
        columns="alarm_hours with_leave created_at read_at token=token__description",
    ),
)


erasure.add(gone=("calendar.CalendarFeed.user",))
