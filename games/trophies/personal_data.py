"""Personal data of trophies: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(
    table("trophies.json", _("your trophies"), of="trophies.Trophy.user", columns="kind game=game_id earned_at"),
)
erasure.add(gone=("trophies.Trophy.user", "trophies.TrophyCheck.user"))
