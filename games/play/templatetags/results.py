"""How a game ended, in words: for a reader who played it, and for everybody else."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.core.labels import SIDES
from games.core.models.games import Game
from muehle import Color, Outcome, RuleSet

register = template.Library()

Ending = Game.Termination

WON = {
    Ending.STONES: gettext_lazy("%(loser)s has fewer than three stones left"),
    Ending.BLOCKED: gettext_lazy("%(loser)s cannot move"),
    Ending.RESIGNATION: gettext_lazy("%(loser)s resigned"),
    Ending.TIMEOUT: gettext_lazy("%(loser)s ran out of time"),
    Ending.ADJUDICATION: gettext_lazy("decided by an arbiter"),
}
DRAWN = {
    Ending.REPETITION: gettext_lazy("the same position occurred three times"),
    Ending.QUIET_LIMIT: gettext_lazy("%(moves)s moves by each side without a mill"),
    Ending.AGREEMENT: gettext_lazy("both players agreed"),
    Ending.ADJUDICATION: gettext_lazy("decided by an arbiter"),
}
SEQUENCE_REPEATED = gettext_lazy("the same sequence of moves was played three times in a row")


@register.filter
def ending(game: Game) -> str:
    """The result and its reason: anna won: bert resigned. Empty while the game goes on."""
    if game.is_ongoing:
        return ""
    if game.result == Game.Result.OPEN:
        return ending_reason(game)
    if game.result == Game.Result.DRAWN:
        return _("Draw: %(reason)s") % {"reason": ending_reason(game)}
    winner = game.white if game.result == Game.Result.WHITE_WON else game.black
    return _("%(winner)s won: %(reason)s") % {"winner": winner.shown_name, "reason": ending_reason(game)}


@register.filter
def ending_reason(game: Game) -> str:
    """The same without the result, where that stands beside it: bert resigned."""
    if game.termination == Ending.ABORTED:
        return _("Aborted: %(name)s did not make a first move in time") % {"name": game.player(game.turn).shown_name}
    if game.result == Game.Result.OPEN:
        return _("Aborted, no result")
    if game.result == Game.Result.DRAWN:
        return _draw_reason(game)
    loser = game.black if game.result == Game.Result.WHITE_WON else game.white
    return str(WON[Ending(game.termination)]) % {"loser": loser.shown_name}


def _draw_reason(game: Game) -> str:
    if game.termination == Ending.REPETITION and game.ruleset.repetition == "sequence":
        return str(SEQUENCE_REPEATED)
    return str(DRAWN[Ending(game.termination)]) % {"moves": (game.ruleset.quiet_limit or 0) // 2}


def outcome_words(rules: RuleSet, outcome: Outcome) -> str:
    """The same for a game that is not stored, with the sides called as the rules call them."""
    termination = Ending(outcome.termination.value)
    if outcome.winner is None:
        sequence = termination == Ending.REPETITION and rules.repetition == "sequence"
        draw = SEQUENCE_REPEATED if sequence else DRAWN[termination]
        return _("Draw: %(reason)s") % {"reason": str(draw) % {"moves": (rules.quiet_limit or 0) // 2}}
    white, black = (str(SIDES[colour]) for colour in rules.colours)
    winner, loser = (white, black) if outcome.winner is Color.WHITE else (black, white)
    reason = str(WON[termination]) % {"loser": loser}
    return _("%(winner)s won: %(reason)s") % {"winner": winner, "reason": reason}


@register.filter
def outcome_for(game: Game, user: User) -> str:
    """One word of the vocabulary of pages: won, lost, drawn, aborted or ongoing."""
    if game.is_ongoing:
        return "ongoing"
    if game.result in (Game.Result.OPEN, Game.Result.DRAWN):
        return "drawn" if game.result == Game.Result.DRAWN else "aborted"
    white_won = game.result == Game.Result.WHITE_WON
    return "won" if (game.color_of(user.pk) is Color.WHITE) == white_won else "lost"


def outcome_sentence(game: Game, user: User) -> str:
    """The result for one of its players; empty if the reason says everything, as for a draw."""
    return {"won": _("You have won."), "lost": _("You have lost.")}.get(outcome_for(game, user), "")


@register.filter
def rating_change_for(game: Game, user: User) -> str:
    """By how much the reader's rating changed, with its sign; empty where it did not count."""
    change = game.white_rating_change if game.color_of(user.pk) is Color.WHITE else game.black_rating_change
    if change is None:
        return ""
    return f"{change:+d}".replace("-", "−") if change else "±0"


@register.filter
def opponent_of(game: Game, user: User) -> User:
    """The opponent of the reader."""
    return game.opponent_of(user.pk)


@register.filter
def color_for(game: Game, user: User) -> str:
    """The side that the reader plays, as `seat` wants it."""
    return (game.color_of(user.pk) or Color.WHITE).value


@register.simple_tag
def outcome_word(outcome: str) -> str:
    """The badge's text for a word of `outcome_for`."""
    words = {
        "won": _("Won"),
        "lost": _("Lost"),
        "drawn": _("Drawn"),
        "aborted": _("Aborted"),
        "ongoing": _("Ongoing"),
    }
    return words[outcome]
