"""The consent page: an app asks, the account answers. What is asked is judged in accounts/oauth/authorization.py."""

from typing import Any

from csp.decorators import csp_update
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.models import User
from accounts.oauth import connections
from accounts.oauth.authorization import NobodyToAnswer, NotPossible, Wish, read_wish
from accounts.oauth.redirects import host_of, policy_source_of
from accounts.scopes import FOR_APPS, Scope


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def authorize(request: HttpRequest) -> HttpResponse:
    """Ask, every time: a program without a secret can be played by another one, and only the reader can tell.

    What is wrong with the request is told here; nobody is sent on who has not said so himself.
    """
    try:
        wish = read_wish(request.GET)
    except NobodyToAnswer as error:
        return render(request, "accounts/authorize_unknown.html", {"reason": error.reason}, status=400)
    except NotPossible as error:
        return render(request, "accounts/authorize_impossible.html", {"refusal": error}, status=400)
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    return _answer(request, request.user, wish) if request.method == "POST" else _question(request, wish)


def _question(request: HttpRequest, wish: Wish) -> HttpResponse:
    """The page may send its form's answer to the app, and nowhere else: browsers hold redirects against form-action."""
    context = {
        "app": wish.app,
        "host": host_of(wish.asking.redirect_uri),
        "allowed": [Scope(scope).label for scope in wish.scopes],
        "withheld": [scope.label for scope in Scope if scope not in wish.scopes],
        "address": request.get_full_path(),
    }
    policy: Any = csp_update({"form-action": [policy_source_of(wish.asking.redirect_uri)]})
    answer: HttpResponse = policy(lambda: render(request, "accounts/authorize.html", context))()
    return answer


def _answer(request: HttpRequest, user: User, wish: Wish) -> HttpResponse:
    match request.POST.get("decision"):
        case "allow":
            return _back_to_app(wish.asking.answered(code=connections.allow(user, wish)))
        case "deny":
            return _back_to_app(wish.asking.answered(error="access_denied"))
    raise BadRequest("neither allowed nor denied")


def _back_to_app(address: str) -> HttpResponse:
    """Django's own redirect knows no com.example.app:/; this address has been compared with the registered ones."""
    return HttpResponse(status=303, headers={"Location": address})


@require_GET
def metadata(_request: HttpRequest) -> HttpResponse:
    """Where everything is, for clients' libraries: RFC 8414."""
    site = settings.SITE_URL
    found = {
        "issuer": site,
        "authorization_endpoint": site + reverse("authorize"),
        "token_endpoint": site + reverse("api:oauth_token"),
        "revocation_endpoint": site + reverse("api:oauth_revocation"),
        "scopes_supported": [scope.value for scope in FOR_APPS],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": True,
        "service_documentation": site + reverse("api:reference"),
    }
    return JsonResponse(found, headers={"Access-Control-Allow-Origin": "*", "Cache-Control": "max-age=3600"})
