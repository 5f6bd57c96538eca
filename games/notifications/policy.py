"""Which event tells whom what, and until when it is worth telling. Pure: no queries, no sending.

The event is to be handed over with its game or challenge loaded, as they stand now, and with its user events.
"""

from datetime import datetime
from enum import StrEnum

from accounts.models import User
from games.engine import Color
from games.models import Challenge, Event, Game


class Notice(StrEnum):
    """What a person is told."""

    YOUR_MOVE = "your_move"
    GAME_OVER = "game_over"
    CHALLENGE = "challenge"
    WEBHOOK_DISABLED = "webhook_disabled"


NOTICE_OF = {
    Event.Type.GAME_STARTED: Notice.YOUR_MOVE,
    Event.Type.MOVE_PLAYED: Notice.YOUR_MOVE,
    Event.Type.GAME_FINISHED: Notice.GAME_OVER,
    Event.Type.CHALLENGE_RECEIVED: Notice.CHALLENGE,
    Event.Type.WEBHOOK_DISABLED: Notice.WEBHOOK_DISABLED,
}

# Endings that come about by a move: who made it saw it happen.
_BY_A_MOVE = {
    Game.Termination.STONES,
    Game.Termination.BLOCKED,
    Game.Termination.REPETITION,
    Game.Termination.QUIET_LIMIT,
}


def notice_of(event: Event) -> Notice | None:
    """What the event is about, for those whom it concerns; None where nobody is told."""
    return NOTICE_OF.get(Event.Type(event.type))


def told_by(event: Event) -> tuple[int, ...]:
    """The ids of the users who are told of the event: whoever has caused it knows already."""
    if event.type == Event.Type.CHALLENGE_RECEIVED and event.challenge is not None:
        return _without(None, event.challenge.opponent_id)
    if event.type == Event.Type.WEBHOOK_DISABLED:
        return tuple(row.user_id for row in event.user_events.all())
    if event.game is None:
        return ()
    if event.type == Event.Type.GAME_FINISHED:
        return _without(_who_ended(event, event.game), *event.game.player_ids)
    if notice_of(event) is Notice.YOUR_MOVE:
        return (event.game.player_id(_turn_after(_ply(event))),)
    return ()


def is_due(event: Event, *, now: datetime) -> bool:
    """Whether it is still worth telling: the move has not been made meanwhile, the challenge can be accepted."""
    if event.challenge is not None and event.type == Event.Type.CHALLENGE_RECEIVED:
        return event.challenge.is_open(now=now)
    if event.game is not None and notice_of(event) is Notice.YOUR_MOVE:
        return event.game.is_ongoing and event.game.ply == _ply(event) and not event.game.is_overdue(now=now)
    return True


def is_wanted_by(user: User, notice: Notice) -> bool:
    """Whether the user has asked for it. A challenge waits for its player as a move does; a fault is always told."""
    if notice is Notice.WEBHOOK_DISABLED:
        return True
    return user.email_on_game_over if notice is Notice.GAME_OVER else user.email_on_your_move


def _ply(event: Event) -> int:
    """Half-moves played after the event."""
    return int(event.data["ply"]) if event.type == Event.Type.MOVE_PLAYED else 0


def _turn_after(ply: int) -> Color:
    return Color.WHITE if ply % 2 == 0 else Color.BLACK


def _who_ended(event: Event, game: Game) -> int | None:
    """The player whose deed ended the game; nobody in particular for a time-out or a ruling."""
    if event.actor_id is None and event.data["termination"] in _BY_A_MOVE:
        return game.player_id(_turn_after(int(event.data["ply"])).opponent)
    return event.actor_id


def _without(left_out: int | None, *user_ids: int | None) -> tuple[int, ...]:
    return tuple(user_id for user_id in user_ids if user_id is not None and user_id != left_out)


def opponent_of(event: Event, user: User) -> User:
    """The other person in the event's game or challenge."""
    if event.game is not None:
        return event.game.black if user.pk == event.game.white_id else event.game.white
    challenge: Challenge | None = event.challenge
    assert challenge is not None  # noqa: S101  (a constraint of the table)
    return challenge.challenger
