"""The scope for blocks and mutes."""

from django.utils.translation import gettext_lazy as _

from kit.scopes import Scope, declare

RELATION_WRITE = declare(
    Scope(
        name="relation:write",
        label=_("Block, mute and follow players for you, and undo this"),
        order=100,
        is_for_apps=False,
        is_for_guests=True,
    )
)
