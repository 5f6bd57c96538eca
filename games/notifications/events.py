"""Events that are recorded by notifications themselves: reminders of deadlines, and tests."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.event_log import Entry
from games.core.event_types import Audience, event_type
from games.core.models.games import Game
from games.core.presenters import rfc3339
from games.notifications.api.event_data import DeadlineNearData

DEADLINE_NEAR = event_type("deadline_near", _("deadline near"), data=DeadlineNearData, audience=Audience.RECIPIENTS)
NOTICE_TEST = event_type("notice_test", _("test of notices"), audience=Audience.RECIPIENTS)


def deadline_near(game: Game, *, kind: str) -> Entry:
    """Sent only to the player on move; `kind` is `quarter` or `day`, `ply` counts the half-moves played."""
    assert game.on_move_id is not None  # noqa: S101  (a constraint of the table: the game goes on)
    data = {"ply": game.ply, "kind": kind, "deadline_at": rfc3339(game.deadline_at)}
    return Entry(type=DEADLINE_NEAR, recipients=(game.on_move_id,), game=game, data=data)


def notice_test(user: User) -> Entry:
    """Sent only to the user who has asked for it."""
    return Entry(type=NOTICE_TEST, recipients=(user.pk,), actor_id=user.pk)
