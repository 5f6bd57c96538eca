"""What games, challenges and events look like to the outside, as plain data by who asks: for the API and the streams.

The one place that decides which secrets a viewer gets. Nothing here writes, and nothing here knows HTTP; the schema of
these shapes is in api/serializers/, and the API's tests hold the two together.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from games import selectors
from games.analysis import Analysis
from games.engine import Color, DrawMode, Position
from games.engine import Game as Match
from games.engine.clocks import parameter_names
from games.matches import SEQUENCE_MOVES
from games.models import Challenge, Event, Game, Message, Note, Plan, Rating, Relation, RoomMessage
from games.models.terms import Terms
from games.reliability import Punctuality, Reliability
from games.selectors import PlayedMove
from games.timekeeping import leave_seconds_left

Shape = dict[str, Any]


def rfc3339(moment: datetime | None) -> str | None:
    """The moment in UTC with a Z, as every time in the API is written."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z") if moment else None


# --- Games ------------------------------------------------------------------------------------------------------------


def game_shape(
    game: Game,
    *,
    viewer_id: int | None,
    now: datetime,
    with_legal_moves: bool = False,
    moves: list[PlayedMove] | None = None,
) -> Shape:
    """Everything about a game that the viewer may see; a query for an open draw offer, one for moves not given.

    Legal moves are for the player on move, or for whoever asks. An open draw offer is between the two players. The
    caller has settled an overdue game.
    """
    board, moves = game.board, selectors.moves_of(game) if moves is None else moves
    match = _match(game, board, game.ply, moves)
    may_move = viewer_id is not None and viewer_id == game.on_move_id and not game.is_frozen(now=now)
    wanted = with_legal_moves or may_move
    return {
        **_standing(game, board=board, now=now),
        "legal_moves": _legal_moves(game, board) if wanted else None,
        "claimable_draws": _claimable_draws(game, match),
        "sequence": _sequence_shape(match),
        "draw_offer": _draw_offer(game, viewer_id) if game.has_player(viewer_id) else None,
        "moves": move_shapes(moves),
    }


def delayed_shape(game: Game, moves: list[PlayedMove], *, now: datetime) -> Shape:
    """An ongoing game as it stood after these moves, which are not all, for somebody who is not to follow it.

    Of the clock it says what either side had left when its turn began, and no deadline, which belongs to a later move.
    """
    ply = moves[-1].ply if moves else 0
    board = Position.parse(moves[-1].position) if moves else Position.start()
    match = _match(game, board, ply, moves)
    return {
        **_standing(game, board=board, now=now),
        "turn": board.to_move.value,
        "ply": ply,
        "repetitions": match.repetitions,
        "clock": {**_running_clock(game, now=game.turn_started_at), **_UNFOLLOWED},
        "legal_moves": None,
        "claimable_draws": [],
        "sequence": _sequence_shape(match),
        "draw_offer": None,
        "moves": move_shapes(moves),
    }


def game_summary(game: Game, *, now: datetime) -> Shape:
    """A game as it appears in lists, without its moves; the same for everybody and without a query."""
    return {**_standing(game, board=game.board, now=now), "last_move": game.last_move or None}


# Of the clock they belong to the last move, which is not shown.
_UNFOLLOWED: Shape = {"deadline_at": None, "paused": [], "paused_until": None, "grace_until": None}


def _standing(game: Game, *, board: Position, now: datetime) -> Shape:
    return {
        "number": game.number,
        "players": {
            "white": _player(game.white, game.white_rating, game.white_rating_change),
            "black": _player(game.black, game.black_rating, game.black_rating_change),
        },
        "rules": game.rules,
        "rated": game.rated,
        **terms_shape(game),
        "pool": game.pool,
        "colours_by_lot": game.colours_by_lot,
        "status": game.status,
        "result": game.result,
        "termination": game.termination or None,
        "turn": game.turn.value if game.is_ongoing else None,
        "ply": game.ply,
        "position": position_shape(board),
        "quiet_half_moves": board.quiet_half_moves,
        "quiet_limit": game.ruleset.quiet_limit,
        "repetitions": game.repetitions,
        "clock": _running_clock(game, now=now),
        "server_time": rfc3339(now),
        "started_at": rfc3339(game.started_at),
        "finished_at": rfc3339(game.finished_at),
    }


def _player(player: User, rating: int | None, change: int | None) -> Shape:
    return {"username": player.username, "bot": player.is_bot, "rating": rating, "rating_change": change}


def position_shape(board: Position) -> Shape:
    """A position as text, as points by colour and with the stones in hand."""
    return {
        "text": board.text,
        "points": {color.value: list(board.stones(color)) for color in Color},
        "hands": {color.value: board.hand(color) for color in Color},
    }


