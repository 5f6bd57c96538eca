"""Scopes for challenges."""

from django.utils.translation import gettext_lazy as _

from kit.scopes import Scope, declare

CHALLENGE_READ = declare(
    Scope(
        name="challenge:read",
        label=_("Read your challenges"),
        order=40,
        is_for_guests=True,
    )
)
CHALLENGE_WRITE = declare(
    Scope(
        name="challenge:write",
        label=_("Send, accept and decline challenges for you; create invitation links"),
        order=50,
        is_for_guests=True,
    )
)
