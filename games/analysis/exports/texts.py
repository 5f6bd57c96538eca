"""A game as PGN-like text, or as a line of JSON.

The last moves of ongoing games are withheld from everybody but the players. That applies only to downloads, which
programs can collect; the page of a game shows it completely.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings

from accounts import database_time
from accounts.models import User
from games.core.models.games import Game
from games.core.queries import PlayedMove
from games.play.presenters import delayed_shape, game_shape
from muehle import Move, Notation, Record, format_record

# In half-moves.
MOVES_WITHHELD = 3


class ExportFormat(StrEnum):
    """The format of a download."""

    PGN = "pgn"
    NDJSON = "ndjson"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWriter:
    """How games are written, and for whom; `viewer_id` None is a guest."""

    form: ExportFormat = ExportFormat.PGN
    notation: Notation = Notation.PGN
    viewer_id: int | None = None

    def text_of(self, game: Game, moves: Sequence[PlayedMove]) -> str:
        """The game in this format, with the moves that the viewer may see.

        A line of JSON is the same for both players.
        """
        withheld = _withheld(game, moves, self.viewer_id)
        shown = moves[: len(moves) - withheld]
        return _line(game, shown, withheld) if self.form is ExportFormat.NDJSON else self._pgn(game, shown, withheld)

    def _pgn(self, game: Game, shown: Sequence[PlayedMove], withheld: int) -> str:
        tags = tags_of(game) | ({"MovesWithheld": str(withheld)} if withheld else {})
        moves = tuple(Move.parse(move.notation) for move in shown)
        return format_record(Record(tags, moves, game.result), self.notation)


def _withheld(game: Game, moves: Sequence[PlayedMove], viewer_id: int | None) -> int:
    """The number of last moves that are withheld from the viewer."""
    if not game.is_ongoing or game.has_player(viewer_id):
        return 0
    return min(MOVES_WITHHELD, len(moves))


def _line(game: Game, shown: Sequence[PlayedMove], withheld: int) -> str:
    now = database_time.now()
    if withheld:
        shape = delayed_shape(game, list(shown), now=now)
    else:
        shape = game_shape(game, viewer_id=None, now=now, moves=list(shown))
    return json.dumps({**shape, "moves_withheld": withheld}, ensure_ascii=False, separators=(",", ":")) + "\n"


def tags_of(game: Game) -> dict[str, str]:
    """The tags of a game's record. Its number identifies the game when it is imported elsewhere."""
    tags = {
        "Event": f"Correspondence game {game.number}",
        "Site": settings.SITE_URL,
        "Date": f"{game.started_at:%Y.%m.%d}",
        "Round": "-",
        "White": game.white.username,
        "Black": game.black.username,
        "Variant": game.rules,
        **game.clock.pgn_tags,
    }
    if game.is_with_bot:
        tags |= {"WhiteType": _type_of(game.white), "BlackType": _type_of(game.black)}
    return tags | ({"Termination": game.termination} if game.termination else {})


def _type_of(player: User) -> str:
    """The type of player in PGN."""
    return "program" if player.is_bot else "human"
