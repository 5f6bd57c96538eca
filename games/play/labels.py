"""Words for how a game or a plan has ended, as one of the players reads them."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.models.games import Game
from games.play.models import Stopped
from muehle.programme import Stop
from muehle.rulesets import Repetition

WHY_STOPPED: dict[str, Promise] = {
    Stopped.UNFORESEEN: _("Your conditional moves have ended: they had no answer to this move."),
    Stopped.DRAW_OFFERED: _("Your conditional moves have ended: a draw is offered."),
    Stopped.WARNED: _(
        "Your conditional moves have ended: an arbiter has warned you. Read the warning, then you can play on."
    ),
    Stopped.TAKEN_BACK: _("Your conditional moves have ended: moves were taken back."),
    Stop.STONE_LOST: _("Your Zwickmühle has stopped: you have lost a stone."),
    Stop.THREE_STONES: _("Your Zwickmühle has stopped: your opponent has three stones left."),
    Stop.BROKEN: _("Your Zwickmühle has stopped: it is broken."),
    Stop.NOTHING_TO_TAKE: _("Your Zwickmühle has stopped: none of the stones on your list can be taken."),
    Stop.THREATENED: _("Your Zwickmühle has stopped: your opponent could close a mill."),
}


# With the name of the opponent as `opponent`; for readers.
TAKEBACKS = {
    "takeback_asked": gettext_noop("%(opponent)s asks to take a move back"),
    "takeback_declined": gettext_noop("%(opponent)s has declined your take-back request"),
    "moves_taken_back": gettext_noop("%(opponent)s has agreed: your move is taken back, and it is your turn again"),
}


def why_stopped(reason: str) -> str:
    """That a plan has ended and why, as a sentence."""
    return str(WHY_STOPPED[reason])


def headline(game: Game, reader: User) -> str:
    """How the game ended for the reader: "You won against anna"."""
    other = {"opponent": game.opponent_of(reader.pk).shown_name}
    if game.status == Game.Status.ABORTED:
        return gettext("The game against %(opponent)s was aborted") % other
    if game.result == Game.Result.DRAWN:
        return gettext("Draw against %(opponent)s") % other
    if _winner(game) == reader:
        return gettext("You won against %(opponent)s") % other
    return gettext("You lost against %(opponent)s") % other


def reason(game: Game, reader: User) -> str:
    """Why it ended so, as a sentence."""
    if game.termination == Game.Termination.ABORTED:
        return _first_move_missing(game, reader)
    won = _winner(game) == reader
    text = _REASONS[Game.Termination(game.termination)](game, won)
    return text % {"opponent": game.opponent_of(reader.pk).shown_name, "limit": game.ruleset.quiet_limit}


def rating_context(game: Game, reader: User) -> dict[str, Any]:
    """The reader’s rating after the game, and by how much it has changed; empty where it has not."""
    rating, change = game.black_rating, game.black_rating_change
    if reader.pk == game.white_id:
        rating, change = game.white_rating, game.white_rating_change
    if rating is None or change is None:
        return {}
    return {"rating": rating + change, "rating_change": f"{change:+d}".replace("-", "−") if change else "±0"}


def _winner(game: Game) -> User | None:
    if game.result == Game.Result.WHITE_WON:
        return game.white
    return game.black if game.result == Game.Result.BLACK_WON else None


def _stones(_game: Game, won: bool) -> str:
    if won:
        return gettext("%(opponent)s has fewer than three stones left.")
    return gettext("You have fewer than three stones left.")


def _blocked(_game: Game, won: bool) -> str:
    if won:
        return gettext("%(opponent)s has no legal move left.")
    return gettext("You have no legal move left.")


def _repetition(game: Game, _won: bool) -> str:
    if game.ruleset.repetition is Repetition.SEQUENCE:
        return gettext("The same sequence of moves was played three times in a row.")
    return gettext("The same position occurred for the third time.")


def _quiet_limit(_game: Game, _won: bool) -> str:
    return gettext("%(limit)s half-moves were played without a mill.")


def _agreement(_game: Game, _won: bool) -> str:
    return gettext("You agreed on a draw.")


def _resignation(_game: Game, won: bool) -> str:
    return gettext("%(opponent)s has resigned.") if won else gettext("You have resigned.")


def _timeout(_game: Game, won: bool) -> str:
    if won:
        return gettext("%(opponent)s did not move in time.")
    return gettext("You did not move in time.")


def _adjudication(_game: Game, _won: bool) -> str:
    return gettext("An arbiter has decided the game.")


def _abort(_game: Game, _won: bool) -> str:
    return gettext("%(opponent)s aborted the game at the start. It does not count.")


def _first_move_missing(game: Game, reader: User) -> str:
    if game.player_id(game.turn) == reader.pk:
        return gettext(
            "You did not make your first move in time. Ratings do not change, but this counts against your reliability."
        )
    words = gettext("%(opponent)s did not make a first move in time. It counts neither for nor against you.")
    return words % {"opponent": game.opponent_of(reader.pk).shown_name}


_REASONS = {
    Game.Termination.STONES: _stones,
    Game.Termination.BLOCKED: _blocked,
    Game.Termination.REPETITION: _repetition,
    Game.Termination.QUIET_LIMIT: _quiet_limit,
    Game.Termination.AGREEMENT: _agreement,
    Game.Termination.RESIGNATION: _resignation,
    Game.Termination.TIMEOUT: _timeout,
    Game.Termination.ADJUDICATION: _adjudication,
    Game.Termination.ABORT: _abort,
}
