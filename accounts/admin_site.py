"""The administration's site: whatever belongs to accounts under one heading, and words in both languages for tables
whose own packages have none."""

from typing import Any, NamedTuple

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

# allauth's apps, in which a reader sees parts of an account and nothing else.
OF_ACCOUNTS = {"account", "mfa", "usersessions"}
# Words of Django's forms that its own German lacks.
WORDS_OF_DJANGO = (
    gettext_noop("Password-based authentication"),
    gettext_noop("Enabled"),
    gettext_noop("Disabled"),
    gettext_noop(
        "Whether the user will be able to authenticate using a password or not. If disabled, they may still be able to "
        "authenticate using other backends, such as Single Sign-On or LDAP."
    ),
)


class Names(NamedTuple):
    """What a table and its columns are called."""

    one: Promise
    many: Promise
    columns: dict[str, Promise]


NAMES = {
    "usersessions.usersession": Names(
        _("device signed in"),
        _("devices signed in"),
        {
            "user": _("player"),
            "created_at": _("since"),
            "last_seen_at": _("last seen"),
            "ip": _("IP address"),
            "user_agent": _("browser"),
        },
    ),
    "mfa.authenticator": Names(
        _("second factor"),
        _("second factors"),
        {"user": _("player"), "type": _("kind"), "created_at": _("created"), "last_used_at": _("last used")},
    ),
}
# Nobody makes or changes these by hand, and their secrets are nobody's business; they can be taken away.
TO_LOOK_AT: dict[str, Any] = {
    "exclude": ["data", "session_key"],
    "has_add_permission": lambda *_of: False,
    "has_change_permission": lambda *_of: False,
}


class AdminSite(admin.AdminSite):
    """Django's, with sections that a reader would make."""

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        models = [model_or_iterable] if isinstance(model_or_iterable, type) else model_or_iterable
        for model in models:
            names = NAMES.get(options_of(model).label_lower)
            if names:
                call(model, names)
            super().register(model, admin_class, **(TO_LOOK_AT if names else options))

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The tables by section; those of accounts together."""
        sections = super().get_app_list(request, app_label)
        accounts = next((each for each in sections if each["app_label"] == "accounts"), None)
        if app_label or accounts is None:
            return sections
        rest = [each for each in sections if each["app_label"] not in OF_ACCOUNTS]
        moved = [model for each in sections if each["app_label"] in OF_ACCOUNTS for model in each["models"]]
        accounts["models"] = sorted([*accounts["models"], *moved], key=lambda model: str(model["name"]).casefold())
        return rest


def call(model: type[Model], names: Names) -> None:
    """Give a table of somebody else's its names; what migrations know of it stays as it is."""
    options = options_of(model)
    options.verbose_name, options.verbose_name_plural = names.one, names.many
    for column, name in names.columns.items():
        options.get_field(column).verbose_name = name


def options_of(model: type[Model]) -> Any:
    return model._meta  # noqa: SLF001  (the name under which Django documents it)
