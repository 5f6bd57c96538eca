"""The scope for messages."""

from django.utils.translation import gettext_lazy as _

from kit.scopes import Scope, declare

MESSAGE_WRITE = declare(
    Scope(
        name="message:write",
        label=_("Write messages in your name, to opponents and spectators"),
        order=60,
        is_for_guests=True,
    )
)
