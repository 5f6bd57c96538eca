"""Types of requests, and who may make them."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _

from accounts import access, proofs
from accounts.models import User

View = TypeVar("View", bound=Callable[..., object])


class SignedInRequest(HttpRequest):
    """A request with a signed-in user; for annotations only."""

    user: User


def is_guest(request: HttpRequest) -> bool:
    """Whether a guest is signed in."""
    return request.user.is_authenticated and request.user.is_guest


def account_required(view: View) -> View:
    """A decorator for pages of accounts: visitors log in first, and guests are led to where they get an account."""

    @wraps(view)
    def for_accounts(request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return lead_to_account(request) if is_guest(request) else cast("HttpResponse", view(request, *args, **kwargs))

    return cast("View", login_required(for_accounts))


def lead_to_account(request: HttpRequest) -> HttpResponse:
    messages.info(request, _("You need an account for this. Create one here; you keep your games."))
    return redirect("keep_games")


def page_to_return_to(request: HttpRequest) -> str:
    """The page on which a switch was used, as its form names it; the home page by default."""
    wanted = request.POST.get("next", "")
    return wanted if is_on_this_site(wanted) else "/"


def is_on_this_site(url: str) -> bool:
    """Whether the address is a path, or one that begins as SITE_URL does: not http if that is https."""
    site = urlsplit(settings.SITE_URL)
    return url_has_allowed_host_and_scheme(url, allowed_hosts={site.netloc}, require_https=site.scheme == "https")


def proof_first(request: SignedInRequest, *, then: str) -> HttpResponse | None:
    """The redirect to the proof of identity and on to the page of this name; None where it was given lately.

    For downloads: a browser shows no page after one, and would go on asking.
    """
    if proofs.is_fresh(request):
        return None
    way = get_adapter().get_reauthentication_methods(request.user)[0]["url"]
    return redirect(f"{way}?{urlencode({REDIRECT_FIELD_NAME: reverse(then)})}")


def held(view: View) -> View:
    """A decorator for pages of allauth that change what lets in: the account is held while they do."""

    @wraps(view)
    def with_account(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST" or not request.user.is_authenticated:
            return cast("HttpResponse", view(request, *args, **kwargs))
        with transaction.atomic():
            access.hold(request.user)
            return cast("HttpResponse", view(request, *args, **kwargs))

    return cast("View", with_account)


def fresh_to_change(view: View) -> View:
    """A decorator for pages that let in others: signed-in users only, and by POST only those who have proved lately
    that it is them. Others are asked first, and then the request goes on.
    """
    return account_required(cast("View", reauthentication_required(view, allow_get=True)))
