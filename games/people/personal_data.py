"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(
    table(
        "profile.json",
        _("what you say of yourself on your page"),
        of="people.Profile.user",
        columns="country about favourite_rules pattern colour changed_at",
    ),
)
erasure.add(gone=("people.Profile.user",))
