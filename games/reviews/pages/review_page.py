"""The content of a review's page: each half-move in words, the chart, and the turning point."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.analysis.pages.analysis_page import MoveLine
from games.analysis.pages.texts import DRAW, SHARE, WINS
from games.core.labels import side_name
from games.core.models.games import Game, side_of
from games.core.queries import moves_of, positions_before
from games.pictures import BoardPicture, Card
from games.play.pages.pictures.games import PictureOfGame
from games.reviews.half_moves import for_white, reviewed_moves
from games.reviews.labels import MISTAKES
from games.reviews.models import GameReview
from games.reviews.presenters import status_of
from games.web.embedding import embed_code
from games.web.templatetags.diagrams import Diagram
from muehle import Claim, Color, Move, Position, RuleSet
from muehle_engine.assessing import Assessment
from muehle_engine.reviewing import ReviewedMove
from muehle_tables import Result

CLAIMS: Final = {
    Claim.REPETITION: gettext_lazy("claim the draw: the position has occurred three times"),
    Claim.QUIET_LIMIT: gettext_lazy("claim the draw: no mill for too long"),
}
CLAIMS_MISSED: Final = {
    Claim.REPETITION: gettext_lazy("A draw could be claimed: the position had occurred three times."),
    Claim.QUIET_LIMIT: gettext_lazy("A draw could be claimed: there had been no mill for too long."),
}
# Units of the chart: a half-move is so wide, and each side has so much above or below the middle.
WIDTH, HALF = 10, 50
# As high as the embedded review needs at the width of an embedded game.
EMBED_HEIGHT: Final = 860
# The half-moves of a better line that are shown; the analysis board has all.
SHOWN: Final = 4
# The mistakes that are listed above the half-moves.
MOST_MISTAKES: Final = 10


@dataclass(frozen=True, slots=True)
class Bar:
    """The expected score after a half-move: White's part above the middle, Black's below. `mark` is a mistake of that
    side, at its edge of the chart."""

    x: int
    y: int
    height: int
    is_proved: bool
    mark: Color | None


@dataclass(frozen=True, slots=True)
class Line:
    """A better line, in words, and where it can be played through."""

    first: str
    rest: str
    address: str


class Search(NamedTuple):
    """The better moves of a side: how many there are to be found, and where the first one is."""

    side: str
    number: int
    address: str


@dataclass(frozen=True, slots=True)
class Row:
    """A half-move; `value` is what the game was worth after it."""

    ply: int
    label: str
    value: str
    is_proved: bool
    mistake: str
    line: Line | None
    claim: str
    is_turning_point: bool


class ReviewPage:
    """The page of a game, with its review if there is one."""

    def __init__(self, game: Game, review: GameReview | None) -> None:
        self.game, self.review = game, review

    @property
    def status(self) -> str:
        """`ongoing` and `empty` games cannot be reviewed; `none` was asked for; or as in the API."""
        if self.game.is_ongoing:
            return "ongoing"
        if not self.game.ply:
            return "empty"
        return status_of(self.review) if self.review else "none"

    @property
    def judged(self) -> int:
        return len(self.review.half_moves) if self.review else 0

    @cached_property
    def reviewed(self) -> list[ReviewedMove]:
        """From the first half-move on; empty until the review is finished."""
        if self.review is None or self.status != "finished":
            return []
        return reviewed_moves(self.review)

    @cached_property
    def positions(self) -> list[Position]:
        """The position before each half-move."""
        return positions_before(moves_of(self.game))

    @cached_property
    def rows(self) -> list[Row]:
        return [self._row(ply, reviewed) for ply, reviewed in enumerate(self.reviewed, start=1)]

    @property
    def accuracy(self) -> list[tuple[str, float | None]]:
        """The sides with their accuracy, in per cent."""
        found = self.review.summary["accuracy"] if self.review else {}
        return [(self._side(color), found.get(color.value)) for color in Color]

    @property
    def mistakes(self) -> list[Row]:
        """The half-moves that were mistakes, and those in whose place a draw could be claimed."""
        return [row for row in self.rows if row.mistake or row.claim]

    @property
    def worst_mistakes(self) -> list[Row]:
        """Those of them that gave most away, in the order of the game."""
        by_loss = sorted(self.mistakes, key=lambda row: -self.reviewed[row.ply - 1].loss)
        return sorted(by_loss[:MOST_MISTAKES], key=lambda row: row.ply)

    @property
    def proved(self) -> int:
        return sum(row.is_proved for row in self.rows)

    # --- The chart ---

    @property
    def bars(self) -> list[Bar]:
        bars = []
        for ply, reviewed in enumerate(self.reviewed, start=1):
            white = for_white(reviewed.played, ply).expected - 0.5
            height = max(1, round(abs(white) * 2 * HALF))
            mark = side_of(ply) if reviewed.mistake else None
            bars.append(
                Bar((ply - 1) * WIDTH, HALF - height if white > 0 else HALF, height, reviewed.played.is_proved, mark)
            )
        return bars

    @property
    def width(self) -> int:
        return WIDTH * max(1, len(self.reviewed))

    @property
    def top_and_bottom(self) -> list[str]:
        """What the edges of the chart stand for."""
        return [self._wins(color) for color in Color]

    # --- The turning point ---

    @cached_property
    def turning_ply(self) -> int | None:
        return self.review.summary["turning_point"] if self.reviewed and self.review else None

    @property
    def turning_point(self) -> str:
        """The half-move that changed the result to be expected for the last time, in one or two sentences."""
        ply = self.turning_ply
        if ply is None:
            return ""
        reviewed = self.reviewed[ply - 1]
        side, label = self._side(side_of(ply)), label_of(ply, reviewed.move)
        words = turning_words(reviewed, label=label, side=side)
        if reviewed.claim:
            return f"{words} {CLAIMS_MISSED[reviewed.claim]}"
        return f"{words} {better_words(reviewed, label=label_of(ply, reviewed.line[0]))}" if reviewed.line else words

    @property
    def turning_card(self) -> Card:
        """The position before that half-move as a picture, with the players and what happened, in words."""
        whole = PictureOfGame(game=self.game)
        board = BoardPicture(
            position=self.turning_position,
            colours=self.game.ruleset.colours,
            title=f"{whole.names}: {self.turning_point}",
        )
        return replace(whole.card, board=board, words=self.turning_point)

    @property
    def turning_position(self) -> Position:
        return self.positions[(self.turning_ply or 1) - 1]

    @property
    def turning_query(self) -> str:
        """The part of an address that asks for a picture of that position."""
        return urlencode({"position": self.turning_position.text, "rules": self.game.rules})

    @property
    def embed_code(self) -> str:
        """HTML for other pages."""
        address = settings.SITE_URL + reverse("embed_review", args=[self.game.number])
        return embed_code(address, self.game, EMBED_HEIGHT)

    @property
    def turning_board(self) -> Diagram | None:
        """The position before that half-move."""
        ply = self.turning_ply
        if ply is None:
            return None
        says = _("The position before half-move %(ply)s") % {"ply": ply}
        return Diagram(position=self.turning_position, says=says, colours=self.game.ruleset.colours, labels=True)

    # --- Better moves to be found ---

    def plies_to_better(self, color: Color) -> list[int]:
        """The half-moves of a side that were mistakes and have a better line."""
        return [
            ply
            for ply, reviewed in enumerate(self.reviewed, start=1)
            if side_of(ply) is color and reviewed.mistake and reviewed.line
        ]

    @property
    def searches(self) -> list[Search]:
        """For each side with mistakes, where its better moves can be found, from the first one on."""
        found = [(self._side(color), self.plies_to_better(color)) for color in Color]
        return [Search(side, len(plies), self._search_address(plies[0])) for side, plies in found if plies]

    @property
    def turning_search(self) -> str:
        """Where the better move at the turning point can be found; empty if there is none."""
        ply = self.turning_ply
        return self._search_address(ply) if ply and self.reviewed[ply - 1].line else ""

    def _search_address(self, ply: int) -> str:
        return reverse("better_move", args=[self.game.number, ply])

    # --- Half-moves in words ---

    def _row(self, ply: int, reviewed: ReviewedMove) -> Row:
        line = reviewed.line
        return Row(
            ply=ply,
            label=label_of(ply, reviewed.move),
            value=self._value(for_white(reviewed.played, ply)),
            is_proved=reviewed.played.is_proved,
            mistake=str(MISTAKES[reviewed.mistake]) if reviewed.mistake else "",
            line=self._line(ply, line) if line and reviewed.mistake else None,
            claim=str(CLAIMS[reviewed.claim]) if reviewed.claim else "",
            is_turning_point=ply == self.turning_ply,
        )

    def _line(self, ply: int, line: Sequence[Move]) -> Line:
        rest = [*map(str, line[1:SHOWN]), *["…"] * (len(line) > SHOWN)]
        return Line(str(line[0]), " ".join(rest), self._address(ply, line))

    def _value(self, value: Assessment) -> str:
        return value_words(value, self.game.ruleset)

    def _address(self, ply: int, line: Sequence[Move]) -> str:
        """The analysis board at the position before a half-move, with the moves of a line after it."""
        start = self.positions[ply - 1].text
        return MoveLine(rules=self.game.rules, start=start, moves=list(map(str, line)), ply=0).address

    def _wins(self, color: Color) -> str:
        return WINS % {"side": self._side(color)}

    def _side(self, color: Color) -> str:
        return side_name(self.game.ruleset, color)


def value_words(value: Assessment, rules: RuleSet) -> str:
    """What a position is worth, as White sees it."""
    if value.result is Result.DRAWN:
        return str(DRAW)
    if value.is_proved:
        return WINS % {"side": side_name(rules, Color.WHITE if value.result is Result.WON else Color.BLACK)}
    return SHARE % {"side": side_name(rules, Color.WHITE), "share": round(100 * value.expected)}


def label_of(ply: int, move: Move) -> str:
    """`31. e4-f4`, and for Black `31. … e4-f4`."""
    return f"{(ply + 1) // 2}. {'' if ply % 2 else '… '}{move}"


def turning_words(reviewed: ReviewedMove, *, label: str, side: str) -> str:
    """What the half-move gave away; a result is named only where it is proved."""
    words = {"move": label, "side": side}
    match reviewed.best.result, reviewed.played.result:
        case Result.WON, Result.LOST:
            return _("With %(move)s %(side)s turned a won position into a lost one.") % words
        case Result.WON, Result.DRAWN:
            return _("With %(move)s %(side)s gave away a won position.") % words
        case Result.DRAWN, Result.LOST:
            return _("With %(move)s %(side)s gave away a draw.") % words
    shares = {
        "before": round(100 * reviewed.best.expected),
        "after": round(100 * reviewed.played.expected),
    }
    return _("With %(move)s the expected score of %(side)s fell from %(before)s%% to %(after)s%%.") % (words | shares)


def better_words(reviewed: ReviewedMove, *, label: str) -> str:
    """What the best move would have kept, if that is proved of it."""
    words = {"move": label}
    best = reviewed.best
    # The tables may have a position without any of its moves.
    is_of_position_alone = reviewed.keeping is None and not best.depth and best.distance is None
    if is_of_position_alone:
        return _("The search prefers %(move)s.") % words
    if best.result is Result.DRAWN:
        return _("%(move)s draws.") % words
    if best.result is not Result.WON:
        return _("The search prefers %(move)s.") % words
    if best.distance is None or best.distance < 2:
        return _("%(move)s wins.") % words
    return ngettext(
        "%(move)s wins; the next capture or block comes in %(count)s half-move at the latest.",
        "%(move)s wins; the next capture or block comes in %(count)s half-moves at the latest.",
        best.distance,
    ) % (words | {"count": best.distance})
