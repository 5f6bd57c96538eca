"""Games as plain data, by viewer: for the API and the streams."""

from collections.abc import Iterable
from datetime import datetime

import muehle
from accounts.models import User
from games.core.models.games import Game, PlayedMove
from games.core.presenters import Data, clock_data, position_data, rfc3339, terms_data
from games.core.queries import moves_of
from games.play.loading import match_after
from games.play.models import ConditionalMoves
from games.play.pause_offers import open_offer
from games.play.queries import open_draw_offer
from games.play.takebacks import open_takeback, ply_after
from games.players.queries import has_muted
from muehle import Color, DrawMode, Position
from muehle.clocks import DAY

# --- Games ------------------------------------------------------------------------------------------------------------


def game_data(
    game: Game,
    *,
    viewer_id: int | None,
    now: datetime,
    with_legal_moves: bool = False,
    moves: list[PlayedMove] | None = None,
) -> Data:
    """Everything about a game that the viewer may see; a query for an open draw offer, one for moves not given.

    Legal moves are for the player on move, or on request. Only the two players see open offers. The caller has settled
    an overdue game.
    """
    board, moves = game.board, moves_of(game) if moves is None else moves
    match = match_after(game, board, game.ply, moves)
    may_move = viewer_id is not None and viewer_id == game.on_move_id and not game.is_frozen(now=now)
    wanted = with_legal_moves or may_move
    return {
        **_standing(game, board=board, now=now),
        "legal_moves": _legal_moves(game, board) if wanted else None,
        "claimable_draws": _claimable_draws(game, match),
        "sequence": sequence_data(match),
        "draw_offer": _draw_offer(game, viewer_id) if game.has_player(viewer_id) else None,
        "takeback": _takeback(game) if game.has_player(viewer_id) else None,
        "pause_offer": _pause_offer(game, now=now) if game.has_player(viewer_id) else None,
        "moves": moves_data(moves),
    }


def delayed_game_data(game: Game, moves: list[PlayedMove], *, now: datetime) -> Data:
    """An ongoing game after some of its moves, for viewers who see it with a delay.

    Its clocks are those at the beginning of the turn, without a deadline, which belongs to a later move.
    """
    ply = moves[-1].ply if moves else 0
    board = Position.parse(moves[-1].position) if moves else Position.start()
    match = match_after(game, board, ply, moves)
    return {
        **_standing(game, board=board, now=now),
        "turn": board.to_move.value,
        "ply": ply,
        "repetitions": match.repetitions,
        "clock": {**_running_clock(game, now=game.turn_started_at), **_UNFOLLOWED},
        "legal_moves": None,
        "claimable_draws": [],
        "sequence": sequence_data(match),
        "draw_offer": None,
        "takeback": None,
        "pause_offer": None,
        "moves": moves_data(moves),
    }


def game_summary(game: Game, *, now: datetime) -> Data:
    """A game as it appears in lists, without its moves; the same for everybody and without a query."""
    return {**_standing(game, board=game.board, now=now), "last_move": game.last_move or None}


# Clock and deadline belong to the last move, which is not shown.
_UNFOLLOWED: Data = {
    "deadline_at": None,
    "first_move_deadline_at": None,
    "paused": [],
    "paused_until": None,
    "grace_until": None,
}


def _standing(game: Game, *, board: Position, now: datetime) -> Data:
    return {
        "number": game.number,
        "players": {
            "white": _player(game.white, game.white_rating, game.white_rating_change),
            "black": _player(game.black, game.black_rating, game.black_rating_change),
        },
        "rules": game.rules,
        "rated": game.rated,
        **terms_data(game),
        "pool": game.pool,
        "colours_by_lot": game.colours_by_lot,
        "status": game.status,
        "result": game.result,
        "termination": game.termination or None,
        "turn": game.turn.value if game.is_ongoing else None,
        "ply": game.ply,
        "position": position_data(board),
        "quiet_half_moves": board.quiet_half_moves,
        "quiet_limit": game.ruleset.quiet_limit,
        "repetitions": game.repetitions,
        "clock": _running_clock(game, now=now),
        "server_time": rfc3339(now),
        "started_at": rfc3339(game.started_at),
        "finished_at": rfc3339(game.finished_at),
    }


def _player(player: User, rating: int | None, change: int | None) -> Data:
    return {
        "username": player.username,
        "display_name": player.plain_name,
        "bot": player.is_bot,
        "guest": player.is_guest,
        "rating": rating,
        "rating_change": change,
    }


