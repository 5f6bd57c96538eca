"""The token endpoints of OAuth 2 for public clients (RFC 6749, 7636, 7009).

Errors have the format of these documents, which client libraries read. What fails earlier (malformed JSON, too many
calls) is a problem response as everywhere else.
"""

from typing import Any

from django.http import QueryDict
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from accounts.oauth import connections
from accounts.oauth.api.serializers import GrantInput, GrantSerializer, OAuthErrorSerializer, RevocationInput
from accounts.oauth.authorization import app_with_client_id
from kit.endpoints import Endpoint
from kit.requests import body_of

NEEDED = {
    "authorization_code": ("code", "redirect_uri", "code_verifier"),
    "refresh_token": ("refresh_token",),
}


class OAuthError(Exception):
    """`error` is a code of RFC 6749; the description is ASCII, as the RFC requires."""

    def __init__(self, error: str, description: str) -> None:
        self.error, self.description = error, description
        super().__init__(f"{error}: {description}")


class OAuthEndpoint(Endpoint):
    """The caller is an app, named in the body. Cookies and tokens in headers are ignored."""

    required_scopes = {"POST": None}
    authentication_classes: Any = ()
    permission_classes: Any = ()
    throttle_cost = 2

    def app_calling(self, request: Request) -> str | None:
        """The `client_id` of an existing app, which has a rate limit of its own; otherwise None."""
        client_id = QueryDict(request._request.body).get("client_id", "")  # noqa: SLF001  (read before it is understood)
        return client_id if app_with_client_id(client_id) is not None else None

    def handle_exception(self, error: Exception) -> Response:
        if isinstance(error, OAuthError):
            return Response({"error": error.error, "error_description": error.description}, status=400)
        return super().handle_exception(error)


class GrantView(OAuthEndpoint):
    @extend_schema(
        operation_id="grant_tokens",
        summary="Get tokens for an app",
        request=GrantInput,
        responses={200: GrantSerializer, 400: OAuthErrorSerializer},
    )
    def post(self, request: Request) -> Response:
        """Exchange a code, or a refresh token, for an access token (valid for an hour) and a new refresh token.

        A code is valid for a minute. Codes and refresh tokens can be used only once; using one again ends the
        connection. As an exception, a refresh token that is sent again within a minute gives the same tokens, as long
        as the new refresh token has not been used.
        """
        return Response(_tokens_data(_exchanged(_form_of(request, GrantInput))))


class RevocationView(OAuthEndpoint):
    @extend_schema(
        operation_id="revoke_apps_token",
        summary="Revoke a token of an app",
        request=RevocationInput,
        responses={200: None, 400: OAuthErrorSerializer},
    )
    def post(self, request: Request) -> Response:
        """Revoke a token of this app.

        Revoking a refresh token ends the connection. An unknown token is not an error.
        """
        form = _form_of(request, RevocationInput)
        connections.revoke_token(form["client_id"], form["token"])
        return Response(status=200)


def _form_of(request: Request, serializer_class: type[Serializer[Any]]) -> dict[str, Any]:
    """The validated fields, for an existing app; raises OAuthError, and as body_of if the body is not a form."""
    sent = request.data
    if isinstance(sent, QueryDict) and (twice := [name for name, values in sent.lists() if len(values) > 1]):
        raise OAuthError("invalid_request", f"{_plain(twice[0])} is there twice")
    try:
        # RFC 6749 requires it: libraries send parameters of other servers too.
        form = body_of(request, serializer_class, ignores_others=True)
    except ValidationError as error:
        field = str(next(iter(error.detail), ""))
        is_unknown_grant = field == "grant_type" and isinstance(sent, dict) and bool(sent.get("grant_type"))
        code = "unsupported_grant_type" if is_unknown_grant else "invalid_request"
        raise OAuthError(code, f"{_plain(field)} is missing or not as it should be") from error
    app = app_with_client_id(form["client_id"])
    if app is None or not app.is_on:
        raise OAuthError("invalid_client", "there is no app of this client_id, or it has been switched off")
    return form


def _exchanged(form: dict[str, Any]) -> connections.AppTokens:
    grant, client_id = form["grant_type"], form["client_id"]
    for name in NEEDED[grant]:
        if not form.get(name):
            raise OAuthError("invalid_request", f"{name} is missing")
    try:
        if grant == "refresh_token":
            scopes = form["scope"].split() if "scope" in form else None
            return connections.exchange_refresh_token(client_id, refresh_token=form["refresh_token"], scopes=scopes)
        return connections.exchange_code(
            client_id, code=form["code"], redirect_uri=form["redirect_uri"], verifier=form["code_verifier"]
        )
    except connections.InvalidGrant as error:
        raise OAuthError("invalid_grant", "unknown, expired, used up, revoked, or not what was agreed") from error
    except connections.InvalidScope as error:
        raise OAuthError("invalid_scope", "scope must be some of what was allowed") from error


def _tokens_data(keys: connections.AppTokens) -> dict[str, Any]:
    return {
        "access_token": keys.access_token,
        "token_type": "Bearer",
        "expires_in": int(keys.expires_in.total_seconds()),
        "refresh_token": keys.refresh_token,
        "scope": " ".join(keys.scopes),
    }


def _plain(name: str) -> str:
    """A field's name, as far as RFC 6749 allows its characters in a description."""
    return "".join(letter for letter in name if letter.isascii() and (letter.isalnum() or letter in "_.-"))[:40]
