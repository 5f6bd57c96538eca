"""The deeds around apps: register one, change it, delete it, switch it off. For the API, the account and staff."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import App, User
from accounts.oauth import connections

MOST = 20
MOST_REDIRECT_URIS = 10
CHANGEABLE = ("name", "homepage", "redirect_uris")


class TooMany(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The owner has as many apps as anybody may have."""


def register(owner: User, *, name: str, redirect_uris: list[str], homepage: str = "") -> App:
    """Raises TooMany. What is given has been validated."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        if App.objects.filter(owner=owner).count() >= MOST:
            raise TooMany
        return App.objects.create(owner=owner, name=name, redirect_uris=redirect_uris, homepage=homepage)


def change(app: App, changes: dict[str, Any]) -> None:
    """Store what is given of name, homepage and redirect_uris. People who are connected stay so."""
    for name in changes:
        if name not in CHANGEABLE:
            raise ValueError(f"{name} of an app cannot be changed")
        setattr(app, name, changes[name])
    if changes:
        app.save(update_fields=list(changes))


def delete(app: App) -> None:
    """The app is gone, and with it all that anybody has allowed it."""
    with transaction.atomic():
        connections.disconnect_everybody(app)
        app.delete()


def switch_off(app: App) -> None:
    """Nobody can connect with the app any more, and nobody is."""
    with transaction.atomic():
        App.objects.filter(pk=app.pk, switched_off_at=None).update(switched_off_at=timezone.now())
        connections.disconnect_everybody(app)


def switch_on(app: App) -> None:
    """People can connect anew; who was connected has to ask again."""
    App.objects.filter(pk=app.pk).update(switched_off_at=None)
