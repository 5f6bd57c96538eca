"""A game as PGN-like text, or as a line of JSON.

The last moves of ongoing games are withheld from everybody but the players. That applies only to downloads, which
programs can collect; the page of a game shows it completely.
"""

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from sys import maxsize

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from games.core.models.games import Game, PlayedMove, side_of
from games.core.presenters import rfc3339
from games.play.presenters import delayed_game_data, game_data
from kit import database_time
from kit.hooks import Hook
from kit.json_lines import compact_line
from muehle import Color, Move, Notation, Record, format_record

# In half-moves.
MOVES_WITHHELD = 3
# Asked for the numbers of games: a comment on each half-move of those games that were evaluated, by number.
evaluations: Hook[[Sequence[int]], Mapping[int, Sequence[str]]] = Hook()


class ExportFormat(StrEnum):
    """The format of a download."""

    PGN = "pgn"
    NDJSON = "ndjson"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWriter:
    """How games are written, and for whom; `viewer_id` None is a visitor.

    With `evaluations` the comments of PGN-like text say what each half-move was worth.
    """

    form: ExportFormat = ExportFormat.PGN
    notation: Notation = Notation.PGN
    viewer_id: int | None = None
    evaluations: bool = False

    def texts_of(self, games: Sequence[Game], moves: Mapping[int, Sequence[PlayedMove]]) -> list[str]:
        """The games in this format, with the moves that the viewer may see; `moves` has them by number.

        A line of JSON is the same for both players.
        """
        found: Mapping[int, Sequence[str]] = {}
        if self.evaluations and self.form is ExportFormat.PGN:
            found = ChainMap(*map(dict, evaluations([game.number for game in games])))
        return [self._text(game, moves.get(game.number, []), found.get(game.number)) for game in games]

    def _text(self, game: Game, moves: Sequence[PlayedMove], evaluated: Sequence[str] | None) -> str:
        withheld = _withheld(game, moves, self.viewer_id)
        if self.form is ExportFormat.NDJSON:
            return _line(game, moves[: len(moves) - withheld], withheld)
        return self._pgn(game, moves, withheld, evaluated)

    def _pgn(self, game: Game, played: Sequence[PlayedMove], withheld: int, evaluated: Sequence[str] | None) -> str:
        tags = tags_of(game) | ({"MovesWithheld": str(withheld)} if withheld else {})
        shown = slice(len(played) - withheld)
        moves = tuple(Move.parse(move.notation) for move in played[shown])
        comments = comments_on(game, played)[shown]
        if evaluated is not None:
            comments = tuple(map(" ".join, zip(comments, evaluated, strict=True)))
        return format_record(Record(tags, moves, game.result, comments=comments), self.notation)


def _withheld(game: Game, moves: Sequence[PlayedMove], viewer_id: int | None) -> int:
    """The number of last moves that are withheld from the viewer."""
    if not game.is_ongoing or game.has_player(viewer_id):
        return 0
    return min(MOVES_WITHHELD, len(moves))


def _line(game: Game, shown: Sequence[PlayedMove], withheld: int) -> str:
    now = database_time.now()
    if withheld:
        data = delayed_game_data(game, list(shown), now=now)
    else:
        data = game_data(game, viewer_id=None, now=now, moves=list(shown))
    return compact_line({**data, "moves_withheld": withheld}) + "\n"


def comments_on(game: Game, moves: Sequence[PlayedMove]) -> tuple[str, ...]:
    """For each move when it was played, how long it took, and what was left on the clock, in the commands of PGN.

    The clock is computed. It is left out if that does not lead to the clock of the game, which an arbiter may have
    changed, or if a move took longer than was left.
    """
    spent = [move.seconds_spent or 0 for move in moves]
    left = dict.fromkeys(Color, game.clock.initial_seconds)
    of_total = dict.fromkeys(Color, game.agreement.total_seconds or maxsize)
    clocks, was_enough = [], True
    for ply, seconds in enumerate(spent, start=1):
        color = side_of(ply)
        # A cap, or the same time for every move, may hide in the end that there was more.
        was_enough = was_enough and seconds <= min(left[color], of_total[color])
        of_total[color] -= seconds
        clocks.append(f" [%clk {_duration(min(left[color] - seconds, of_total[color]))}]")
        left[color] = game.clock.seconds_after_move(left[color], seconds_spent=seconds)
    is_right = was_enough and all(
        left[color] == game.seconds_of(color) and game.total_seconds_of(color) in (None, of_total[color])
        for color in Color
    )
    return tuple(
        f"[%ts {rfc3339(move.played_at.replace(microsecond=0))}] [%emt {_duration(seconds)}]{clock if is_right else ''}"
        for move, seconds, clock in zip(moves, spent, clocks, strict=True)
    )


def _duration(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"


def tags_of(game: Game) -> dict[str, str]:
    """The tags of a game's record. Its number identifies the game when it is imported elsewhere."""
    tags = {
        "Event": f"Correspondence game {game.number}",
        "Site": settings.SITE_URL,
        "Date": f"{game.started_at:%Y.%m.%d}",
        "Round": "-",
        "White": game.white.username,
        "Black": game.black.username,
        "GameId": str(game.number),
        "Link": f"{settings.SITE_URL}{reverse('game', args=[game.number])}",
        "UTCDate": f"{game.started_at:%Y.%m.%d}",
        "UTCTime": f"{game.started_at:%H:%M:%S}",
        **_ratings(game),
        "Variant": game.rules,
        **game.clock.pgn_tags,
    }
    if game.total_days is not None:
        tags["TimeControlTotal"] = str(game.agreement.total_seconds)
    if game.finished_at:
        tags |= {"EndDate": f"{game.finished_at:%Y.%m.%d}", "EndTime": f"{game.finished_at:%H:%M:%S}"}
    if game.is_with_bot:
        tags |= {"WhiteType": _type_of(game.white), "BlackType": _type_of(game.black)}
    return tags | ({"Termination": game.termination} if game.termination else {})


def _ratings(game: Game) -> dict[str, str]:
    """The ratings at the start of the game, and how they changed."""
    columns = {
        "WhiteElo": game.white_rating,
        "BlackElo": game.black_rating,
        "WhiteRatingDiff": game.white_rating_change,
        "BlackRatingDiff": game.black_rating_change,
    }
    found = {
        name: f"{value:+}" if "Diff" in name else str(value) for name, value in columns.items() if value is not None
    }
    return found | {"Rated": "yes" if game.rated else "no"}


def _type_of(player: User) -> str:
    """The type of player in PGN."""
    return "program" if player.is_bot else "human"
