"""An app's request to act for somebody, as it comes in the address of the consent page. Read, judged, and not granted.

RFC 6749 section 4.1 with PKCE (RFC 7636); what RFC 9700 asks for beyond them is done here too.
"""

import re
from dataclasses import dataclass

from django.conf import settings
from django.http import QueryDict

from accounts.models import App
from accounts.oauth.redirects import is_registered, with_answer
from accounts.scopes import FOR_APPS

CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
LONGEST_STATE = 1000


class NobodyToAnswer(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """Nobody knows whose the address to go back to is. `reason`: unknown_app, switched_off, redirect_uri."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Who asks, and where the answer goes."""

    app: App
    redirect_uri: str
    state: str

    def answered(self, **answer: str) -> str:
        """The app's address with the answer, who gives it (RFC 9207), and the app's own note."""
        note = {"state": self.state} if self.state else {}
        return with_answer(self.redirect_uri, {**answer, **note, "iss": settings.SITE_URL})


class NotPossible(Exception):  # noqa: N818
    """The app asks for what nobody can allow; `error` and `description` are for its maker."""

    def __init__(self, asking: Asking, error: str, description: str) -> None:
        self.asking, self.error, self.description = asking, error, description
        super().__init__(f"{error}: {description}")

    @property
    def address(self) -> str:
        return self.asking.answered(error=self.error, error_description=self.description)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What an app would be allowed, if somebody says yes."""

    asking: Asking
    scopes: list[str]
    code_challenge: str

    @property
    def app(self) -> App:
        return self.asking.app


def read_wish(query: QueryDict) -> Wish:
    """Raises NobodyToAnswer and NotPossible."""
    asking = _asking(query)
    for name in ("response_type", "scope", "state", "code_challenge", "code_challenge_method"):
        if len(query.getlist(name)) > 1:
            raise NotPossible(asking, "invalid_request", f"{name} is there twice")
    if query.get("response_type") != "code":
        raise NotPossible(asking, "unsupported_response_type", "response_type must be code")
    return Wish(asking=asking, scopes=_scopes(asking, query), code_challenge=_challenge(asking, query))


def _asking(query: QueryDict) -> Asking:
    client_ids, redirect_uris = query.getlist("client_id"), query.getlist("redirect_uri")
    if len(client_ids) != 1 or (app := app_called(client_ids[0])) is None:
        raise NobodyToAnswer("unknown_app")
    if app.switched_off_at is not None:
        raise NobodyToAnswer("switched_off")
    if len(redirect_uris) != 1 or not is_registered(redirect_uris[0], app.redirect_uris):
        raise NobodyToAnswer("redirect_uri")
    return Asking(app=app, redirect_uri=redirect_uris[0], state=query.get("state", "")[:LONGEST_STATE])


def app_called(client_id: str) -> App | None:
    """The app of this name, switched off or not."""
    if not CLIENT_ID.fullmatch(client_id):
        return None
    return App.objects.select_related("owner").filter(client_id=client_id).first()


def _scopes(asking: Asking, query: QueryDict) -> list[str]:
    asked = query.get("scope", "").split()
    if unknown := [scope for scope in asked if scope not in FOR_APPS]:
        known = re.sub(r"[^!#-\[\]-~]", "?", unknown[0])[:40]
        raise NotPossible(asking, "invalid_scope", f"there is no scope {known} for apps")
    if not asked:
        raise NotPossible(asking, "invalid_scope", "scope must name what the app wants to do")
    return [scope.value for scope in FOR_APPS if scope in asked]


def _challenge(asking: Asking, query: QueryDict) -> str:
    """Only S256: whoever reads a plain challenge has the verifier."""
    challenge = query.get("code_challenge", "")
    if query.get("code_challenge_method") != "S256":
        raise NotPossible(asking, "invalid_request", "code_challenge_method must be S256")
    if not CHALLENGE.fullmatch(challenge):
        raise NotPossible(asking, "invalid_request", "code_challenge must be 43 characters of base64url")
    return challenge
