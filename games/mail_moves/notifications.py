"""Mails about a turn have a link by which the move is played."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core import notifications
from games.core.models.events import Event
from games.core.notifications import page_url
from games.mail_moves import links
from games.play.notifications import TurnNotification


@notifications.mail_additions.add
def move_url(event: Event, reader: User) -> dict[str, object]:
    """The link, if it is the reader's turn, and its words."""
    kind, game = notifications.kind_of(event), event.game
    if not isinstance(kind, TurnNotification) or game is None or game.on_move_id != reader.pk:
        return {}
    url = page_url("mail_move", token=links.token_for(game, reader))
    return {"move_url": url, "move_words": _("Play from here, without logging in")}
