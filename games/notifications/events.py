"""The event of a test that users send to themselves, and the months of deliveries."""

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.event_log import Entry
from games.core.event_types import Audience, event_type
from games.core.partitions import Partitioned, add_partitioned
from games.notifications.models import Delivery

NOTICE_TEST = event_type("notice_test", _("test notification"), audience=Audience.RECIPIENTS)


def notice_test(user: User) -> Entry:
    """Sent only to the user who has asked for it."""
    return Entry(type=NOTICE_TEST, recipients=(user.pk,), notify=(user.pk,), actor_id=user.pk)


def _waiting(deliveries: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """Deliveries that still wait; they are kept when their month is dropped."""
    return deliveries.filter(status=Delivery.Status.WAITING)


add_partitioned(Partitioned(Delivery.objects.all(), "event_id", lambda: int(settings.DELIVERIES_KEPT_MONTHS), _waiting))
