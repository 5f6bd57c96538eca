"""Words for the rules library's codes."""

from dataclasses import replace

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.models.games import Game
from muehle import (
    Color,
    IllegalMove,
    IllegalReason,
    ImpossibleLine,
    ImpossiblePosition,
    LineFault,
    MalformedRecord,
    Position,
    RecordFault,
    RuleSet,
    SetUpFault,
)

WHY_ILLEGAL = {
    IllegalReason.GAME_OVER: _("the game is over"),
    IllegalReason.PLACING_FIRST: _("you still have stones in hand; place those first"),
    IllegalReason.NOTHING_IN_HAND: _("all your stones are placed; move one of them"),
    IllegalReason.EMPTY_SOURCE: _("there is no stone on %(source)s"),
    IllegalReason.NOT_YOUR_STONE: _("the stone on %(source)s is not yours"),
    IllegalReason.OCCUPIED: _("%(target)s is occupied"),
    IllegalReason.NOT_ADJACENT: _("%(target)s is not adjacent to %(source)s"),
    IllegalReason.MUST_TAKE: _("this closes a mill, so you must take a stone: %(alternatives)s"),
    IllegalReason.NOTHING_TO_TAKE: _("this does not close a mill, so you cannot take a stone"),
    IllegalReason.NO_STONE_THERE: _("there is no stone to take on %(removed)s; choose %(alternatives)s"),
    IllegalReason.OWN_STONE: _("%(removed)s is your own stone; take %(alternatives)s"),
    IllegalReason.PROTECTED: _("%(removed)s is in a mill; take %(alternatives)s"),
    IllegalReason.ALL_PROTECTED: _("every opposing stone is in a mill and protected; you take nothing"),
}

WHY_IMPOSSIBLE = {
    SetUpFault.TOO_MANY_STONES: _("%(side)s has %(count)s stones on the board and in hand; nine is the most."),
    SetUpFault.TOO_FEW_STONES: _(
        "%(side)s has too few stones (%(count)s); the game ends as soon as a side has only two left."
    ),
    SetUpFault.HANDS_WITH_WHITE: _(
        "When the side that began is to move, both sides must have the same number of stones in hand."
    ),
    SetUpFault.HANDS_WITH_BLACK: _(
        "When the other side is to move, it must have one stone more in hand than the side that began, "
        "unless neither has any."
    ),
    SetUpFault.QUIET_WHILE_PLACING: _(
        "As long as stones are in hand, the number of half-moves without a mill must be 0."
    ),
}

WHY_UNREADABLE = {
    RecordFault.NO_GAME: _("there is no game in the text."),
    RecordFault.SEVERAL_GAMES: _("another game begins here; please enter one game at a time."),
    RecordFault.NO_MOVE: _("“%(word)s” is not a move (half-move %(ply)s)."),
    RecordFault.NO_RESULT: _("“%(word)s” is not a result."),
    RecordFault.NOT_CLOSED: _("“%(word)s” is opened here but never closed (half-move %(ply)s)."),
    RecordFault.CONTROL_CHARACTER: _("%(word)s is a control character; a record is plain text."),
}

WHY_NOT_STORED = {
    LineFault.ANSWER_MISSING: _("this line must end with one of your moves"),
    LineFault.TWO_ANSWERS: _("another line answers the same move differently"),
}

# Styles of the board that have stones of their own, whatever the rules call them.
COLOURS_OF_STYLE = {User.BoardStyle.PINK_GREEN.value: ("green", "pink")}
SIDES = {"white": _("White"), "black": _("Black"), "green": _("Green"), "pink": _("Pink")}
# Quoted words are shortened to this length; a word may be a whole line.
LONGEST_WORD = 40


def as_seen(rules: RuleSet, style: str) -> RuleSet:
    """The rule set with its stones named as a style of the board draws them."""
    return replace(rules, colours=COLOURS_OF_STYLE.get(style, rules.colours))


def shown_colour(rules: RuleSet, color: Color) -> str:
    """The colour in which the stones of a side are drawn under a rule set: white, black, green or pink."""
    return rules.colours[color is Color.BLACK]


def side_name(rules: RuleSet, color: Color) -> str:
    """White and Black, or what the rule set calls them."""
    return str(SIDES[shown_colour(rules, color)])


def stones_in_words(position: Position, rules: RuleSet) -> str:
    """The position as text, for readers who cannot see the picture."""
    one, other = (_side_in_words(position, rules, color) for color in Color)
    return gettext("%(one)s; %(other)s.") % {"one": one, "other": other}


def _side_in_words(position: Position, rules: RuleSet, color: Color) -> str:
    points = ", ".join(position.stones(color)) or gettext("nothing")
    return gettext("%(side)s: %(points)s") % {"side": side_name(rules, color), "points": points}


def why_impossible(error: ImpossiblePosition, rules: RuleSet) -> str:
    """The error in a position that was set up, with the names that the rules have for the sides."""
    side = SIDES[rules.colours[error.side == "black"]]
    return str(WHY_IMPOSSIBLE[error.fault]) % {"side": side, "count": error.count}


def why_unreadable(error: MalformedRecord) -> str:
    """The error in a record that cannot be read."""
    return str(WHY_UNREADABLE[error.fault]) % {"word": error.word[:LONGEST_WORD], "ply": error.ply}


def why_not_stored(refused: ImpossibleLine) -> str:
    """The error in a line of conditional moves."""
    if refused.illegal:
        return why_illegal(refused.illegal)
    return str(WHY_NOT_STORED[refused.fault]) if refused.fault else ""


def why_illegal(error: IllegalMove) -> str:
    """The reason of the rules library as a sentence for players."""
    return str(WHY_ILLEGAL[error.reason]) % {**error.params, "alternatives": one_of(error.alternatives)}


def one_of(points: tuple[str, ...]) -> str:
    """The points as a choice: b4, d2 or f4."""
    if len(points) < 2:
        return "".join(points)
    return gettext("%(points)s or %(last)s") % {"points": ", ".join(points[:-1]), "last": points[-1]}


def stone_name(game: Game, color: str) -> str:
    """The name of a side's stones under the rules of the game: white, black, green, pink."""
    first, second = game.ruleset.colours
    return first if Color(color) is Color.WHITE else second
