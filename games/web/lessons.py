"""The boards that the rules pages show. The rules themselves are the engine's; here is only what illustrates them."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.engine import Color, Position, RuleSet
from games.engine.board import mask
from games.templatetags.diagrams import Diagram


def stand(white: str, black: str, *, hand: int = 0) -> Position:
    """A position with the named points occupied and the same number of stones in both hands."""
    return Position(mask(white.split()), mask(black.split()), Color.WHITE, hand, hand)


def board() -> Diagram:
    says = _("The empty board: three squares, one inside the other, joined in the middle of their sides.")
    return Diagram(position=Position.start(), says=says, labels=True)


def placing() -> Diagram:
    says = _("Three white and three black stones on the crossings d6, f4, d2 and around them.")
    return Diagram(position=stand("d6 f4 b2", "d2 b4 f6", hand=6), says=says)


def mill() -> Diagram:
    says = _("White stones on b6, d6 and f6 stand in a row; the black stone on d2 is crossed out.")
    stones = stand("b6 d6 f6 g4", "b4 d2 f4 d7", hand=5)
    return Diagram(position=stones, says=says, mill=("b6", "d6", "f6"), taken=("d2",))


def double_mill() -> Diagram:
    says = _("A white stone placed on d6 completes the rows b6, d6, f6 and d7, d6, d5 at once.")
    stones = stand("b6 d6 f6 d7 d5", "b4 d2 f4 a7", hand=4)
    return Diagram(position=stones, says=says, mill=("b6", "d6", "f6", "d7", "d5"), taken=("f4",))


def moving() -> Diagram:
    says = _("The white stone on d6 may go to d7, b6 or f6; d5 is taken by a black stone.")
    stones = stand("d6 a4 b2 g1", "d5 f4 d2 c3")
    return Diagram(position=stones, says=says, arrows=(("d6", "d7"), ("d6", "b6"), ("d6", "f6")))


def flying() -> Diagram:
    says = _("White has three stones left and jumps from a1 to g7, which closes the mill g7, g4, g1.")
    stones = stand("a1 g4 g1", "b6 d6 f4 d2 c4")
    return Diagram(position=stones, says=says, arrows=(("a1", "g7"),), free=("g7",))


def protected() -> Diagram:
    says = _("White’s mill a7, d7, g7 may take d2, but none of the black stones b6, b4, b2, which stand in a mill.")
    stones = stand("a7 d7 g7 f4", "b6 b4 b2 d2", hand=4)
    return Diagram(position=stones, says=says, mill=("b6", "b4", "b2"), taken=("d2",))


def all_protected() -> Diagram:
    says = _("Every black stone stands in the mill b6, b4, b2 or f6, f4, f2, and White has just closed a7, d7, g7.")
    stones = stand("a7 d7 g7 d2 e4", "b6 b4 b2 f6 f4 f2")
    return Diagram(position=stones, says=says, mill=("b6", "b4", "b2", "f6", "f4", "f2"), taken=("b2",))


def blocked() -> Diagram:
    says = _("Black’s stones on a7, d7, a4, b4 have white stones on every point next to them.")
    stones = stand("g7 d6 b6 a1 b2 c4", "a7 d7 a4 b4")
    return Diagram(position=stones, says=says)


def zwickmuehle_on_a_spoke() -> Diagram:
    says = _("White stones on a7, g7, b6, f6 and d7: the stone on d7 closes a mill on d6, and one when it returns.")
    stones = stand("a7 g7 b6 f6 d7", "a1 d1 f4 c4 e3")
    return Diagram(position=stones, says=says, mill=("a7", "d7", "g7"), arrows=(("d7", "d6"),), free=("d6",))


def zwickmuehle_on_a_ring() -> Diagram:
    says = _("White stones on a7, d7, e4, f4 and g7: the stone on g7 closes a mill on g4, and one when it returns.")
    stones = stand("a7 d7 e4 f4 g7", "a1 d1 b2 c4 d5")
    return Diagram(position=stones, says=says, mill=("a7", "d7", "g7"), arrows=(("g7", "g4"),), free=("g4",))


LESSONS: dict[str, Callable[[], Diagram]] = {
    lesson.__name__: lesson
    for lesson in (
        board,
        placing,
        mill,
        double_mill,
        moving,
        flying,
        protected,
        all_protected,
        blocked,
        zwickmuehle_on_a_spoke,
        zwickmuehle_on_a_ring,
    )
}


def lessons() -> dict[str, Diagram]:
    """Every board of the rules page by name, with its words in the language in force now."""
    return {name: draw() for name, draw in LESSONS.items()}


def lesson_of(rules: RuleSet) -> Diagram:
    """The board that shows what is particular about a rule set."""
    if rules.name == "classic":
        says = _("Every black stone stands in a mill. White closes one, and may take nothing.")
        stones = stand("a7 d7 g7 d2 e4", "b6 b4 b2 f6 f4 f2")
        return Diagram(position=stones, says=says, mill=("b6", "b4", "b2", "f6", "f4", "f2"))
    if rules.name == "applet":
        says = _("A white stone goes from d6 to d5 and back, a black one from d2 to d3 and back.")
        stones = stand("d6 a7 b4 g1", "d2 f4 c3 a1")
        return Diagram(position=stones, says=says, arrows=(("d6", "d5"), ("d2", "d3")))
    if rules.name == "pink-green":
        says = _("Green and pink stones on the board; green has begun.")
        return Diagram(position=stand("d6 f4 b2", "d2 b4 f6", hand=6), says=says, colours=rules.colours)
    return mill() if rules.name == "standard" else zwickmuehle_on_a_spoke()
