"""Forms that are sent after a login or logout on another tab, or after the session has ended.

Nothing is changed, and nothing that was entered is lost: the page shows it, and it can be sent once more. Passwords and
codes are neither shown nor kept.
"""

from typing import Final

from allauth.account.utils import get_login_redirect_url
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
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
SECRETS: Final = ("password", "code", "credential")
CSRF_FIELD: Final = "csrfmiddlewaretoken"


def refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The answer to a form with an old CSRF token: whoever has logged in on another tab meanwhile is led on from a form
    to log in, and other forms are shown again."""
    match = request.resolver_match
    if match is None or match.url_name not in WAYS_IN:
        return shown_again(request) or csrf_failure(request, reason)
    if not request.user.is_authenticated:
        return csrf_failure(request, reason)
    messages.info(request, _("You are already logged in as %(name)s.") % {"name": request.user.name})
    return HttpResponseRedirect(get_login_redirect_url(request))


def shown_again(request: HttpRequest, *, needs_login: bool = False) -> HttpResponse | None:
    """A page with what was sent; None if that was nothing, or secret, or came from a page of another site."""
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name != CSRF_FIELD]
    is_ours = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    is_secret = any(secret in name for name, _value in sent for secret in SECRETS)
    if not is_ours or is_secret or request.FILES or not any(value for _name, value in sent):
        return None
    # Choices and numbers are one word each; what somebody has written, they want to see.
    fields = [{"name": name, "value": value, "is_text": len(value.split()) > 1} for name, value in sent]
    answer = render(request, "accounts/form_again.html", {"fields": fields, "needs_login": needs_login}, status=403)
    answer["Cache-Control"] = "no-store"
    return answer
