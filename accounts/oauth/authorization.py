"""Authorization requests: an app asks to act for a user, in the URL of the consent page. Parsed and validated here.

RFC 6749 section 4.1 with PKCE (RFC 7636) and the additional requirements of RFC 9700.
"""

import re
from dataclasses import dataclass

from django.conf import settings
from django.http import QueryDict

from accounts.models import App
from accounts.oauth.redirects import is_registered, with_answer
from kit.scopes import scopes_for_apps

CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
LONGEST_STATE = 1000


class UnknownRedirect(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The redirect address is not known to belong to an app. `reason`: unknown_app, switched_off, redirect_uri."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class RedirectTarget:
    """The app that asks, and the address for the response."""

    app: App
    redirect_uri: str
    state: str

    def answered(self, **answer: str) -> str:
        """The app's address with the response, the issuer (RFC 9207), and the app's `state`."""
        note = {"state": self.state} if self.state else {}
        return with_answer(self.redirect_uri, {**answer, **note, "iss": settings.SITE_URL})


class RequestInvalid(Exception):  # noqa: N818
    """The request cannot be granted; `error` and `description` are for developers of the app."""

    def __init__(self, target: RedirectTarget, error: str, description: str) -> None:
        self.target, self.error, self.description = target, error, description
        super().__init__(f"{error}: {description}")

    @property
    def address(self) -> str:
        return self.target.answered(error=self.error, error_description=self.description)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizationRequest:
    """A valid authorization request."""

    target: RedirectTarget
    scopes: list[str]
    code_challenge: str

    @property
    def app(self) -> App:
        return self.target.app


def parse_request(query: QueryDict) -> AuthorizationRequest:
    """Parse the request; raises UnknownRedirect and RequestInvalid."""
    target = _target(query)
    for name in ("response_type", "scope", "state", "code_challenge", "code_challenge_method"):
        if len(query.getlist(name)) > 1:
            raise RequestInvalid(target, "invalid_request", f"{name} is there twice")
    if query.get("response_type") != "code":
        raise RequestInvalid(target, "unsupported_response_type", "response_type must be code")
    return AuthorizationRequest(target=target, scopes=_scopes(target, query), code_challenge=_challenge(target, query))


def _target(query: QueryDict) -> RedirectTarget:
    client_ids, redirect_uris = query.getlist("client_id"), query.getlist("redirect_uri")
    if len(client_ids) != 1 or (app := app_with_client_id(client_ids[0])) is None:
        raise UnknownRedirect("unknown_app")
    if not app.is_on:
        raise UnknownRedirect("switched_off")
    if len(redirect_uris) != 1 or not is_registered(redirect_uris[0], app.redirect_uris):
        raise UnknownRedirect("redirect_uri")
    return RedirectTarget(app=app, redirect_uri=redirect_uris[0], state=query.get("state", "")[:LONGEST_STATE])


def app_with_client_id(client_id: str) -> App | None:
    """The app with this client id, switched off or not."""
    if not CLIENT_ID.fullmatch(client_id):
        return None
    return App.objects.select_related("owner").filter(client_id=client_id).first()


def _scopes(target: RedirectTarget, query: QueryDict) -> list[str]:
    asked = query.get("scope", "").split()
    for_apps = [scope.name for scope in scopes_for_apps()]
    if unknown := [scope for scope in asked if scope not in for_apps]:
        known = re.sub(r"[^!#-\[\]-~]", "?", unknown[0])[:40]
        raise RequestInvalid(target, "invalid_scope", f"there is no scope {known} for apps")
    if not asked:
        raise RequestInvalid(target, "invalid_scope", "scope must name what the app wants to do")
    return [scope for scope in for_apps if scope in asked]


def _challenge(target: RedirectTarget, query: QueryDict) -> str:
    """Require S256: a plain challenge would reveal the verifier."""
    challenge = query.get("code_challenge", "")
    if query.get("code_challenge_method") != "S256":
        raise RequestInvalid(target, "invalid_request", "code_challenge_method must be S256")
    if not CHALLENGE.fullmatch(challenge):
        raise RequestInvalid(target, "invalid_request", "code_challenge must be 43 characters of base64url")
    return challenge
