"""The scope for disputes and reports."""

from django.utils.translation import gettext_lazy as _

from kit.scopes import Scope, declare

DISPUTE_WRITE = declare(
    Scope(
        name="dispute:write",
        label=_("Open disputes about your games, report players, appeal decisions and acknowledge warnings for you"),
        order=70,
    )
)
