"""Events of a game: the payload that streams, notifications and clients read."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.event_log import Entry
from games.core.event_types import Audience, Muted, event_type
from games.core.models.games import Game
from games.core.presenters import rfc3339
from games.play.api.event_data import (
    DeadlineMovedData,
    DrawOfferData,
    GameFinishedData,
    GameStartedData,
    MovePlayedData,
    NudgedData,
    PlanStoppedData,
    TimeRanOutData,
)
from muehle import Color

GAME_STARTED = event_type("game_started", _("game started"), data=GameStartedData)
MOVE_PLAYED = event_type("move_played", _("move played"), data=MovePlayedData)
DRAW_OFFERED = event_type(
    "draw_offered",
    _("draw offered"),
    data=DrawOfferData,
    audience=Audience.PLAYERS,
    muted=Muted.WITHOUT_REASON,
)
DRAW_DECLINED = event_type(
    "draw_declined",
    _("draw declined"),
    data=DrawOfferData,
    audience=Audience.PLAYERS,
    muted=Muted.WITHOUT_REASON,
)
NUDGED = event_type("nudged", _("opponent reminded"), data=NudgedData, audience=Audience.PLAYERS, muted=Muted.NOTHING)
PLAN_STOPPED = event_type(
    "plan_stopped", _("conditional moves ended"), data=PlanStoppedData, audience=Audience.RECIPIENTS
)
DEADLINE_MOVED = event_type("deadline_moved", _("deadline moved"), data=DeadlineMovedData)
TIME_RAN_OUT = event_type("time_ran_out", _("time ran out"), data=TimeRanOutData)
GAME_FINISHED = event_type("game_finished", _("game finished"), data=GameFinishedData)


def game_started(game: Game, *, lot: Color | None, challenger: User) -> Entry:
    """`lot` is the colour that the challenger drew, or None where it was chosen."""
    data = {"white": game.white.username, "black": game.black.username, "rules": game.rules, "rated": game.rated}
    data |= {
        "lot": lot.value if lot else None,
        "challenger": challenger.username,
        "deadline_at": rfc3339(game.deadline_at),
    }
    return _entry(game, GAME_STARTED, None, **data)


def move_played(game: Game, *, by: User) -> Entry:
    """The last move of the game, with the position and the deadline after it."""
    data = {
        "ply": game.ply,
        "move": game.last_move,
        "position": game.position,
        "deadline_at": rfc3339(game.deadline_at),
    }
    return _entry(game, MOVE_PLAYED, by.pk, **data)


def draw_offered(game: Game, *, by: User, reason: str) -> Entry:
    """`ply` counts the half-moves played, the one that the offer came with included."""
    return _entry(game, DRAW_OFFERED, by.pk, ply=game.ply, reason=reason)


def draw_declined(game: Game, *, by: User, reason: str) -> Entry:
    """An offer that was declined explicitly; a move that declines an offer has no event of this type."""
    return _entry(game, DRAW_DECLINED, by.pk, ply=game.ply, reason=reason)


def plan_stopped(game: Game, player_id: int, *, reason: str) -> Entry:
    """Sent only to its player; `reason` is a `muehle.programme.Stop` or a `Stopped`."""
    data = {"ply": game.ply, "reason": reason}
    return Entry(type=PLAN_STOPPED, recipients=(player_id,), game=game, actor_id=player_id, data=data)


def game_finished(game: Game, *, actor_id: int | None, **data: Any) -> Entry:
    """Any ending, aborts included; without an actor if the rules or the clock ended the game."""
    ending = {"result": game.result, "termination": game.termination, "ply": game.ply}
    return _entry(game, GAME_FINISHED, actor_id, **ending, **data)


def deadline_moved(game: Game, *, why: str) -> Entry:
    """The deadline has changed without a move; `why` is `leave`, `calendar`, `emergency_day` or `dispute`."""
    return _entry(game, DEADLINE_MOVED, None, ply=game.ply, deadline_at=rfc3339(game.deadline_at), why=why)


def time_ran_out(game: Game) -> Entry:
    """In a game of claims: until `grace_until` the player may still move, and the opponent claim it."""
    return _entry(game, TIME_RAN_OUT, None, ply=game.ply, grace_until=rfc3339(game.grace_until))


def nudged(game: Game, *, by: User, to: tuple[int, ...]) -> Entry:
    """For the two players only, as a message; `ply` counts the half-moves played."""
    return Entry(type=NUDGED, recipients=to, game=game, actor_id=by.pk, data={"ply": game.ply})


def _entry(game: Game, event_type: str, actor_id: int | None, **data: Any) -> Entry:
    return Entry(type=event_type, recipients=game.player_ids, game=game, actor_id=actor_id, data=data)
