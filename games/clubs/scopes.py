"""The scopes for clubs."""

from django.utils.translation import gettext_lazy as _

from kit.scopes import Scope, declare

CLUB_READ = declare(
    Scope(name="club:read", label=_("Read the noticeboards of your clubs, and who wants to join"), order=102)
)
CLUB_WRITE = declare(
    Scope(
        name="club:write",
        label=_("Found, join and run clubs for you, and write on their noticeboards"),
        order=104,
        is_for_apps=False,
    )
)
