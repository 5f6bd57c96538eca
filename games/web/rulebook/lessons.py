"""The lessons that the rules pages are made of: each sentence is written once, with the rule sets that it holds for.

The page of a rule set has every lesson that says something about it; the page of all the rules has what they share.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import RULESETS, STANDARD, RuleSet, Sides
from games.web.rulebook import examples as shown
from games.web.rulebook.examples import (
    Applies,
    Example,
    Picture,
    always,
    any_may_be_taken,
    claims,
    draws_by_agreement_only,
    limits_by_itself,
    positions_repeat,
    said,
    sequences_repeat,
    some_take_nothing,
)


def is_named(*names: str) -> Applies:
    """For what only one source says."""
    return lambda rules: rules.name in names


def is_chosen(rules: RuleSet) -> bool:
    return rules.sides is Sides.CHOSEN


def is_drawn_by_lot(rules: RuleSet) -> bool:
    return rules.sides is Sides.LOT


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`%(first)s` and `%(second)s` stand for the sides, which a rule set may call by its own colours."""

    words: Promise
    applies: Applies = always


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One subject: what is said about it, and the boards beside it."""

    slug: str
    title: Promise
    paragraphs: tuple[Paragraph, ...]
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A lesson as a page tells it."""

    slug: str
    title: str
    paragraphs: list[str]
    pictures: list[Picture]


