"""The second factor of staff, required once per session, and instead of the password where a proof has to be fresh."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar, cast

from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.models import User

View = TypeVar("View", bound=Callable[..., object])

# Recovery codes replace one of these and do not count on their own. Users are asked in this order.
FACTORS: Final = {
    Authenticator.Type.TOTP: "mfa_reauthenticate",
    Authenticator.Type.WEBAUTHN: "mfa_reauthenticate_webauthn",
}


def redirect_to_it(request: HttpRequest, user: User, *, way_on: str | None = None) -> HttpResponse:
    """The redirect to the page where the user enters a second factor, and from there to `way_on`, or back.

    Without a second factor they set it up, or, if it is not required, enter their password.
    """
    has = set(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    way = next((name for kind, name in FACTORS.items() if kind in has), None)
    if way is None and settings.REQUIRE_STAFF_SECOND_FACTOR:
        messages.warning(request, _("Administrators need a second factor. Please set one up here first."))
        return redirect("mfa_index")
    way = way or "account_reauthenticate"
    return HttpResponseRedirect(f"{reverse(way)}?{urlencode({REDIRECT_FIELD_NAME: way_on or request.get_full_path()})}")


def is_missing(request: HttpRequest, user: User) -> bool:
    """Whether staff have not entered a second factor in this session."""
    return settings.REQUIRE_STAFF_SECOND_FACTOR and not _was_used(request, user)


def confirmed_first(view: View) -> View:
    """A decorator for pages that add a second factor. They need a confirmed address, if there is one that is not.

    Otherwise somebody could sign up with another's address, and keep its owner out of the account for ever. Beside a
    confirmed address, others let in nobody.
    """

    @wraps(view)
    def for_confirmed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            verified = set(EmailAddress.objects.filter(user=request.user).values_list("verified", flat=True))
            if verified == {False}:
                messages.error(request, _("Confirm your email address first; then you can add a second factor."))
                return redirect("account_email")
        return cast("HttpResponse", view(request, *args, **kwargs))

    return cast("View", for_confirmed)


def replaces_password(user: User) -> bool:
    """Whether the user is staff, who prove with the second factor that it is them."""
    if not (user.is_staff and settings.REQUIRE_STAFF_SECOND_FACTOR):
        return False
    return bool(Authenticator.objects.filter(user=user, type__in=FACTORS).exists())


def _was_used(request: HttpRequest, user: User) -> bool:
    """Whether a factor that the user still has was used in this session."""
    shown = {row.get("id") for row in get_authentication_records(request, user) if row["method"] == "mfa"}
    return bool(shown) and Authenticator.objects.filter(user=user, pk__in=shown).exists()