def zwickmuehlen_data(board: Position, color: Color) -> list[Data]:
    """The Zwickmühlen of a side: the stone, where it goes to and fro, and the four that stay."""
    return [
        {"stone": found.stone, "u": found.u, "v": found.v, "kind": found.kind.value, "partners": list(found.partners)}
        for found in board.zwickmuehlen(color)
    ]


def sided_zwickmuehlen_data(board: Position) -> list[Data]:
    """Those of both sides, each with its side."""
    return [{"color": color.value, **data} for color in Color for data in zwickmuehlen_data(board, color)]


def _running_clock(game: Game, *, now: datetime) -> Data:
    """The clock now, or as it stood when the game ended; only the side on move uses its time."""
    course, at = game.course, game.finished_at or now
    # Of a first move only a part of the clock may be used.
    withheld = game.seconds_of(game.turn) - game.turn_seconds
    left = {game.turn: course.seconds_left_at(at) + withheld, game.turn.opponent: game.seconds_of(game.turn.opponent)}
    total = {color: seconds for color in Color if (seconds := game.total_left_of(color, at=at)) is not None}
    left = {color: min(left[color], total.get(color, left[color])) for color in Color}
    standstill = course.standstill_at(at) if game.is_ongoing else None
    leave = {color: game.leave_used_by(color, at=at) for color in Color}
    return {
        **clock_data(game),
        "remaining_seconds": {color.value: left[color] for color in Color},
        "total_left_seconds": {color.value: seconds for color, seconds in total.items()} or None,
        "leave_used_seconds": {color.value: leave[color] for color in Color},
        "leave_left_seconds": {color.value: max(0, game.leave_days * DAY - leave[color]) for color in Color},
        "deadline_at": rfc3339(game.deadline_at),
        "first_move_deadline_at": rfc3339(game.deadline_at) if game.awaits_first_move else None,
        "paused": sorted(standstill.reasons) if standstill else [],
        "paused_until": rfc3339(course.stands_until(at)) if standstill else None,
        "grace_until": rfc3339(game.grace_until),
    }


def _legal_moves(game: Game, board: Position) -> list[str]:
    return [str(move) for move in board.legal_moves(game.ruleset)] if game.is_ongoing else []


def _claimable_draws(game: Game, match: muehle.Game) -> list[str]:
    if not game.is_ongoing or game.ruleset.draw_mode is not DrawMode.CLAIM:
        return []
    return list(match.claimable_draws())


def sequence_data(match: muehle.Game) -> Data | None:
    """The sequence that has just been repeated, where the rules of the game draw by one."""
    again = match.played_again
    return again._asdict() if again else None


def _draw_offer(game: Game, viewer_id: int | None) -> Data | None:
    offer = open_draw_offer(game)
    if offer is None:
        return None
    by = game.color_of(offer.offered_by_id)
    is_unheard = bool(offer.reason) and has_muted(viewer_id, offer.offered_by_id)
    reason = "" if is_unheard else offer.reason
    return {"by": by and by.value, "ply": offer.ply, "reason": reason, "at": rfc3339(offer.created_at)}


def _takeback(game: Game) -> Data | None:
    asked = open_takeback(game)
    if asked is None:
        return None
    by, left = game.color_of(asked.asked_by_id), ply_after(game, asked.asked_by_id)
    return {"by": by and by.value, "ply": asked.ply, "ply_after": left, "at": rfc3339(asked.created_at)}


def _pause_offer(game: Game, *, now: datetime) -> Data | None:
    offered = open_offer(game, now=now)
    if offered is None:
        return None
    by, until = game.color_of(offered.offered_by_id), rfc3339(offered.until)
    return {"by": by and by.value, "ply": offered.ply, "until": until, "at": rfc3339(offered.created_at)}


def moves_data(moves: Iterable[PlayedMove]) -> list[Data]:
    """Half-moves with the time at which they were played."""
    return [{"ply": move.ply, "move": move.notation, "at": rfc3339(move.played_at)} for move in moves]


def conditional_moves_data(game: Game, stored: ConditionalMoves | None) -> Data:
    """Conditional moves, for their player only."""
    return {
        "game": game.number,
        "ply": game.ply + 1,
        "lines": stored.lines if stored else [],
        "programme": stored.programme if stored else None,
    }
