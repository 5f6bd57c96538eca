"""Guests: players without an account, each a row of a user with a session in one browser.

A guest has no password and no address, so nobody comes back to one whose session has ended. Then the guest is removed:
games that go on end by rule, as those of a deleted account do. Who signs up as a guest keeps the row, and so the games.
"""

import secrets
from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import translation

from accounts.looks import look_of
from accounts.models import User
from accounts.models.users import GUEST_PREFIX
from accounts.privacy import erasure
from kit import database_time

# A guest is stored before the session.
YOUNGEST = timedelta(hours=1)
# Each is erased again and again for a day: see accounts/privacy/erasure.py.
REMOVED_AN_HOUR = 40


class Gone(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The guest has an account already, or was removed."""


def make(request: HttpRequest) -> User:
    """Store a new guest with the language and the appearance of the browser."""
    guest = User(username=_free_name(), is_guest=True)
    language = translation.get_language()
    if language in User.Language.values:
        guest.language = language
    look_of(request).put_on(guest)
    guest.set_unusable_password()
    guest.save()
    return guest


def _free_name() -> str:
    while True:
        name = f"{GUEST_PREFIX}{secrets.randbelow(1_000_000):06}"
        if not (User.objects.filter(username=name).exists() or erasure.is_reserved(name)):
            return name


def present() -> QuerySet[User]:
    """All guests."""
    return User.objects.filter(is_guest=True, is_active=True)


def locked(user: User) -> User:
    """The row of a guest, locked. Raises Gone."""
    guest = present().select_for_update(no_key=True).filter(pk=user.pk).first()
    if guest is None:
        raise Gone
    return guest


def remove_abandoned() -> None:
    """Remove some of the guests to whom nobody can come back."""
    for pk in list(_abandoned().order_by("date_joined").values_list("pk", flat=True)[:REMOVED_AN_HOUR]):
        if _close(pk):
            erasure.finish(pk)


def _abandoned() -> QuerySet[User]:
    """Guests without a session. Rows of ended sessions are deleted: accounts/sessions.py."""
    grown = present().filter(date_joined__lt=database_time.now() - YOUNGEST)
    return grown.exclude(Exists(UserSession.objects.filter(user=OuterRef("pk"))))


def _close(pk: int) -> bool:
    """Close the guest, unless they have an account meanwhile."""
    with transaction.atomic():
        guest = _abandoned().select_for_update(no_key=True, skip_locked=True).filter(pk=pk).first()
        if guest is None:
            return False
        erasure.close(guest, ending=True)
    return True
