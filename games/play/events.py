"""Events of a game: the payload that streams, notifications and clients read."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.event_log import Entry
from games.core.event_types import Audience, Muted, event_type
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.presenters import rfc3339
from games.play.api.event_data import (
    ConditionalMovesPlayedData,
    ConditionalMovesStoppedData,
    DeadlineMovedData,
    DeadlineNearData,
    DrawOfferData,
    GameFinishedData,
    GamePausedData,
    GameStartedData,
    MovePlayedData,
    MovesTakenBackData,
    OpponentRemindedData,
    PauseDeclinedData,
    PauseOfferedData,
    PauseWithdrawnData,
    TakebackAskedData,
    TakebackDeclinedData,
    TimeGivenData,
    TimeRanOutData,
)
from kit import database_time
from muehle import Color, Outcome, Position
from muehle.clocks import DAY
from muehle.clocks.pauses import Reason

# Endings by a move: the player who made it has seen the result.
BY_A_MOVE = (
    Game.Termination.STONES,
    Game.Termination.BLOCKED,
    Game.Termination.REPETITION,
    Game.Termination.QUIET_LIMIT,
)


def _at_start(event: Event, reader_id: int | None) -> dict[str, Any]:
    """What White may play first."""
    return {"legal_moves": _legal_moves(event, Position.start(), reader_id, ply=0)}


def _after_move(event: Event, reader_id: int | None) -> dict[str, Any]:
    """Whose turn it is after a move, and what may be played if it is the reader's and nobody has played since."""
    board, outcome = Position.parse(event.data["position"]), event.data.get("outcome")
    turn = None if outcome else board.to_move.value
    legal_moves = _legal_moves(event, board, reader_id, ply=event.data["ply"])
    return {"turn": turn, "legal_moves": legal_moves, "outcome": outcome}


def _after_takeback(event: Event, reader_id: int | None) -> dict[str, Any]:
    """Whose turn it is again, and what may be played if it is the reader's and nobody has played since."""
    board = Position.parse(event.data["position"])
    legal_moves = _legal_moves(event, board, reader_id, ply=event.data["ply"])
    return {"turn": board.to_move.value, "legal_moves": legal_moves}


def _legal_moves(event: Event, board: Position, reader_id: int | None, *, ply: int) -> list[str] | None:
    """What the reader may play after so many half-moves; None if it is not their turn, or if they have played since."""
    if reader_id is None or event.actor_id == reader_id or event.game is None:
        return None
    game = event.game
    # Where moves were taken back, another position may stand after as many half-moves.
    if game.on_move_id != reader_id or game.ply != ply or game.position != board.text:
        return None
    if game.frozen_until is not None and game.is_frozen(now=database_time.now()):
        return None
    return [str(move) for move in board.legal_moves(game.ruleset)]


