"""Ended games as lines of JSON and as PGN-like text, the same for everybody and at any time.

What can change after the end is left out: changes of ratings, which are corrected when another game is annulled, and
display names. Times are in whole seconds.
"""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games.analysis.exports.texts import comments_on, tags_of
from games.core.models.games import Game, PlayedMove
from games.core.presenters import Data, clock_data, rfc3339, terms_data
from kit.json_lines import compact_line
from muehle import Move, Record, format_record

LEFT_OUT = {"WhiteRatingDiff", "BlackRatingDiff"}


def line_of(game: Game, moves: Sequence[PlayedMove]) -> str:
    """A line of JSON with the names that the API has; it can be imported as a record."""
    data = {
        "number": game.number,
        "players": {
            "white": _player(game.white, game.white_rating),
            "black": _player(game.black, game.black_rating),
        },
        "rules": game.rules,
        "pool": game.pool,
        "clock": clock_data(game),
        **terms_data(game),
        "result": game.result,
        "termination": game.termination,
        "started_at": _seconds(game.started_at),
        "finished_at": _seconds(game.finished_at),
        "ply": game.ply,
        "moves": [
            {"move": move.notation, "at": _seconds(move.played_at), "seconds_spent": move.seconds_spent}
            for move in moves
        ],
    }
    return compact_line(data) + "\n"


def record_of(game: Game, moves: Sequence[PlayedMove]) -> str:
    """The record of the game and an empty line."""
    tags = {name: value for name, value in tags_of(game).items() if name not in LEFT_OUT}
    played = tuple(Move.parse(move.notation) for move in moves)
    return format_record(Record(tags, played, game.result, comments=comments_on(game, moves))) + "\n"


def _player(player: User, rating: int | None) -> Data:
    return {"username": player.username, "bot": player.is_bot, "rating": rating}


def _seconds(at: datetime | None) -> str | None:
    return rfc3339(at.replace(microsecond=0)) if at else None
