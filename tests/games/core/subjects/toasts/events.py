"""Events of toasts."""

from django.utils.translation import gettext_lazy as _

from games.core.event_log import Entry
from games.core.event_types import Audience, event_type
from tests.games.core.subjects.toasts.api.event_data import ToastGivenData
from tests.games.core.subjects.toasts.models import Toast

TOAST_GIVEN = event_type("toast_given", _("message sent"), data=ToastGivenData, audience=Audience.PLAYERS)


def toast_given(toast: Toast) -> Entry:
    """For both players."""
    game = toast.game
    data = {"toast": toast.pk, "text": toast.text}
    return Entry(type=TOAST_GIVEN, recipients=game.player_ids, game=game, actor_id=toast.author_id, data=data)
