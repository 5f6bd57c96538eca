"""Notifications of reports: to whoever was sanctioned, and to those whose reports were looked at."""

from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.models.events import Event
from games.core.notifications import NotificationKind, NotificationLine, register
from games.players.models import Sanction
from games.players.verdict_reasons import translated_reason
from games.reports.events import REPORTS_HANDLED, SANCTIONED
from kit.times import moment

_SANCTIONS = {
    Sanction.Kind.WARNING: _("An arbiter has warned you"),
    Sanction.Kind.MUTE: _("You may not write to anyone until %(until)s"),
    Sanction.Kind.SUSPENSION: _("You may not begin new games until %(until)s"),
}


@register
class ReportNotification(NotificationKind):
    name = "report"
    events = (SANCTIONED, REPORTS_HANDLED)
    label = _("Reports")
    help = _("An arbiter has looked at your reports, or has something to tell you.")
    order = 115

    def line(self, event: Event, reader: User) -> NotificationLine:
        if event.type == REPORTS_HANDLED:
            more = gettext("What came of it is between the arbiters and the person.")
            text = gettext("An arbiter has looked at what you reported")
            return NotificationLine(text, more, reverse("reports"), "flag", is_ours=True)
        until = parse_datetime(event.data["until"] or "")
        words = {"until": moment(until) if until else ""}
        headline = str(_SANCTIONS[Sanction.Kind(event.data["kind"])]) % words
        return NotificationLine(headline, translated_reason(event.data["reason"]), reverse("disputes"), "flag")
