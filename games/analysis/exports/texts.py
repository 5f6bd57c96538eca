"""A game as text to keep: PGN-like, or a line of JSON.

Who does not play in a game that goes on gets it without its last moves. That concerns records alone, which programs
gather in numbers; whoever looks at one game sees it as it stands.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.core.models.games import Game
from games.core.queries import PlayedMove
from games.play.presenters import delayed_shape, game_shape
from muehle import Move, Notation, Record, format_record

# Half-moves.
MOVES_WITHHELD = 3


class Form(StrEnum):
    """What a game is written as."""

    PGN = "pgn"
    NDJSON = "ndjson"


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """How games are written, and for whom; None is a stranger to all of them."""

    form: Form = Form.PGN
    notation: Notation = Notation.PGN
    viewer_id: int | None = None

    def text_of(self, game: Game, moves: Sequence[PlayedMove]) -> str:
        """The game in this form, as this viewer may have it; a line of JSON is the same for both players."""
        withheld = _withheld(game, moves, self.viewer_id)
        shown = moves[: len(moves) - withheld]
        return _line(game, shown, withheld) if self.form is Form.NDJSON else self._pgn(game, shown, withheld)

    def _pgn(self, game: Game, shown: Sequence[PlayedMove], withheld: int) -> str:
        tags = tags_of(game) | ({"MovesWithheld": str(withheld)} if withheld else {})
        moves = tuple(Move.parse(move.notation) for move in shown)
        return format_record(Record(tags, moves, game.result), self.notation)


def _withheld(game: Game, moves: Sequence[PlayedMove], viewer_id: int | None) -> int:
    """How many of the last moves the viewer does not get."""
    if not game.is_ongoing or game.has_player(viewer_id):
        return 0
    return min(MOVES_WITHHELD, len(moves))


def _line(game: Game, shown: Sequence[PlayedMove], withheld: int) -> str:
    now = timezone.now()
    if withheld:
        shape = delayed_shape(game, list(shown), now=now)
    else:
        shape = game_shape(game, viewer_id=None, now=now, moves=list(shown))
    return json.dumps({**shape, "moves_withheld": withheld}, ensure_ascii=False, separators=(",", ":")) + "\n"


def tags_of(game: Game) -> dict[str, str]:
    """The tags of a game's record; who reads them elsewhere finds the game again by its number."""
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
    """As PGN calls it."""
    return "program" if player.is_bot else "human"
