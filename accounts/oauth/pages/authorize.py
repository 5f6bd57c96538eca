"""The consent page. The request is validated in accounts/oauth/authorization.py."""

from typing import Any

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
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
from accounts.oauth.authorization import AuthorizationRequest, RequestInvalid, UnknownRedirect, parse_request
from accounts.oauth.redirects import host_of, policy_source_of
from accounts.pages.requests import lead_to_account
from kit.scopes import scope_named, scopes, scopes_for_apps


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def authorize(request: HttpRequest) -> HttpResponse:
    """Always ask the reader: anybody can pretend to be an app without a secret, and only the reader can judge.

    Errors are shown here; the reader is redirected only after they have answered.
    """
    try:
        authorization = parse_request(request.GET)
    except UnknownRedirect as error:
        return render(request, "accounts/authorize_unknown.html", {"reason": error.reason}, status=400)
    except RequestInvalid as error:
        return render(request, "accounts/authorize_impossible.html", {"refusal": error}, status=400)
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    if request.user.is_guest:
        return lead_to_account(request)
    return (
        _answer(request, request.user, authorization) if request.method == "POST" else _question(request, authorization)
    )


def _question(request: HttpRequest, authorization: AuthorizationRequest) -> HttpResponse:
    """Allow the form's response to redirect to the app only: browsers apply form-action to redirects."""
    context = {
        "app": authorization.app,
        "host": host_of(authorization.target.redirect_uri),
        "allowed": [scope_named(name).label for name in authorization.scopes],
        "withheld": [scope.label for scope in scopes_for_apps() if scope.name not in authorization.scopes],
        "never": [scope.label for scope in scopes() if not scope.is_for_apps],
        "address": request.get_full_path(),
    }
    policy: Any = csp_update({"form-action": [policy_source_of(authorization.target.redirect_uri)]})
    answer: HttpResponse = policy(lambda: render(request, "accounts/authorize.html", context))()
    return answer


def _answer(request: HttpRequest, user: User, authorization: AuthorizationRequest) -> HttpResponse:
    match request.POST.get("decision"):
        case "allow":
            raise_if_reauthentication_required(request, app="allauth.account")
            return _back_to_app(authorization.target.answered(code=connections.allow(user, authorization)))
        case "deny":
            return _back_to_app(authorization.target.answered(error="access_denied"))
    raise BadRequest("neither allowed nor denied")


def _back_to_app(address: str) -> HttpResponse:
    """Django's redirect refuses schemes such as com.example.app:/. This address equals a registered one."""
    return HttpResponse(status=303, headers={"Location": address})


@require_GET
def metadata(_request: HttpRequest) -> HttpResponse:
    """The server metadata for client libraries: RFC 8414."""
    site = settings.SITE_URL
    found = {
        "issuer": site,
        "authorization_endpoint": site + reverse("authorize"),
        "token_endpoint": site + reverse("api:oauth_token"),
        "revocation_endpoint": site + reverse("api:oauth_revocation"),
        "scopes_supported": [scope.name for scope in scopes_for_apps()],
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
