"""Refusals of the accounts' API. The code is theirs; the status follows from it in games.api.errors."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, AuthenticationFailed, PermissionDenied


class InvalidToken(AuthenticationFailed):
    default_code = "invalid_token"
    default_detail = _("This token is unknown, expired or revoked.")


class NoBearer(InvalidToken):
    default_detail = _("A token is sent as “Authorization: Bearer …”; no other scheme is known here.")


class CsrfFailed(PermissionDenied):
    default_code = "csrf_failed"
    default_detail = _("A request with the session cookie must carry the X-CSRFToken header.")


class SessionRequired(PermissionDenied):
    default_code = "session_required"
    default_detail = _("This is for the owner, signed in on the site; a token cannot do it.")


class InsufficientScope(PermissionDenied):
    default_code = "insufficient_scope"
    default_detail = _("This token does not have the scope %(required_scope)s.")

    def __init__(self, required_scope: str) -> None:
        self.details: dict[str, Any] = {"required_scope": required_scope}
        super().__init__(str(self.default_detail) % self.details)


class TokenRequired(PermissionDenied):
    default_code = "token_required"
    default_detail = _("A bot plays by its program, with a token that has the scope bot:play.")


class SecondFactorRequired(PermissionDenied):
    default_code = "second_factor_required"
    default_detail = _("Whoever settles disputes shows a second factor first: sign in to the administration.")


class TooManyTokens(APIException):
    default_code = "too_many_tokens"
    default_detail = _("You have %(most)s tokens already; revoke one first.")

    def __init__(self, most: int) -> None:
        self.details = {"most": most}
        super().__init__(str(self.default_detail) % self.details)


class TooManyApps(APIException):
    default_code = "too_many_apps"
    default_detail = _("You have registered %(most)s apps already; delete one first.")

    def __init__(self, most: int) -> None:
        self.details = {"most": most}
        super().__init__(str(self.default_detail) % self.details)


class IdempotencyKeyMalformed(APIException):
    default_code = "idempotency_key_malformed"
    default_detail = _("An Idempotency-Key is 1 to 255 visible ASCII characters.")


class IdempotencyKeyReused(APIException):
    default_code = "idempotency_key_reused"
    default_detail = _("This Idempotency-Key came with another request before; take a new one.")
