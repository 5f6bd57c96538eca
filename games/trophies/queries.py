"""The trophies of a player."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.trophies.models import Trophy

SENTENCES: dict[str, Promise] = {
    Trophy.Kind.HUNDRED_ON_TIME: _("A hundred games in a row with people, none of them lost on time."),
    Trophy.Kind.PERFECT_ENDGAME: _(
        "A rated game won without giving anything away once all stones were placed, by the proof of its review."
    ),
}


def trophies_of(user_id: int) -> list[Trophy]:
    """The first one first."""
    return list(Trophy.objects.filter(user=user_id).order_by("earned_at"))
