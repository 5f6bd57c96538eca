"""What happens to games when a player deletes his account: he gives up what is under way, and his own things go.

Games, and what was said in them and in challenges, stay under his new name: they are the others' too.
"""

from contextlib import suppress

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.privacy import erasure
from games.challenges import actions
from games.challenges.models import Challenge
from games.core.errors import Refusal
from games.core.models.games import Game
from games.play.actions import abort, resign
from games.play.errors import AbortTooLate, GameFrozen

# Webhooks go before the events that were owed to them.
GONE = (
    "calendar.CalendarFeed.user",
    "time_off.DaysOff.user",
    "notifications.Delivery.user",
    "time_off.Leave.user",
    "chat.Note.author",
    "notifications.NoticeSettings.user",
    "play.Plan.player",
    "notifications.PushSubscription.user",
    "players.Rating.user",
    "analysis.Record.owner",
    "players.Relation.other",
    "players.Relation.owner",
    "time_off.StaleClocks.user",
    "players.Visit.user",
    "webhooks.Webhook.owner",
)
# Tens of thousands of rows maybe: by a statement of its own.
EVENTS = "core.UserEvent.user"


def add() -> None:
    """To be called when the app is ready."""
    room = erasure.Room(running=_running, leave=_leave, is_left=_is_left, erase=_erase, gone=(*GONE, EVENTS))
    erasure.add("games", room)


def _running(user: User) -> int:
    return Game.objects.ongoing().of(user.pk).count()


def _waiting(user: User) -> list[tuple[int, int]]:
    """Number and challenger of the challenges that wait for him or for somebody else's answer to him."""
    rows = Challenge.objects.open(now=timezone.now()).filter(Q(challenger=user) | Q(opponent=user))
    return list(rows.order_by("number").values_list("number", "challenger"))


def _is_left(user: User) -> bool:
    return not _waiting(user) and not _running(user)


def _leave(user: User) -> None:
    """Withdraw or decline every challenge, and end every game; somebody else may be faster with any of them."""
    for number, challenger_id in _waiting(user):
        answer = actions.cancel_challenge if challenger_id == user.pk else actions.decline_challenge
        with suppress(Refusal):
            answer(number, user)
    for number in Game.objects.ongoing().of(user.pk).order_by("number").values_list("number", flat=True):
        with suppress(Refusal):
            _give_up(number, user)


def _give_up(number: int, user: User) -> None:
    """Without a result where the rules still allow that: nobody shall win by a game that has hardly begun."""
    try:
        abort(number, user)
    except (AbortTooLate, GameFrozen):
        resign(number, user)


def _erase(user: User, old: str, new: str) -> None:
    erasure.delete_rows(user, GONE)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM core_userevent WHERE user_id = %s", [user.pk])
        if old != new:
            cursor.execute(_RENAME, {"user": user.pk, "old": old, "new": new})


# The log says who began a game or sent a challenge by name.
_RENAME = """
UPDATE core_event SET data = (
    SELECT jsonb_object_agg(
        key, CASE WHEN key IN ('white', 'black', 'challenger') AND value = to_jsonb(%(old)s::text)
            THEN to_jsonb(%(new)s::text) ELSE value END
    ) FROM jsonb_each(data)
)
WHERE (
    game_id IN (SELECT number FROM core_game WHERE white_id = %(user)s UNION
        SELECT number FROM core_game WHERE black_id = %(user)s)
    OR challenge_id IN (SELECT number FROM challenges_challenge WHERE challenger_id = %(user)s UNION
        SELECT number FROM challenges_challenge WHERE opponent_id = %(user)s)
) AND %(old)s::text IN (data->>'white', data->>'black', data->>'challenger')
"""
