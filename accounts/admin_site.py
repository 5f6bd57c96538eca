"""The site of the administration. Staff log in as everybody does, and need a second factor.

It groups the tables of accounts under one heading, and translates names of tables whose packages do not.
"""

from functools import wraps
from typing import Any, NamedTuple, cast

from django.contrib import admin
from django.contrib.auth import REDIRECT_FIELD_NAME, get_permission_codename
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts import staff_proof
from accounts.models import User
from accounts.staff_actions import ReadOnly, Recorded, take_away
from accounts.staff_lookups import FixedLookups
from accounts.staff_reach import WithinReach
from accounts.staff_views import Watched

# allauth's apps. Their tables are parts of an account.
OF_ACCOUNTS = {"account", "mfa", "usersessions"}
# Texts of Django's forms that are missing in its German translation.
DJANGO_TEXTS = (
    gettext_noop("Reset password"),
    gettext_noop("Raw passwords are not stored, so there is no way to see the user’s password."),
    gettext_noop("Password-based authentication"),
    gettext_noop("Enabled"),
    gettext_noop("Disabled"),
    gettext_noop(
        "Whether the user will be able to authenticate using a password or not. If disabled, they may still be able to "
        "authenticate using other backends, such as Single Sign-On or LDAP."
    ),
)


class Names(NamedTuple):
    """The names of a table and of its columns."""

    one: Promise
    many: Promise
    columns: dict[str, Promise]


NAMES = {
    "usersessions.usersession": Names(
        _("logged-in device"),
        _("logged-in devices"),
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
# These rows are never added or changed by hand, and their secrets are hidden. They can be deleted.
VIEW_AND_DELETE: dict[str, Any] = {
    "exclude": ["data", "session_key"],
    "actions": [take_away],
    "has_take_away_permission": lambda admin, request: request.user.has_perm(_deleting(admin.opts)),
}


class Table(Watched, Recorded, WithinReach, FixedLookups):
    """What holds for every table of the administration."""


class AdminSite(admin.AdminSite):
    """Django's site with our sections.

    It has no login form of its own, which would know neither the second factor nor the limit of login attempts.
    """

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        if self.has_permission(request):
            return redirect("admin:index")
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index"))

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return redirect("account_change_password")

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Require the proofs of accounts/staff_proof.py on every page of the administration except logging out."""
        if view == self.logout:
            return super().admin_view(view, cacheable)

        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            way = staff_proof.redirect_if_needed(request, cast("User", request.user), view)
            return way or view(request, *args, **kwargs)

        return super().admin_view(guarded, cacheable)

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        models = [model_or_iterable] if isinstance(model_or_iterable, type) else model_or_iterable
        for model in models:
            names = NAMES.get(options_of(model).label_lower)
            if names:
                set_names(model, names)
            kinds = (ReadOnly, Table) if names else (Table,)
            rows = type("TableAdmin", (*kinds, admin_class or admin.ModelAdmin), {})
            super().register(model, rows, **(VIEW_AND_DELETE if names else options))

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


def set_names(model: type[Model], names: Names) -> None:
    """Set the names of a table of another package; its migrations do not change."""
    options = options_of(model)
    options.verbose_name, options.verbose_name_plural = names.one, names.many
    for column, name in names.columns.items():
        options.get_field(column).verbose_name = name


def _deleting(options: Any) -> str:
    return f"{options.app_label}.{get_permission_codename('delete', options)}"


def options_of(model: type[Model]) -> Any:
    return model._meta  # noqa: SLF001  (the name under which Django documents it)
