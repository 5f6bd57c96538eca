"""What the page says of computers: that one thinks, and what follows a game with one."""

from dataclasses import dataclass

from accounts.models import User
from games.challenges.pages.computers import offered
from games.computer.queries import answers_later, shown_after
from games.core.models.games import Game
from muehle import Color


@dataclass(frozen=True, slots=True, kw_only=True)
class NextComputers:
    """The same level again, and the levels next to it."""

    level: int
    up: User | None
    down: User | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibition:
    """What a spectator of an ended game between two computers may do: go to the game that followed it, if there is one,
    and otherwise to one that begins, if this server lets computers play."""

    following: int | None
    are_playing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameComputers:
    """`answers` says when the computer that the viewer plays answers: "at_once" or "later", empty against people;
    `is_thinking` that one is on move that answers at once. `following` is for the player of an ended game with a
    computer, `exhibition` for a spectator of an ended game between two of them."""

    answers: str
    is_thinking: bool
    following: NextComputers | None
    exhibition: Exhibition | None


def computers_of(game: Game, color: Color | None) -> GameComputers:
    """Of a game for a viewer who has this side; a query or more for games with computers only."""
    opponent = game.player(color.opponent) if color else None
    later = (game.white.is_computer or game.black.is_computer) and answers_later(game.number)
    is_computers_turn = game.is_ongoing and game.player(game.turn).is_computer
    answers, following = "", None
    if opponent is not None and opponent.is_computer:
        answers = "later" if later else "at_once"
        following = None if game.is_ongoing else _following(opponent)
    return GameComputers(
        answers=answers,
        is_thinking=is_computers_turn and not later,
        following=following,
        exhibition=_exhibition(game),
    )


def _exhibition(game: Game) -> Exhibition | None:
    if game.is_ongoing or not (game.white.is_computer and game.black.is_computer):
        return None
    return Exhibition(following=shown_after(game.number), are_playing=bool(offered()))


def _following(opponent: User) -> NextComputers | None:
    level, by_level = opponent.computer_level, {each.player.computer_level: each.player for each in offered()}
    if level is None or level not in by_level:
        return None
    return NextComputers(
        level=level,
        up=by_level.get(level + 1),
        down=by_level.get(level - 1),
    )
