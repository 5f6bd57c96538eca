"""How games ended, in words: to a player of the game, and about it for everybody.

Both tables are here: what became of a game for a player, and why it ended, with a row for each termination.
"""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.labels import SIDES
from games.core.models.games import Game
from muehle import Color, Outcome, Repetition, RuleSet

Termination, Result = Game.Termination, Game.Result


class OutcomeWords(NamedTuple):
    """`tag` in lists; `headline` of notifications; `sentence` before the reason, empty if that says everything."""

    tag: Promise
    headline: Promise | str = ""
    sentence: Promise | str = ""


OUTCOMES = {
    "won": OutcomeWords(_("Won"), _("You won against %(opponent)s"), _("You have won.")),
    "lost": OutcomeWords(_("Lost"), _("You lost against %(opponent)s"), _("You have lost.")),
    "drawn": OutcomeWords(_("Drawn"), _("Draw against %(opponent)s")),
    "aborted": OutcomeWords(_("Aborted"), _("The game against %(opponent)s was aborted")),
    "ongoing": OutcomeWords(_("Ongoing")),
}


class Reason(NamedTuple):
    """Why a game ended: `about` it after the result, and as a sentence to its players. The loser is also who did not
    make a first move."""

    about: Promise
    to_loser: Promise
    # The same where it is empty.
    to_winner: Promise | str = ""


REASONS = {
    Termination.STONES: Reason(
        _("%(loser)s has fewer than three stones left"),
        _("You have fewer than three stones left."),
        _("%(opponent)s has fewer than three stones left."),
    ),
    Termination.BLOCKED: Reason(
        _("%(loser)s cannot move"), _("You have no legal move left."), _("%(opponent)s has no legal move left.")
    ),
    Termination.REPETITION: Reason(
        _("the same position occurred three times"), _("The same position occurred for the third time.")
    ),
    Termination.QUIET_LIMIT: Reason(
        _("%(moves)s moves by each side without a mill"), _("%(limit)s half-moves were played without a mill.")
    ),
    Termination.AGREEMENT: Reason(_("both players agreed"), _("You agreed on a draw.")),
    Termination.RESIGNATION: Reason(_("%(loser)s resigned"), _("You have resigned."), _("%(opponent)s has resigned.")),
    Termination.TIMEOUT: Reason(
        _("%(loser)s ran out of time"), _("You did not move in time."), _("%(opponent)s did not move in time.")
    ),
    Termination.ADJUDICATION: Reason(_("decided by an arbiter"), _("An arbiter has decided the game.")),
    Termination.ABORT: Reason(
        _("Aborted, no result"), _("%(opponent)s aborted the game at the start. It does not count.")
    ),
    Termination.ABORTED: Reason(
        _("Aborted: %(loser)s did not make a first move in time"),
        _("You did not make your first move in time. Ratings do not change, but this counts against your reliability."),
        _("%(opponent)s did not make a first move in time. It counts neither for nor against you."),
    ),
}
SEQUENCE_REPEATED = Reason(
    _("the same sequence of moves was played three times in a row"),
    _("The same sequence of moves was played three times in a row."),
)
WON, DRAWN = _("%(winner)s won: %(reason)s"), _("Draw: %(reason)s")


def outcome_for(game: Game, user: User) -> str:
    """What became of it for one of its players, a key of OUTCOMES."""
    if game.is_ongoing:
        return "ongoing"
    if game.result in (Result.OPEN, Result.DRAWN):
        return "drawn" if game.result == Result.DRAWN else "aborted"
    return "lost" if _loser(game) == user else "won"


def headline(game: Game, reader: User) -> str:
    """How it ended for the reader: "You won against anna"."""
    words = OUTCOMES[outcome_for(game, reader)].headline
    return str(words) % {"opponent": game.opponent_of(reader.pk).shown_name}


def outcome_sentence(game: Game, reader: User) -> str:
    """The result for one of its players; empty if the reason says everything, as for a draw."""
    return str(OUTCOMES[outcome_for(game, reader)].sentence)


def reason(game: Game, reader: User) -> str:
    """Why it ended so, as a sentence to the reader: "anna has resigned."."""
    words = _reason(game.termination, game.ruleset)
    text = words.to_loser if _loser(game) == reader else words.to_winner or words.to_loser
    return str(text) % {"opponent": game.opponent_of(reader.pk).shown_name, **_counts(game.ruleset)}


def ending(game: Game) -> str:
    """The result and its reason: "anna won: bert resigned". Empty while the game goes on."""
    if game.is_ongoing:
        return ""
    if game.result == Result.OPEN:
        return ending_reason(game)
    if game.result == Result.DRAWN:
        return _with_result("", ending_reason(game))
    winner = game.white if game.result == Result.WHITE_WON else game.black
    return _with_result(winner.shown_name, ending_reason(game))


def ending_reason(game: Game) -> str:
    """The same without the result, where that stands beside it: "bert resigned"."""
    # An arbiter may have annulled it.
    is_annulled = game.result == Result.OPEN and game.termination != Termination.ABORTED
    about = _reason(Termination.ABORT if is_annulled else game.termination, game.ruleset).about
    loser = _loser(game)
    return str(about) % {"loser": loser.shown_name if loser else "", **_counts(game.ruleset)}


def outcome_words(rules: RuleSet, outcome: Outcome) -> str:
    """`ending` for a game that is not stored, with the sides called as the rules call them."""
    white, black = (str(SIDES[colour]) for colour in rules.colours)
    winner, loser = (white, black) if outcome.winner is Color.WHITE else (black, white)
    about = _reason(outcome.termination, rules).about
    return _with_result(winner if outcome.winner else "", str(about) % {"loser": loser, **_counts(rules)})


def _with_result(winner: str, reason: str) -> str:
    return str(WON if winner else DRAWN) % {"winner": winner, "reason": reason}


def _reason(termination: str, rules: RuleSet) -> Reason:
    if termination == Termination.REPETITION and rules.repetition is Repetition.SEQUENCE:
        return SEQUENCE_REPEATED
    return REASONS[Termination(termination)]


def _counts(rules: RuleSet) -> dict[str, int]:
    """Of half-moves without a mill."""
    limit = rules.quiet_limit or 0
    return {"limit": limit, "moves": limit // 2}


def _loser(game: Game) -> User | None:
    """Who has lost it, or has not made a first move."""
    if game.termination == Termination.ABORTED:
        return game.player(game.turn)
    losers: dict[str, User] = {Result.WHITE_WON: game.black, Result.BLACK_WON: game.white}
    return losers.get(game.result)
