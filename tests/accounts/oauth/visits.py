"""How tests sign in with an app: the browser of somebody on one side, the app's own calls on the other."""

import base64
import hashlib
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.test import Client as Browser

from accounts.models import App, User
from accounts.oauth import registration
from tests.support.api import ApiClient
from tests.support.signing_in import sign_in

HOME = "https://club.example/back?from=muehle"
VERIFIER = "a" * 43
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
SCOPES = "game:play preference:read"


def registered(owner: User, *uris: str, name: str = "Club Table") -> App:
    """An app of the owner's, which has people sent back to HOME, or to the addresses given."""
    return registration.register(
        owner, name=name, redirect_uris=list(uris or (HOME,)), homepage="https://club.example/"
    )


def asking(app: App, **changes: str | None) -> str:
    """The address that the app sends people to, with changes of its parameters; None leaves one out."""
    parameters = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": app.redirect_uris[0],
        "scope": SCOPES,
        "state": "s/1 ä",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    return "/oauth/authorize/?" + urlencode({k: v for k, v in (parameters | changes).items() if v is not None})


def browser_of(user: User) -> Browser:
    browser = Browser()
    sign_in(browser, user)
    return browser


def answer_in(address: str) -> dict[str, str]:
    """What an app is told in the query of its address."""
    return dict(parse_qsl(urlsplit(address).query))


def code_for(user: User, app: App, **changes: str | None) -> str:
    """The code that the app gets when the user allows what it asks for."""
    answer = browser_of(user).post(asking(app, **changes), {"decision": "allow"})
    assert answer.status_code == 303, answer.content
    return answer_in(answer["Location"])["code"]


def exchange(app: App, code: str, /, **changes: str) -> Any:
    """The answer to the app that brings the code."""
    form = {
        "grant_type": "authorization_code",
        "client_id": app.client_id,
        "code": code,
        "redirect_uri": app.redirect_uris[0],
        "code_verifier": VERIFIER,
    }
    return posted("oauth/token/", form | changes)


def renewal(app: App, refresh_token: str, **more: str) -> Any:
    """The answer to the app that brings a refresh token."""
    form = {"grant_type": "refresh_token", "client_id": app.client_id, "refresh_token": refresh_token}
    return posted("oauth/token/", form | more)


def posted(address: str, form: dict[str, str]) -> Any:
    body = urlencode(form)
    return ApiClient().post(f"/api/v1/{address}", body, content_type="application/x-www-form-urlencoded")


def keys_for(user: User, app: App, **changes: str | None) -> dict[str, Any]:
    """The first tokens of the app, after the whole way."""
    redirect_uri = changes.get("redirect_uri") or app.redirect_uris[0]
    answer = exchange(app, code_for(user, app, **changes), redirect_uri=redirect_uri)
    assert answer.status_code == 200, answer.content
    keys: dict[str, Any] = answer.json()
    return keys


def bearer(secret: str) -> ApiClient:
    client = ApiClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def works(secret: str) -> bool:
    """Whether the API takes the token, which must have `preference:read`."""
    return bool(bearer(secret).get("/api/v1/account/").status_code == 200)


def refused_as(answer: Any, error: str) -> None:
    """The refusal must have this code of RFC 6749, in its form."""
    assert (answer.status_code, answer.json()["error"]) == (400, error), answer.content
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.json()["error_description"].isascii()
    assert answer.headers["Cache-Control"] == "no-store"
