"""Events of players."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from games.core.event_log import Entry
from games.core.event_types import Audience, event_type
from games.players.api.event_data import RatingCorrectedData

RATING_CORRECTED = event_type(
    "rating_corrected", _("rating corrected"), data=RatingCorrectedData, audience=Audience.RECIPIENTS
)


def rating_corrected(user_id: int, *, rules: str, pool: str, annulled: Sequence[int], before: int, after: int) -> Entry:
    """The rating was computed again because these games count no more."""
    data = {"rules": rules, "pool": pool, "annulled": [*annulled], "rating_before": before, "rating": after}
    return Entry(type=RATING_CORRECTED, recipients=(user_id,), data=data)
