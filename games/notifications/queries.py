"""Reads of deliveries."""

from games.core.models.games import Game
from games.core.notifications import SentNotification
from games.notifications import choices
from games.notifications.models import Delivery


def sent_about(game: Game, most: int) -> list[SentNotification]:
    """The notifications of a game to its two players, the latest first; in one query."""
    rows = Delivery.objects.filter(event__game=game, user__in=game.player_ids).select_related("event", "user")
    labels = choices.channel_labels()
    return [
        SentNotification(
            to=row.user,
            about=row.event.get_type_display(),
            channel=str(labels.get(row.channel, row.channel)),
            status=row.status,
            sent_at=row.sent_at,
            error=row.error,
        )
        for row in rows.order_by("-id")[:most]
    ]
