"""Notifications of disputes, verdicts and sanctions; their words are in labels.py."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.notifications import Mail, NotificationKind, NotificationLine, game_of, page_url, register
from games.disputes import labels
from games.disputes.events import DISPUTE_DECIDED, DISPUTE_OPENED, WARNED
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import ENDING
from games.pictures.mail import game_context
from games.play.labels import rating_context

_ENDING = [verdict.value for verdict in ENDING]


@register
class DisputeNotification(NotificationKind):
    name = "dispute"
    events = (DISPUTE_OPENED, DISPUTE_DECIDED, WARNED)
    label = _("Disputes")
    help = _("One of your games is disputed, a dispute is decided, or an arbiter writes to you.")
    order = 110
    covers_on_bell = True

    def covers(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        """A verdict that ends the game says how; one that an ending settles does not."""
        return ("game_over",) if data.get("verdict") in _ENDING else ()

    def line(self, event: Event, reader: User) -> NotificationLine:
        game = game_of(event)
        more = labels.reason_of(event) or labels.details(event, game)
        # A sanction is read and acknowledged on the page of the game.
        url = reverse("game", args=[game.number])
        if event.type != WARNED:
            url = reverse("dispute", args=[event.data["dispute"]])
        return NotificationLine(labels.headline(event, game, reader), more, url, "flag")

    def mail(self, event: Event, reader: User) -> Mail:
        game = game_of(event)
        words = {"headline": labels.headline(event, game, reader), "number": game.number}
        context = game_context(game, reader) | {"headline": words["headline"], "is_sanction": event.type == WARNED}
        context |= {"details": labels.details(event, game), "reason": labels.reason_of(event)}
        if event.type != WARNED:
            context["url"] = page_url("dispute", number=event.data["dispute"])
        if event.type == DISPUTE_DECIDED:
            context |= _decided(event, game, reader)
        return Mail(gettext("%(headline)s (game %(number)s)") % words, context, "disputes/mail/dispute")


def _decided(event: Event, game: Game, reader: User) -> dict[str, Any]:
    """The text of a verdict below its headline."""
    dispute = Dispute.objects.select_related("opened_by").get(number=event.data["dispute"])
    dispute.game = game
    context = {
        "details": labels.outcome(dispute),
        "opening": "" if dispute.opened_by_id == reader.pk else labels.opening(dispute),
        # An arbiter has decided in spite of what was counted.
        "claims": [] if dispute.decided_by_id else dispute.claims,
        "marked": "" if dispute.decided_by_id else labels.of_marked(dispute),
    }
    return context | (rating_context(game, reader) if event.data["verdict"] in _ENDING else {})
