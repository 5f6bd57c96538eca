"""How a visitor becomes a guest: by what begins a game, never by looking at a page."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from allauth.account import signals
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import get_random_string, salted_hmac

from accounts import guests
from accounts.models import User
from games.players.errors import TooManyGuests
from kit import locks, rate_limits
from kit.redis_connections import RedisAway

# Two requests of a browser at once are those of one guest.
SECONDS_AT_ONCE = 60

T = TypeVar("T")


def are_welcome() -> bool:
    """Whether this site has guests."""
    return bool(settings.MOST_GUESTS)


def as_player(request: HttpRequest, action: Callable[[User], T]) -> T:
    """Do something as the signed-in user, or as a new guest, who is there only if it succeeds. Raises TooManyGuests."""
    if isinstance(request.user, User):
        return action(request.user)
    with transaction.atomic():
        guest, is_new = _guest_of(request)
        done = action(guest) if is_new else None
    get_adapter().login(request, guest)
    signals.user_logged_in.send(sender=User, request=request, user=guest)
    return action(guest) if done is None else done


def _guest_of(request: HttpRequest) -> tuple[User, bool]:
    """A new guest; or that of another request that this browser has sent at the same time.

    The secret of its CSRF cookie tells one browser from another. A login replaces it.
    """
    secret = request.META.get("CSRF_COOKIE") or get_random_string(32)
    browser = f"guest:{salted_hmac('games.players.new_guests', secret, algorithm='sha256').hexdigest()}"
    locks.hold(browser)
    known = None
    with suppress(RedisAway):
        known = cache.get(browser)
    if known is not None and (guest := guests.present().filter(pk=known).first()):
        return guest, False
    guest = _new_guest(request)
    with suppress(RedisAway):
        cache.set(browser, guest.pk, SECONDS_AT_ONCE)
    return guest, True


def _new_guest(request: HttpRequest) -> User:
    if rate_limits.spend("new_guests", rate_limits.address_of(request)).is_over:
        raise TooManyGuests
    if guests.present().count() >= settings.MOST_GUESTS:
        raise TooManyGuests
    return guests.make(request)