def analysis_shape(analysis: Analysis) -> Shape:
    """Where the moves of an analysis have led, and every position on the way."""
    match, board, outcome = analysis.match, analysis.position, analysis.outcome
    return {
        "rules": analysis.rules.name,
        "start": analysis.start.text,
        "moves": [{"ply": ply, "move": str(move), "position": after.text} for ply, move, after in analysis.steps],
        "position": position_shape(board),
        "turn": None if outcome else board.to_move.value,
        "ply": match.ply,
        "legal_moves": [str(move) for move in match.legal_moves()],
        "quiet_half_moves": board.quiet_half_moves,
        "quiet_limit": analysis.rules.quiet_limit,
        "repetitions": match.repetitions,
        "result": outcome.result if outcome else Game.Result.OPEN.value,
        "termination": outcome.termination.value if outcome else None,
        "claimable_draws": list(match.claimable_draws()),
        "sequence": _sequence_shape(match),
        "zwickmuehlen": [
            {"color": color.value, **shape} for color in Color for shape in zwickmuehle_shapes(board, color)
        ],
    }


def zwickmuehle_shapes(board: Position, color: Color) -> list[Shape]:
    """The Zwickmühlen of a side: the stone, where it goes to and fro, and the four that stay."""
    return [
        {"stone": found.stone, "u": found.u, "v": found.v, "kind": found.kind.value, "partners": list(found.partners)}
        for found in board.zwickmuehlen(color)
    ]


def clock_shape(terms: Terms) -> Shape:
    """A time control with its parameters; those of other kinds are null."""
    return {"system": terms.clock_system, **dict.fromkeys(parameter_names()), **terms.clock.parameters}


def terms_shape(terms: Terms) -> Shape:
    """What else is agreed about time."""
    return {"leave_days": terms.leave_days, "days_off": terms.days_off, "timeout": terms.timeout}


def _running_clock(game: Game, *, now: datetime) -> Shape:
    """The clock now, or as it stood when the game ended; only the side on move uses its time."""
    course, at = game.course, game.finished_at or now
    left = {game.turn: course.seconds_left_at(at), game.turn.opponent: game.seconds_of(game.turn.opponent)}
    standstill = course.standstill_at(at) if game.is_ongoing else None
    return {
        **clock_shape(game),
        "remaining_seconds": {color.value: left[color] for color in Color},
        "leave_used_seconds": {color.value: game.leave_seconds_of(color) for color in Color},
        "leave_left_seconds": {color.value: leave_seconds_left(game, color) for color in Color},
        "deadline_at": rfc3339(game.deadline_at),
        "paused": sorted(standstill.reasons) if standstill else [],
        "paused_until": rfc3339(course.stands_until(at)) if standstill else None,
        "grace_until": rfc3339(game.grace_until),
    }


def _legal_moves(game: Game, board: Position) -> list[str]:
    return [str(move) for move in board.legal_moves(game.ruleset)] if game.is_ongoing else []


def _claimable_draws(game: Game, match: Match) -> list[str]:
    if not game.is_ongoing or game.ruleset.draw_mode is not DrawMode.CLAIM:
        return []
    return list(match.claimable_draws())


def _match(game: Game, board: Position, ply: int, moves: list[PlayedMove]) -> Match:
    """The engine's game at a position that the moves have led to."""
    recent = [move.position for move in moves[-board.quiet_half_moves - 1 :]]
    notations = [move.notation for move in moves[-SEQUENCE_MOVES:]]
    return Match.resume(game.ruleset, board, ply=ply, recent_positions=recent, recent_moves=notations)


def _sequence_shape(match: Match) -> Shape | None:
    """The sequence that has just been repeated, where the rules of the game draw by one."""
    again = match.played_again
    return again._asdict() if again else None


def _draw_offer(game: Game, viewer_id: int | None) -> Shape | None:
    offer = selectors.open_draw_offer(game)
    if offer is None:
        return None
    by = game.color_of(offer.offered_by_id)
    is_unheard = bool(offer.reason) and selectors.has_muted(viewer_id, offer.offered_by_id)
    reason = "" if is_unheard else offer.reason
    return {"by": by and by.value, "ply": offer.ply, "reason": reason, "at": rfc3339(offer.created_at)}


def move_shapes(moves: Iterable[PlayedMove]) -> list[Shape]:
    """Half-moves with the time at which they were played."""
    return [{"ply": move.ply, "move": move.notation, "at": rfc3339(move.played_at)} for move in moves]


def plan_shape(game: Game, plan: Plan | None) -> Shape:
    """What a player has planned, for nobody else."""
    return {
        "game": game.number,
        "ply": game.ply + 1,
        "lines": plan.lines if plan else [],
        "programme": plan.programme if plan else None,
    }


def message_shape(message: Message) -> Shape:
    """A message of a game, for its players; a sentence of the list in the language in force."""
    return {**room_message_shape(message), "text": message.words, "canned": message.canned or None}


