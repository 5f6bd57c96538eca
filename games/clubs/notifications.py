"""The notifications of clubs."""

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clubs.events import CLUB_ACCEPTED, CLUB_REQUESTED
from games.clubs.models import JoinRequest, Membership
from games.core.models.events import Event
from games.core.notifications import NotificationKind, NotificationLine, register


@register
class ClubRequestNotification(NotificationKind):
    name = "club_request"
    events = (CLUB_REQUESTED,)
    label = _("Request to join a club")
    help = _("Only in clubs in which you are the owner or an officer.")
    order = 107

    def still_stands(self, event: Event) -> bool:
        return JoinRequest.objects.filter(club__slug=event.data["club"], user=event.actor_id, is_open=True).exists()

    def line(self, event: Event, reader: User) -> NotificationLine:
        who = event.actor.shown_name if event.actor else ""
        text = gettext("%(player)s would like to join %(club)s") % {"player": who, "club": event.data["name"]}
        return NotificationLine(text, url=reverse("manage_club", args=[event.data["club"]]), icon="users")


@register
class ClubAcceptedNotification(NotificationKind):
    name = "club_accepted"
    events = (CLUB_ACCEPTED,)
    label = _("Accepted into a club")
    order = 108

    def still_stands(self, event: Event) -> bool:
        rows = Membership.objects.filter(club__slug=event.data["club"])
        return rows.filter(user__in=event.user_events.values("user")).exists()

    def line(self, event: Event, reader: User) -> NotificationLine:
        text = gettext("You are a member of %(club)s now") % {"club": event.data["name"]}
        return NotificationLine(text, url=reverse("club", args=[event.data["club"]]), icon="users")