GAME_STARTED = event_type("game_started", _("game started"), data=GameStartedData, for_reader=_at_start)
MOVE_PLAYED = event_type("move_played", _("move played"), data=MovePlayedData, for_reader=_after_move)
DRAW_OFFERED = event_type(
    "draw_offered",
    _("draw offered"),
    data=DrawOfferData,
    audience=Audience.PLAYERS,
    muted=Muted.WITHOUT_WORDS,
)
DRAW_DECLINED = event_type(
    "draw_declined",
    _("draw declined"),
    data=DrawOfferData,
    audience=Audience.PLAYERS,
    muted=Muted.WITHOUT_WORDS,
)
TAKEBACK_ASKED = event_type(
    "takeback_asked", _("take-back requested"), data=TakebackAskedData, audience=Audience.PLAYERS
)
TAKEBACK_DECLINED = event_type(
    "takeback_declined", _("take-back declined"), data=TakebackDeclinedData, audience=Audience.PLAYERS
)
MOVES_TAKEN_BACK = event_type(
    "moves_taken_back", _("moves taken back"), data=MovesTakenBackData, for_reader=_after_takeback
)
PAUSE_OFFERED = event_type("pause_offered", _("pause offered"), data=PauseOfferedData, audience=Audience.PLAYERS)
PAUSE_DECLINED = event_type("pause_declined", _("pause declined"), data=PauseDeclinedData, audience=Audience.PLAYERS)
PAUSE_WITHDRAWN = event_type(
    "pause_withdrawn", _("pause offer withdrawn"), data=PauseWithdrawnData, audience=Audience.PLAYERS
)
GAME_PAUSED = event_type("game_paused", _("game paused"), data=GamePausedData)
OPPONENT_REMINDED = event_type(
    "opponent_reminded",
    _("opponent reminded"),
    data=OpponentRemindedData,
    audience=Audience.PLAYERS,
    muted=Muted.NOTHING,
)
CONDITIONAL_MOVES_STOPPED = event_type(
    "conditional_moves_stopped",
    _("conditional moves ended"),
    data=ConditionalMovesStoppedData,
    audience=Audience.RECIPIENTS,
)
CONDITIONAL_MOVES_PLAYED = event_type(
    "conditional_moves_played",
    _("conditional moves played"),
    data=ConditionalMovesPlayedData,
    audience=Audience.RECIPIENTS,
)
DEADLINE_MOVED = event_type("deadline_moved", _("deadline moved"), data=DeadlineMovedData)
DEADLINE_NEAR = event_type("deadline_near", _("deadline near"), data=DeadlineNearData, audience=Audience.RECIPIENTS)
TIME_GIVEN = event_type("time_given", _("time given"), data=TimeGivenData)
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
    # Black hears of the game by the first move, or by the answer to their challenge.
    return _entry(game, GAME_STARTED, None, (game.white_id,), **data)


def move_played(game: Game, *, by: User, outcome: Outcome | None) -> Entry:
    """The last move of the game, with the position and the deadline after it, and the outcome if it ends the game."""
    data: dict[str, Any] = {
        "ply": game.ply,
        "move": game.last_move,
        "position": game.position,
        "deadline_at": rfc3339(game.deadline_at),
    }
    if outcome is not None:
        data["outcome"] = {"result": outcome.result, "termination": outcome.termination.value}
    return _entry(game, MOVE_PLAYED, by.pk, **data)


def draw_offered(game: Game, *, by: User, reason: str) -> Entry:
    """`ply` counts the half-moves played, the one that the offer came with included."""
    return _entry(game, DRAW_OFFERED, by.pk, ply=game.ply, reason=reason)


def draw_declined(game: Game, *, by: User, reason: str) -> Entry:
    """An offer that was declined explicitly; a move that declines an offer has no event of this type."""
    return _entry(game, DRAW_DECLINED, by.pk, ply=game.ply, reason=reason)


def takeback_asked(game: Game, *, by: User, ply_after: int) -> Entry:
    """`ply_after` half-moves are left if the opponent agrees."""
    return _entry(game, TAKEBACK_ASKED, by.pk, ply=game.ply, ply_after=ply_after)


def takeback_declined(game: Game, *, by: User) -> Entry:
    """Declined explicitly; a move that ends a request has no event of this type."""
    return _entry(game, TAKEBACK_DECLINED, by.pk, ply=game.ply)


def moves_taken_back(game: Game, *, by: User, moves: list[str]) -> Entry:
    """The actor has given the opponent their move back; the game is as it stands after that."""
    standing = {"ply": game.ply, "position": game.position, "deadline_at": rfc3339(game.deadline_at)}
    return _entry(game, MOVES_TAKEN_BACK, by.pk, moves=moves, **standing)


def pause_offered(game: Game, *, by: User, until: datetime) -> Entry:
    """The clocks of both stand from the answer until then, if the opponent accepts."""
    return _entry(game, PAUSE_OFFERED, by.pk, ply=game.ply, until=rfc3339(until))


def pause_declined(game: Game, *, by: User) -> Entry:
    """Declined explicitly; a move that ends an offer has no event of this type."""
    return _entry(game, PAUSE_DECLINED, by.pk, ply=game.ply)


def pause_withdrawn(game: Game, *, by: User) -> Entry:
    """The actor has taken their own offer back."""
    return _entry(game, PAUSE_WITHDRAWN, by.pk, ply=game.ply)