def room_message_shape(message: Message | RoomMessage) -> Shape:
    """A message of a spectator."""
    return {
        "id": message.pk,
        "author": message.author.username,
        "ply": message.ply,
        "text": message.text,
        "at": rfc3339(message.created_at),
    }


def own_note_shape(note: Note | None) -> Shape:
    """A player's note, for himself alone."""
    return {
        "text": note.text if note else "",
        "revealed": bool(note and note.revealed),
        "updated_at": rfc3339(note.updated_at) if note else None,
    }


def revealed_note_shape(note: Note) -> Shape:
    """A note that everybody may read; the caller has seen to it that the game is over."""
    return {"author": note.author.username, "text": note.text, "updated_at": rfc3339(note.updated_at)}


# --- Challenges -------------------------------------------------------------------------------------------------------


def challenge_shape(
    challenge: Challenge,
    *,
    now: datetime,
    ratings: Mapping[tuple[int, str, str], int],
    punctuality: Mapping[int, Punctuality],
) -> Shape:
    """A challenge; `ratings` are rounded, by user id, rule set and pool, `punctuality` is everybody's by user id."""
    has_run_out = challenge.status == Challenge.Status.OPEN and not challenge.is_open(now=now)

    def party(player: User) -> Shape:
        rating = ratings.get((player.pk, challenge.rules, challenge.pool))
        return _party(player, rating, punctuality[player.pk].percent)

    return {
        "number": challenge.number,
        "kind": challenge.kind,
        "status": Challenge.Status.EXPIRED.value if has_run_out else challenge.status,
        "challenger": party(challenge.challenger),
        "opponent": challenge.opponent and party(challenge.opponent),
        "colour": challenge.colour,
        "rules": challenge.rules,
        "rated": challenge.rated,
        "bots_welcome": challenge.bots_welcome,
        "clock": clock_shape(challenge),
        **terms_shape(challenge),
        "min_rating": challenge.min_rating,
        "max_rating": challenge.max_rating,
        "min_reliability": challenge.min_reliability,
        "message": challenge.message,
        "decline_reason": challenge.decline_reason,
        "rematch_of": challenge.rematch_of_id,
        "game": challenge.game_id,
        "created_at": rfc3339(challenge.created_at),
        "expires_at": rfc3339(challenge.expires_at),
        "answered_at": rfc3339(challenge.answered_at),
        "server_time": rfc3339(now),
    }


def _party(player: User, rating: int | None, reliability: int | None) -> Shape:
    return {"username": player.username, "bot": player.is_bot, "rating": rating, "reliability": reliability}


# --- Players ----------------------------------------------------------------------------------------------------------


def player_shape(
    player: User,
    *,
    ratings: Iterable[Rating],
    counts: Mapping[str, int],
    reliability: Reliability,
    away_until: datetime | None,
) -> Shape:
    """What everybody may know of a player; of his leave only that which has begun."""
    return {
        "username": player.username,
        "bot": player.is_bot,
        "operator": player.operator,
        "joined_at": rfc3339(player.date_joined),
        "on_leave_until": rfc3339(away_until),
        "ratings": [
            {
                "rules": rating.rules,
                "pool": rating.pool,
                "rating": round(rating.value),
                "deviation": round(rating.deviation),
                "provisional": rating.is_provisional,
                "games": rating.games,
            }
            for rating in ratings
        ],
        "games": dict(counts),
        "reliability": {
            "percent": reliability.punctuality.percent,
            "games": reliability.punctuality.games,
            "on_time": reliability.punctuality.on_time,
            "median_answer_seconds": reliability.median_answer_seconds,
            "aborted": reliability.aborted,
        },
    }


def relation_shape(row: Relation, other: User) -> Shape:
    """What a player has decided about another, for nobody else."""
    return {
        "username": other.username,
        "bot": other.is_bot,
        "blocked": row.blocked,
        "muted": row.muted,
        "changed_at": rfc3339(row.changed_at) if row.blocked or row.muted else None,
    }


# --- Events -----------------------------------------------------------------------------------------------------------


def event_shape(event: Event, *, seq: int, is_unheard: bool = False) -> Shape:
    """An event in a stream; `seq` is its number there: the user's own count, or in a game's log the event's id.

    `id` is the same wherever the event is told. The words of a draw offer are left out where they are `is_unheard`: the
    reader has muted who wrote them.
    """
    has_words = is_unheard and event.type in (Event.Type.DRAW_OFFERED, Event.Type.DRAW_DECLINED)
    return {
        "id": event.pk,
        "seq": seq,
        "type": event.type,
        "game": event.game_id,
        "challenge": event.challenge_id,
        "actor": event.actor.username if event.actor else None,
        "data": event.data | {"reason": ""} if has_words else event.data,
        "created_at": rfc3339(event.created_at),
    }
