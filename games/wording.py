"""What the engine's codes are called in people's language."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import IllegalMove, IllegalReason

WHY_ILLEGAL = {
    IllegalReason.GAME_OVER: _("the game is over"),
    IllegalReason.PLACING_FIRST: _("you still have stones in hand; place one first"),
    IllegalReason.NOTHING_IN_HAND: _("all your stones have been placed; move one of them"),
    IllegalReason.EMPTY_SOURCE: _("there is no stone on %(source)s"),
    IllegalReason.NOT_YOUR_STONE: _("the stone on %(source)s is not yours"),
    IllegalReason.OCCUPIED: _("%(target)s is occupied"),
    IllegalReason.NOT_ADJACENT: _("%(target)s is not adjacent to %(source)s"),
    IllegalReason.MUST_TAKE: _("this closes a mill, so you must take a stone: %(alternatives)s"),
    IllegalReason.NOTHING_TO_TAKE: _("this closes no mill, so there is nothing to take"),
    IllegalReason.NO_STONE_THERE: _("there is no stone to take on %(removed)s; take %(alternatives)s"),
    IllegalReason.OWN_STONE: _("%(removed)s is your own stone; take %(alternatives)s"),
    IllegalReason.PROTECTED: _("%(removed)s is in a mill; take %(alternatives)s"),
    IllegalReason.ALL_PROTECTED: _("every opposing stone is in a mill and protected; this mill takes nothing"),
}


def why_illegal(error: IllegalMove) -> str:
    """The engine's reason in words that a player understands."""
    return str(WHY_ILLEGAL[error.reason]) % {**error.params, "alternatives": one_of(error.alternatives)}


def one_of(points: tuple[str, ...]) -> str:
    """The points as a choice: b4, d2 or f4."""
    if len(points) < 2:
        return "".join(points)
    return gettext("%(points)s or %(last)s") % {"points": ", ".join(points[:-1]), "last": points[-1]}
