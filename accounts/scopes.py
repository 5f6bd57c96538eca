"""Scopes for an account and its preferences."""

from django.utils.translation import gettext_lazy as _

from kit.scopes import Scope, declare

PREFERENCE_READ = declare(
    Scope(
        name="preference:read",
        label=_("Read your preferences and see who you have blocked or muted"),
        order=80,
        is_for_guests=True,
    )
)
PREFERENCE_WRITE = declare(
    Scope(
        name="preference:write",
        label=_(
            "Change your display name, language and appearance, and which notifications you get by bell, email and push"
        ),
        order=90,
    )
)
EMAIL_READ = declare(
    Scope(
        name="email:read",
        label=_("Read your email address"),
        order=130,
    )
)
