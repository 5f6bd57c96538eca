"""Scopes for imported games."""

from django.utils.translation import gettext_lazy as _

from kit.scopes import Scope, declare

RECORD_READ = declare(
    Scope(
        name="record:read",
        label=_("Read your imported games"),
        order=110,
    )
)
RECORD_WRITE = declare(
    Scope(
        name="record:write",
        label=_("Import, rename and delete games for you"),
        order=120,
    )
)
