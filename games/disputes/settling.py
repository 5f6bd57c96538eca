"""Disputes that are settled because their game has ended."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from games.core.event_log import Entry
from games.core.models.games import Game
from games.disputes.events import dispute_decided
from games.disputes.models import Dispute


def settle_pending(games: Sequence[Game], now: datetime, **_signal: object) -> list[Entry]:
    """Close the disputes about how these games end; returns their events."""
    pending = Dispute.objects.pending().filter(game__in=games, category__in=Dispute.ABOUT_THE_END)
    disputes = list(pending.select_related("game").select_for_update(of=("self",)))
    for dispute in disputes:
        dispute.status, dispute.verdict, dispute.decided_at = Dispute.Status.DECIDED, Dispute.Verdict.SETTLED, now
        dispute.save(update_fields=["status", "verdict", "decided_at"])
    return [dispute_decided(dispute, to=dispute.hearers) for dispute in disputes]


def pending(**_signal: object) -> QuerySet[Dispute]:
    """The disputes that are not decided yet: the records of their games are kept."""
    return Dispute.objects.pending()
