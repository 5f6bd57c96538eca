"""The five rule sets side by side: where each comes from, and in what they differ. The differences are the engine's."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import RULESETS, AllInMills, Color, DrawMode, Repetition, RuleSet, Sides
from games.models.terms import Rules
from games.wording import side_name

# Where the rules come from, in plain words, and what is particular about them.
ABOUT: dict[str, Promise] = {
    "standard": gettext_lazy(
        "What most people mean by Mühle today. The source is an encyclopaedia’s page with the tournament rules of "
        "2010; the draws come about by themselves."
    ),
    "applet": gettext_lazy(
        "The rules of an applet for two players at one screen. Where others look for a position that comes back, it "
        "looks for moves that are played again."
    ),
    "pink-green": gettext_lazy("The leaflet of a boxed game with pink and green stones. It knows no draw."),
    "classic": gettext_lazy(
        "The rules of a correspondence site as they stood before 2010: stones in mills are protected even where there "
        "are no others. Of draws they say nothing."
    ),
    "brettspielnetz": gettext_lazy(
        "The rules of the German correspondence site Brettspielnetz today. The draws are those of the standard rules, "
        "but they have to be claimed: there an arbiter looks, here the server does."
    ),
}


class Feature(NamedTuple):
    """One thing in which rule sets differ: the heading of its column, and what a rule set has there."""

    heading: Promise
    value: Callable[[RuleSet], str]


class Row(NamedTuple):
    """A rule set in the comparison."""

    name: str
    label: str
    values: list[str]

    @property
    def cells(self) -> list[tuple[str, str]]:
        """The values with their headings, for screens on which these do not stand above them."""
        return [(str(feature.heading), value) for feature, value in zip(FEATURES, self.values, strict=True)]


class Difference(NamedTuple):
    """Another rule set, and what it has instead, by the headings of the features."""

    name: str
    label: str
    instead: list[tuple[str, str]]


def _beginning(rules: RuleSet) -> str:
    first = side_name(rules, Color.WHITE)
    if rules.sides is Sides.LOT:
        return _("%(side)s, by lot") % {"side": first}
    return _("%(side)s, by agreement or lot") % {"side": first}


def _taking(rules: RuleSet) -> str:
    if rules.all_in_mills is AllInMills.ANY:
        return _("any may be taken")
    return _("nothing is taken, unless the opponent owns exactly three")


def _repetition(rules: RuleSet) -> str:
    return {
        Repetition.POSITION: _("the same position, three times"),
        Repetition.SEQUENCE: _("the same sequence of moves, three times running"),
        Repetition.NONE: _("no draw"),
    }[rules.repetition]


def _quiet(rules: RuleSet) -> str:
    if rules.quiet_limit is None:
        return _("no limit")
    return _("%(count)s half-moves") % {"count": rules.quiet_limit}


def _draws(rules: RuleSet) -> str:
    return {
        DrawMode.AUTOMATIC: _("by themselves"),
        DrawMode.CLAIM: _("when the player on move claims them"),
        DrawMode.NONE: _("by agreement only"),
    }[rules.draw_mode]


FEATURES = (
    Feature(gettext_lazy("Begins"), _beginning),
    Feature(gettext_lazy("All opposing stones in mills"), _taking),
    Feature(gettext_lazy("Repetition"), _repetition),
    Feature(gettext_lazy("Without a mill"), _quiet),
    Feature(gettext_lazy("Draws come"), _draws),
)


def row_of(rules: RuleSet) -> Row:
    return Row(rules.name, str(Rules(rules.name).label), [feature.value(rules) for feature in FEATURES])


def comparison() -> list[Row]:
    """All of them, in the order of the engine."""
    return [row_of(rules) for rules in RULESETS.values()]


def differences_from(rules: RuleSet) -> list[Difference]:
    """What the other rule sets have instead."""
    own = row_of(rules)
    return [_difference(own, row) for row in comparison() if row.name != own.name]


def _difference(own: Row, other: Row) -> Difference:
    pairs = zip(FEATURES, own.values, other.values, strict=True)
    return Difference(
        other.name, other.label, [(str(f.heading), theirs) for f, ours, theirs in pairs if ours != theirs]
    )
