"""Reads of deliveries."""

from django.db.models import QuerySet

from accounts.models import User
from games.core import notifications
from games.core.models.games import Game
from games.core.notifications import SentNotification
from games.notifications import choices
from games.notifications.models import Delivery


def sent_to(user: User, *, about_time_only: bool = False) -> QuerySet[Delivery]:
    """All deliveries to the user, the latest first."""
    rows = Delivery.objects.filter(user=user).select_related(*notifications.RELATED).order_by("-id")
    about_time = [name for kind in notifications.kinds() if kind.is_about_time for name in kind.events]
    return rows.filter(event__type__in=about_time) if about_time_only else rows


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
