"""What goes on after the request that set it up: webhooks, push subscriptions, chat apps, calendar feeds.

Everything of this kind ends with the token that set it up, when its owner takes the account back, and with a new
password. What browsers and calendars have ends then even if the owner says that programs stay.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import AccessToken, User
from kit import database_time


class LastingAccess(models.Model):
    """A way by which data of a user leaves without a token or a session."""

    # The column of its owner.
    OWNER: ClassVar[str] = "user"
    ENDS_WITH_PASSWORD: ClassVar[bool] = False

    # None for what was set up in a session.
    token = models.ForeignKey(
        AccessToken,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        verbose_name=_("set up with the token"),
    )

    class Meta:
        abstract = True


def valid() -> Q:
    """The condition that a row was not set up with a token that has ended. Every reader of such rows asks for it."""
    return Q(token=None) | Q(_has_usable_token())


def kinds() -> Iterator[type[LastingAccess]]:
    return (model for model in apps.get_models() if issubclass(model, LastingAccess))


def left_by_password(user: User) -> list[QuerySet[Any]]:
    """By kind, what the user has that not every new password ends."""
    return [_of(user, kind).filter(valid()) for kind in kinds() if not kind.ENDS_WITH_PASSWORD]


def end_all(user: User) -> None:
    for kind in kinds():
        _of(user, kind).delete()


def end_with_password(user: User) -> None:
    for kind in kinds():
        if kind.ENDS_WITH_PASSWORD:
            _of(user, kind).delete()


def delete_ended() -> None:
    """Delete what was set up with a token that has ended since."""
    for kind in kinds():
        _rows(kind).filter(~_has_usable_token(), token__isnull=False).delete()


def _has_usable_token() -> Exists:
    return Exists(AccessToken.objects.usable(now=database_time.now()).filter(pk=OuterRef("token")))


def _of(user: User, kind: type[LastingAccess]) -> QuerySet[Any]:
    return _rows(kind).filter(**{kind.OWNER: user})


def _rows(kind: type[LastingAccess]) -> QuerySet[Any]:
    return kind._default_manager.all()  # noqa: SLF001  (Django documents it)
