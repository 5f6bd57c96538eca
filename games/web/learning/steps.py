"""The ten steps of the first lesson, in their order: what is on the board, what is asked for, and what is answered."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import STANDARD, Color, Move, Position, Termination
from games.engine.board import BIT, NEIGHBOURS
from games.web.learning.step import Step
from games.web.rulebook.examples import stand

# --- What a step may ask for -----------------------------------------------------------------------------------------


def any_move(_position: Position, _move: Move) -> bool:
    return True


def closes_a_mill(position: Position, move: Move) -> bool:
    return position.closes_mill(move)


def stops_the_mill(position: Position, move: Move) -> bool:
    """Black can close a mill now if White looks on, and cannot after the move."""
    return not any(reply.removed for reply in position.play(move, STANDARD).legal_moves(STANDARD))


def opens_a_mill(position: Position, move: Move) -> bool:
    """A stone leaves a mill, and none is closed by that."""
    return any(move.source in mill for mill in position.mills(Color.WHITE)) and not position.closes_mill(move)


def wins_on_stones(position: Position, move: Move) -> bool:
    return _ending(position, move) is Termination.STONES


def wins_by_blocking(position: Position, move: Move) -> bool:
    return _ending(position, move) is Termination.BLOCKED


def _ending(position: Position, move: Move) -> Termination | None:
    outcome = position.play(move, STANDARD).outcome()
    return outcome.termination if outcome else None


# --- What is answered differently by the move -------------------------------------------------------------------------

WAYS: dict[int, Promise] = {
    4: _("A fine choice: from %(target)s a stone can later go four ways, more than from anywhere else."),
    3: _("Well placed: from %(target)s a stone can later go three ways. Only d6, f4, d2 and b4 offer four."),
    2: _("There it stands. A corner such as %(target)s leaves two ways; from d6, f4, d2 and b4 there are four."),
}


def number_of_ways(_position: Position, move: Move) -> Promise:
    return WAYS[NEIGHBOURS[BIT[move.target]].bit_count()]


def looked_away(_position: Position, move: Move) -> Promise:
    """A mill may be left open, or never have been touched."""
    if move.source in ("d6", "f6"):
        return _("%(source)s to %(target)s breaks up your own pair on d6 and f6. Let the third stone fly to them.")
    return _("You may fly to %(target)s, but it closes no mill. Which point lies in line with d6 and f6?")


# --- The steps --------------------------------------------------------------------------------------------------------

STEPS: tuple[Step, ...] = (
    Step(
        slug="place",
        title=_("Place a stone"),
        task=_("The board is empty and you begin: put a white stone on any point you like."),
        explanation=_("Both players have nine stones and place them in turn, until all eighteen are on the board."),
        position=Position.start(),
        is_goal=any_move,
        praise=number_of_ways,
    ),
    Step(
        slug="mill",
        title=_("Close a mill"),
        task=_("Put a third stone in line with your two, then take any black stone."),
        explanation=_("Three stones of one colour in a row along a line are a mill, and closing one takes a stone."),
        position=stand("b6 d6", "b2 g4", hand=7),
        is_goal=closes_a_mill,
        praise=_("A mill! It took the stone on %(removed)s, and that stone does not come back."),
        miss=_("%(target)s is allowed, but it makes no row of three. Look at the line on which b6 and d6 stand."),
    ),
    Step(
        slug="take",
        title=_("Take the right stone"),
        task=_("Close another mill, and find the one black stone that may be taken."),
        explanation=_("Stones in a mill are protected, as long as their side has another that stands in none."),
        position=stand("f6 f4 d3", "b6 b4 b2 d1", hand=5),
        is_goal=closes_a_mill,
        praise=_("Right: %(removed)s stood alone, and the three on the left were protected by their mill."),
        miss=_("%(target)s is allowed, but it closes no mill. Two white stones on the right wait for a third."),
    ),
    Step(
        slug="defend",
        title=_("Stop a mill"),
        task=_("Black is about to close a mill: put your stone where the third black one would go."),
        explanation=_("Looking at what the other side wants is half the game."),
        position=stand("d6 f4 c3", "d2 f2 a4", hand=6),
        is_goal=stops_the_mill,
        praise=_("Just in time. On %(target)s your stone stands in the way, and the row is worth nothing now."),
        miss=_("%(target)s is allowed, but now Black puts a third stone beside d2 and f2 and takes one of yours."),
    ),
    Step(
        slug="move",
        title=_("Move a stone"),
        task=_("Move one of your stones to the next point, so that a mill closes; then take a stone."),
        explanation=_("When all stones are placed, each turn moves one of them along a line to the next free point."),
        position=stand("b6 f6 d7 c3 g4", "d5 f4 d2 a1 e3"),
        is_goal=closes_a_mill,
        praise=_("Well moved: %(target)s was the missing point, and Black has one stone less."),
        miss=_("%(source)s to %(target)s is allowed, but it closes no mill. A stone is missing between b6 and f6."),
    ),
    Step(
        slug="open",
        title=_("Open a mill"),
        task=_("Your mill at the top is closed and takes nothing more: open it by one step."),
        explanation=_("A mill that is opened and closed again takes another stone, every time."),
        position=stand("a7 d7 g7 c3 f2", "b4 d2 e5 g1 e3"),
        is_goal=opens_a_mill,
        praise=_("Good. Next turn the stone goes back from %(target)s to %(source)s, and the mill takes again."),
        miss=_("%(source)s to %(target)s is allowed, but your mill stays shut. Move one of its three stones."),
    ),
    Step(
        slug="zwickmuehle",
        title=_("The Zwickmühle"),
        task=_("One of your stones can open a mill and close another by the same step: move it, and take."),
        explanation=_("Such a pair of mills is called a Zwickmühle, and whoever has one usually wins."),
        position=stand("a7 g7 b6 f6 d7", "a1 d2 g4 c4 e3"),
        is_goal=closes_a_mill,
        praise=_("That is it. Next turn it goes back to %(source)s and takes again; Black can do nothing about it."),
        miss=_("%(source)s to %(target)s is allowed, but it takes nothing. Which stone has two rows of yours at hand?"),
    ),
    Step(
        slug="fly",
        title=_("Fly"),
        task=_("You have three stones left and may fly: jump to the point that closes a mill, and take."),
        explanation=_("With exactly three stones left you may move to any free point, however far away."),
        position=stand("d6 f6 a1", "d2 f4 a7 g1 c4 e5"),
        is_goal=closes_a_mill,
        praise=_("Straight across the board. Three stones are few, but they can be anywhere."),
        miss=looked_away,
    ),
    Step(
        slug="win",
        title=_("Win by taking"),
        task=_("Black is down to three stones: close a mill, take one of them, and win."),
        explanation=_("Whoever has fewer than three stones left can close no more mills, and has lost."),
        position=stand("d7 d6 c5 g4", "b2 f2 e4"),
        is_goal=wins_on_stones,
        praise=_("Two stones cannot make a mill: you have won."),
        miss=_("%(source)s to %(target)s is allowed, but Black flies to d2 and closes a mill. You can be faster."),
    ),
    Step(
        slug="enclose",
        title=_("Win by shutting in"),
        task=_("Black has a single move left: take it away."),
        explanation=_("Whoever is on move and cannot move any stone has lost, however many there are."),
        position=stand("g4 d6 b6 a1 b2 c4", "a7 d7 a4 b4"),
        is_goal=wins_by_blocking,
        praise=_("Nothing moves any more: you have won without taking another stone."),
        miss=_("%(source)s to %(target)s is allowed, but Black still has a move. Which one? Stand in its way."),
    ),
)  # fmt: skip
BY_SLUG = {step.slug: step for step in STEPS}
