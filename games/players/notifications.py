"""Notifications of corrected ratings."""

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core import rule_sets
from games.core.models.events import Event
from games.core.notifications import NotificationKind, NotificationLine, register
from games.players.events import RATING_CORRECTED


@register
class RatingCorrectedNotification(NotificationKind):
    """On the site only: there is nothing to be done about it."""

    name = "rating_corrected"
    events = (RATING_CORRECTED,)
    label = _("Corrected ratings")
    help = _("Your rating was computed again, because a game no longer counts.")
    order = 120
    is_on_site_only = True

    def line(self, event: Event, reader: User) -> NotificationLine:
        found = event.data
        words = {
            "before": found["rating_before"],
            "rating": found["rating"],
            "rules": rule_sets.WORDS[found["rules"]].name,
        }
        text = gettext("Your rating is now %(rating)s, and no longer %(before)s (%(rules)s)") % words
        numbers = ", ".join(f"#{number}" for number in found["annulled"])
        more = gettext("It was computed again, because these games no longer count: %(games)s.") % {"games": numbers}
        return NotificationLine(text, more, reverse("player", args=[reader.username]), "arrow-up-down", is_ours=True)
