"""A player beside the board, with clock and stones (seat.html)."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.core.labels import shown_colour, side_name
from games.core.models.games import Game
from games.play.templatetags.clocks import TimeLeft, time_left_of
from games.web.board import Tray
from muehle import Color, Position, RuleSet

# What either side has of a game that has ended: White, Black.
SCORES: dict[str, tuple[str, str]] = {
    Game.Result.WHITE_WON: ("1", "0"),
    Game.Result.BLACK_WON: ("0", "1"),
    Game.Result.DRAWN: ("½", "½"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Tray):
    """A player with their stones off the board and their remaining time."""

    stone: str
    name: str
    player: User
    is_viewer: bool
    is_on_move: bool
    time_left: TimeLeft | None
    bank_seconds: int | None
    rating: int | None
    rating_change: int | None
    score: str


def seat_of(game: Game, color: Color, *, rules: RuleSet, shown: Position, is_viewer: bool, now: datetime) -> Seat:
    """A side of the game, with the stones that it has off the board in the position that is shown."""
    is_on_move = game.is_ongoing and game.turn is color
    is_white = color is Color.WHITE
    return Seat(
        color=color,
        stone=shown_colour(rules, color),
        name=side_name(rules, color),
        player=game.player(color),
        is_viewer=is_viewer,
        is_on_move=is_on_move,
        hand=shown.hand(color),
        lost=shown.lost(color),
        time_left=time_left_of(game, now=now) if is_on_move else None,
        bank_seconds=_bank_of(game, color) if game.is_ongoing and not is_on_move else None,
        rating=game.white_rating if is_white else game.black_rating,
        rating_change=game.white_rating_change if is_white else game.black_rating_change,
        score=SCORES.get(game.result, ("", ""))[0 if is_white else 1],
    )


def _bank_of(game: Game, color: Color) -> int | None:
    """What a side keeps for its next move; None if it has the whole time of a move again."""
    seconds, total = game.seconds_of(color), game.total_seconds_of(color)
    if total is not None and total < seconds:
        return total
    return seconds if game.clock.carries_over else None