# fmt: off
LESSONS: tuple[Lesson, ...] = (
    Lesson(
        slug="the-board",
        title=_("The board"),
        paragraphs=(
            Paragraph(_(
                "Three squares lie inside each other, joined in the middle of their sides. They have 24 points where "
                "lines meet or turn, and on these the stones stand. Sixteen rows of three points run along the lines."
            )),
            Paragraph(_(
                "Points are named by a letter and a number, from a1 at the bottom left to g7 at the top right. A move"
                " is written by its points: d6 places a stone, d6-f6 moves it, d6-f6xa1 moves it and takes the stone "
                "on a1."
            )),
        ),
        examples=(shown.BOARD,),
    ),
    Lesson(
        slug="placing",
        title=_("Placing"),
        paragraphs=(
            Paragraph(_(
                "%(first)s begins. Who has which colour is agreed on in the challenge, or left to the lot."
            ), is_chosen),
            Paragraph(_(
                "%(first)s begins and plays what is White’s part elsewhere. Who has which colour is drawn by lot, "
                "unless the challenge says otherwise."
            ), is_drawn_by_lot),
            Paragraph(_(
                "Each player has nine stones. They take turns to put one of them on any free point, until all "
                "eighteen have been placed; before that no stone is moved."
            )),
            Paragraph(_(
                "Crossings are worth more than corners: from a crossing a stone can later go three or four ways, from"
                " a corner two."
            )),
        ),
        examples=(shown.PLACING,),
    ),
    Lesson(
        slug="mill",
        title=_("The mill"),
        paragraphs=(
            Paragraph(_(
                "Three stones of one colour in a row along a line are a mill. Whoever closes one, by placing, moving "
                "or flying, takes a stone of the opponent from the board. That is not a choice: it belongs to the "
                "same move."
            )),
            Paragraph(_(
                "A mill that stays where it is takes nothing again; open it and close it once more, and it does."
            )),
            Paragraph(_(
                "There is one case in which a mill takes nothing; it has a section of its own below."
            ), some_take_nothing),
            Paragraph(_("The leaflet says that one may take a stone; here one must."), is_named("pink-green")),
        ),
        examples=(shown.MILL,),
    ),
    Lesson(
        slug="double-mill",
        title=_("Two mills at once"),
        paragraphs=(
            Paragraph(_(
                "A placed stone can complete two rows at the same time; a moved or flying one never can. Only one "
                "stone is taken all the same."
            )),
        ),
        examples=(shown.DOUBLE_MILL,),
    ),
    Lesson(
        slug="moving",
        title=_("Moving"),
        paragraphs=(
            Paragraph(_(
                "When the hands are empty, each turn moves one own stone along a line to the next point, if it is "
                "free. Nobody may pass."
            )),
        ),
        examples=(shown.MOVING,),
    ),
    Lesson(
        slug="flying",
        title=_("Flying"),
        paragraphs=(
            Paragraph(_(
                "Whoever has exactly three stones left, and none in hand, may move a stone to any free point. The "
                "other side goes on step by step, until it has three left as well."
            )),
        ),
        examples=(shown.FLYING,),
    ),
    Lesson(
        slug="protected",
        title=_("Protected stones"),
        paragraphs=(
            Paragraph(_(
                "A stone that stands in a mill may not be taken, as long as its side has another on the board that "
                "does not."
            )),
        ),
        examples=(shown.PROTECTED,),
    ),
    Lesson(
        slug="all-protected",
        title=_("If all of them stand in mills"),
        paragraphs=(
            Paragraph(_(
                "If every opposing stone on the board stands in a mill, the mill you close takes any of them."
            ), any_may_be_taken),
            Paragraph(_(
                "The official tournament rules have had it so since 2010; before, such stones were protected too."
            ), is_named("standard", "brettspielnetz")),
            Paragraph(_(
                "If every opposing stone on the board stands in a mill, they are all protected. The mill you close "
                "takes nothing, and the turn passes."
            ), some_take_nothing),
            Paragraph(_(
                "This holds as long as the opponent owns more than three stones, board and hand together. Of exactly "
                "three, one is taken from the mill as well, and that wins the game."
            ), some_take_nothing),
        ),
        examples=(shown.ALL_IN_MILLS, shown.TAKES_NOTHING, shown.EXACTLY_THREE),
    ),
    Lesson(
        slug="end",
        title=_("Winning by taking"),
        paragraphs=(
            Paragraph(_(
                "You have won as soon as your opponent has fewer than three stones, board and hand together."
            )),
            Paragraph(_(
                "The applet’s own page counts the stones on the board only. While stones are in hand that cannot be "
                "meant, so here they count."
            ), is_named("applet")),
        ),
        examples=(shown.TOO_FEW,),
    ),
    Lesson(
        slug="blocked",
        title=_("Winning by shutting in"),
        paragraphs=(
            Paragraph(_("You have also won if your opponent has to move and cannot.")),
            Paragraph(_("With a stone in hand, or with three that fly, there is always a move.")),
            Paragraph(_(
                "The leaflet says only that the game ends then; here it is lost for the side that cannot move."
            ), is_named("pink-green")),
        ),
        examples=(shown.BLOCKED,),
    ),
    Lesson(
        slug="repetition",
        title=_("Draw by repetition"),
        paragraphs=(
            Paragraph(_(
                "The game is drawn as soon as the same position stands on the board for the third time: the same "
                "stones, the same side to move, the same number in hand. The server sees to it, and nobody has to "
                "claim anything."
            ), positions_repeat),
            Paragraph(_(
                "When the same position stands on the board for the third time (the same stones, the same side to "
                "move, the same number in hand), the player on move may claim a draw. The server answers at once: "
                "with the proof, which ends the game, or with what is still missing."
            ), claims),
            Paragraph(_(
                "It does not matter what was played in between. Placing or taking a stone starts the count afresh, "
                "for what was before can never come back."
            ), lambda rules: positions_repeat(rules) or claims(rules)),
            Paragraph(_(
                "The game is drawn as soon as the same sequence of half-moves has been played three times running, "
                "however long it is. The server sees to it, and nobody has to claim anything."
            ), sequences_repeat),
            Paragraph(_("A position that comes back by another way does not count."), sequences_repeat),
            Paragraph(_(
                "There is no draw by repetition: a position may come back as often as the players like."
            ), draws_by_agreement_only),
        ),
        examples=(shown.POSITION_REPEATED, shown.POSITION_CLAIMED, shown.SEQUENCE_REPEATED, shown.NEVER_REPEATED),
    ),
    Lesson(
        slug="quiet-moves",
        title=_("Draw without a mill"),
        paragraphs=(
            Paragraph(_(
                "The game is drawn after a hundred half-moves, fifty of each side, in which nobody closed a mill. A "
                "move that wins on the hundredth still wins."
            ), limits_by_itself),
            Paragraph(_(
                "After a hundred half-moves, fifty of each side, in which nobody closed a mill, the player on move "
                "may claim a draw. Until somebody does, the game goes on. If move 41 was the first quiet one, the "
                "draw can be claimed from move 91 on."
            ), claims),
            Paragraph(_(
                "The count begins after the last placing and starts anew whenever a mill is closed. It is shown "
                "beside the board during the game."
            ), lambda rules: rules.quiet_limit is not None),
            Paragraph(_(
                "There is no limit: the players may go on without a mill for as long as they like."
            ), draws_by_agreement_only),
        ),
        examples=(shown.LAST_QUIET_MOVE, shown.WON_IN_TIME, shown.LIMIT_CLAIMED),
    ),
    Lesson(
        slug="agreement",
        title=_("Agreement, resignation, time"),
        paragraphs=(
            Paragraph(_(
                "A game is drawn whenever both agree. You may offer a draw with a move or on its own, and say why. "
                "The offer stands until your opponent accepts, declines or moves; you may repeat it after both of you"
                " have moved."
            )),
            Paragraph(_(
                "Without that a game could go on for ever; the source knows no draw at all."
            ), draws_by_agreement_only),
            Paragraph(_(
                "You have also won when your opponent resigns or lets the deadline pass. Either of you may abort the "
                "game before your own second move; then there is no result."
            )),
            Paragraph(_(
                "The applet insists on touch-move: a stone that has been touched must be moved. That is a way to "
                "enter a move and not a rule about moves, so here it is a preference of yours, in every rule set."
            ), is_named("applet")),
        ),
    ),
    Lesson(
        slug="zwickmuehle",
        title=_("The Zwickmühle"),
        paragraphs=(
            Paragraph(_(
                "Five stones, two mills, one of them always open: moving a single stone to and fro closes a mill "
                "every turn. That is a Zwickmühle, and it usually decides the game. There are two kinds, in 32 places"
                " on the board."
            )),
        ),
        examples=(shown.ZWICKMUEHLE_ON_A_SPOKE, shown.ZWICKMUEHLE_ON_A_RING),
    ),
)
# fmt: on


def lessons_for(rules: RuleSet) -> list[Told]:
    """Everything that holds under a rule set."""
    return _told(rules, among=(rules,))


def shared_lessons() -> list[Told]:
    """What holds under all of them, in the words and colours of the standard rules."""
    return _told(STANDARD, among=tuple(RULESETS.values()))


def _told(rules: RuleSet, *, among: tuple[RuleSet, ...]) -> list[Told]:
    told = [_tell(lesson, rules, among) for lesson in LESSONS]
    return [lesson for lesson in told if lesson.paragraphs]


def _tell(lesson: Lesson, rules: RuleSet, among: tuple[RuleSet, ...]) -> Told:
    paragraphs = [said(one.words, rules) for one in lesson.paragraphs if all(map(one.applies, among))]
    pictures = [one.under(rules) for one in lesson.examples if all(map(one.applies, among))]
    return Told(lesson.slug, str(lesson.title), paragraphs, pictures)
