"""Registering, changing, deleting and switching off apps, for the API, the account pages and staff."""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts import access, names
from accounts.models import App, User
from accounts.oauth import connections
from accounts.security import mails
from kit import database_time

MOST = 20
MOST_REDIRECT_URIS = 10
CHANGEABLE = ("name", "homepage", "redirect_uris")


class AppLimitReached(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The owner has the maximum number of apps."""


def register(owner: User, *, name: str, redirect_uris: list[str], homepage: str = "") -> App:
    """Register an app with validated values; raises AppLimitReached, and ValidationError for a sanctioned owner."""
    with transaction.atomic():
        access.hold(owner)
        _require_may_name(owner)
        if App.objects.filter(owner=owner).count() >= MOST:
            raise AppLimitReached
        mails.record(owner, mails.Kind.APP_REGISTERED, detail=name)
        return App.objects.create(owner=owner, name=name, redirect_uris=redirect_uris, homepage=homepage)


def change(app: App, changes: dict[str, Any]) -> None:
    """Store the given name, homepage or redirect_uris. Users stay connected.

    An app that waits for its owner is on again with its redirect_uris. Raises ValidationError if a sanctioned owner
    changes what others read.
    """
    differs = any(changes[name] != getattr(app, name) for name in changes if name in CHANGEABLE)
    for name in changes:
        if name not in CHANGEABLE:
            raise ValueError(f"{name} of an app cannot be changed")
        if name != "redirect_uris" and changes[name] != getattr(app, name):
            _require_may_name(app.owner)
        setattr(app, name, changes[name])
    if not changes:
        return
    with transaction.atomic():
        access.hold(app.owner)
        app.changed_at = database_time.now() if differs else app.changed_at
        app.save(update_fields=[*changes, "changed_at"])
        if "redirect_uris" in changes:
            # A request that began before the account was secured changes nothing about it.
            App.objects.filter(pk=app.pk, held_at=app.held_at).update(held_at=None)
        app.refresh_from_db(fields=["held_at"])
        mails.record(app.owner, mails.Kind.APP_CHANGED, detail=app.name)


def _require_may_name(owner: User) -> None:
    """Whoever is led to an app reads its name and home page."""
    if names.sanctioned_until(owner):
        raise ValidationError(_("An arbiter has decided that you may not write messages for a while."))


def delete(app: App) -> None:
    """Delete the app with all its connections."""
    with transaction.atomic():
        connections.disconnect_everybody(app)
        app.delete()
        mails.record(app.owner, mails.Kind.APP_DELETED, detail=app.name)


def switch_off(app: App) -> None:
    """Switch the app off: nobody can connect, and all connections end."""
    with transaction.atomic():
        App.objects.filter(pk=app.pk, switched_off_at=None).update(switched_off_at=database_time.now())
        connections.disconnect_everybody(app)


def changed_since(owner: User, instant: datetime) -> QuerySet[App]:
    """The owner's apps that were registered or changed after the instant."""
    return App.objects.filter(Q(created_at__gt=instant) | Q(changed_at__gt=instant), owner=owner)


def hold(apps: QuerySet[App]) -> None:
    """Let nobody connect with the apps until their owner saves them, and end all their connections."""
    with transaction.atomic():
        for app in apps:
            App.objects.filter(pk=app.pk).update(held_at=database_time.now())
            connections.disconnect_everybody(app)


def switch_on(app: App) -> None:
    """Allow new connections again; former users must connect anew."""
    App.objects.filter(pk=app.pk).update(switched_off_at=None)