def game_paused(game: Game, *, by: User, until: datetime) -> Entry:
    """The actor has accepted the opponent's offer; the deadline is that of the player on move, with the pause in it."""
    data = {"until": rfc3339(until), "deadline_at": rfc3339(game.deadline_at)}
    return _entry(game, GAME_PAUSED, by.pk, ply=game.ply, **data)


def conditional_moves_stopped(game: Game, player_id: int, *, reason: str, prepared: str = "") -> Entry:
    """Sent only to its player; `reason` is a `muehle.programme.Stop` or a `Stopped`; `prepared` is the
    conditional move that is not played for this reason."""
    data = {"ply": game.ply, "reason": reason} | ({"prepared": prepared} if prepared else {})
    return _of_conditional_moves(game, CONDITIONAL_MOVES_STOPPED, player_id, data)


def conditional_moves_played(game: Game, player_id: int, *, moves: list[str]) -> Entry:
    """Sent only to the player whose conditional moves were played; `ply` counts all half-moves played."""
    return _of_conditional_moves(game, CONDITIONAL_MOVES_PLAYED, player_id, {"ply": game.ply, "moves": moves})


def _of_conditional_moves(game: Game, event_type: str, player_id: int, data: dict[str, Any]) -> Entry:
    """Its player has not seen what happened."""
    to = (player_id,)
    return Entry(type=event_type, recipients=to, notify=to, game=game, actor_id=player_id, data=data)


def game_finished(game: Game, *, actor_id: int | None, **data: Any) -> Entry:
    """Any ending, aborts included; without an actor if the rules or the clock ended the game.

    Who ended the game has seen it, also by a move.
    """
    ending = {"result": game.result, "termination": game.termination, "ply": game.ply}
    ended_by = actor_id
    if actor_id is None and game.termination in BY_A_MOVE:
        ended_by = game.player_id(game.turn.opponent)
    notify = tuple(player_id for player_id in game.player_ids if player_id != ended_by)
    return _entry(game, GAME_FINISHED, actor_id, notify, **ending, **data)


def deadline_moved(game: Game, *, why: str) -> Entry:
    """The deadline has changed without a move; `why` is `leave`, `calendar`, `emergency_day` or `dispute`."""
    # Other causes were chosen by a player.
    notify = (game.on_move_id,) if game.on_move_id is not None and why == Reason.EMERGENCY_DAY else ()
    data = {"ply": game.ply, "deadline_at": rfc3339(game.deadline_at), "why": why}
    return _entry(game, DEADLINE_MOVED, None, notify, **data)


def deadline_near(game: Game, *, kind: str, hours: int | None = None) -> Entry:
    """Sent only to the player on move; `kind` is `quarter`, `day`, or `step` with its hours; `ply` counts the
    half-moves played."""
    assert game.on_move_id is not None  # noqa: S101  (a constraint of the table: the game goes on)
    data = {"ply": game.ply, "kind": str(kind), "deadline_at": rfc3339(game.deadline_at)}
    if hours is not None:
        data["hours"] = hours
    return Entry(type=DEADLINE_NEAR, recipients=(game.on_move_id,), game=game, data=data)


def time_given(game: Game, *, by: User) -> Entry:
    """The actor has given the opponent a day; the deadline is theirs if they are on move, and else null."""
    deadline_at = None if game.on_move_id == by.pk else rfc3339(game.deadline_at)
    return _entry(game, TIME_GIVEN, by.pk, ply=game.ply, seconds=DAY, deadline_at=deadline_at)


def time_ran_out(game: Game) -> Entry:
    """In a game of claims: until `grace_until` the player may still move, and the opponent claim it."""
    return _entry(game, TIME_RAN_OUT, None, ply=game.ply, grace_until=rfc3339(game.grace_until))


def opponent_reminded(game: Game, *, by: User, to: tuple[int, ...]) -> Entry:
    """For the two players only, as a message; `ply` counts the half-moves played."""
    return Entry(type=OPPONENT_REMINDED, recipients=to, game=game, actor_id=by.pk, data={"ply": game.ply})


def _entry(
    game: Game, event_type: str, actor_id: int | None, notify: tuple[int, ...] | None = None, /, **data: Any
) -> Entry:
    to = game.player_ids
    return Entry(type=event_type, recipients=to, notify=notify, game=game, actor_id=actor_id, data=data)
