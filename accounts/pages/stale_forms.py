"""Forms that were opened before a login or logout: their CSRF token is no longer valid."""

from typing import Final

from allauth.account.utils import get_login_redirect_url
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure

WAYS_IN: Final = {
    "account_login",
    "account_signup",
    "account_request_login_code",
    "account_confirm_login_code",
    "mfa_authenticate",
    "mfa_login_webauthn",
}


def refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Lead on whoever has logged in on another tab meanwhile; all other forms are refused and change nothing."""
    match = request.resolver_match
    if match is None or match.url_name not in WAYS_IN or not request.user.is_authenticated:
        return csrf_failure(request, reason)
    messages.info(request, _("You are logged in already, as %(name)s.") % {"name": request.user.name})
    return HttpResponseRedirect(get_login_redirect_url(request))
