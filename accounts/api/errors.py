"""Errors of the API of accounts, each with its code, HTTP status and text."""

from datetime import datetime
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, AuthenticationFailed, PermissionDenied


class ApiRefusal(APIException):
    """An error with a code that DRF does not have. Subclasses register themselves in `kinds`."""

    kinds: ClassVar[dict[str, type["ApiRefusal"]]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "default_code" in vars(cls):
            cls.kinds[cls.default_code] = cls


class InvalidToken(ApiRefusal, AuthenticationFailed):
    """`detail` says which."""

    default_code = "invalid_token"
    default_detail = _("This token is unknown, expired or revoked.")


class TokenExpired(InvalidToken):
    default_detail = _("This token has expired.")


class TokenRevoked(InvalidToken):
    default_detail = _("This token was revoked.")


class NoBearer(InvalidToken):
    default_detail = _("Send the token as “Authorization: Bearer …”; other schemes are not supported.")


class CsrfFailed(ApiRefusal, PermissionDenied):
    default_code = "csrf_failed"
    default_detail = _("A request with the session cookie must carry the X-CSRFToken header.")


class SessionRequired(ApiRefusal, PermissionDenied):
    default_code = "session_required"
    default_detail = _("You can do this only on the website, logged in; a token is not enough.")


class FreshAuthenticationRequired(ApiRefusal, PermissionDenied):
    """For sessions only. The confirmation is valid for 15 minutes."""

    default_code = "fresh_authentication_required"
    default_detail = _("Please confirm that it is you: enter your password on the website, then try again.")


class InsufficientScope(ApiRefusal, PermissionDenied):
    """`required_scope` names it."""

    default_code = "insufficient_scope"
    default_detail = _("This token does not have the required scope.")

    def __init__(self, required_scope: str) -> None:
        self.details: dict[str, Any] = {"required_scope": required_scope}
        super().__init__(_("This token does not have the scope %(required_scope)s.") % self.details)


class TokenRequired(ApiRefusal, PermissionDenied):
    default_code = "token_required"
    default_detail = _("Only its program can play for a bot account, with a token that has the scope bot:play.")


class AccountNeeded(ApiRefusal, PermissionDenied):
    default_code = "account_needed"
    default_detail = _("Guests cannot do this. Create an account first; you keep your games.")


class TooManyTokens(ApiRefusal):
    status_code = 409
    default_code = "too_many_tokens"
    default_detail = _("You have too many tokens already; revoke one first.")

    def __init__(self, most: int) -> None:
        self.details = {"most": most}
        super().__init__(_("You have %(most)s tokens already; revoke one first.") % self.details)


class TooManyApps(ApiRefusal):
    status_code = 409
    default_code = "too_many_apps"
    default_detail = _("You have registered too many apps already; delete one first.")

    def __init__(self, most: int) -> None:
        self.details = {"most": most}
        super().__init__(_("You have registered %(most)s apps already; delete one first.") % self.details)


class DisplayNameFixed(ApiRefusal):
    """It was changed in the last 30 days, and can be again from `until` on; or an arbiter has decided that you write to
    nobody."""

    status_code = 409
    default_code = "display_name_fixed"
    default_detail = _("Your display name cannot be changed yet.")

    def __init__(self, words: str, *, until: datetime | None) -> None:
        self.details = {"until": until}
        super().__init__(words)


class IdempotencyKeyMalformed(ApiRefusal):
    status_code = 400
    default_code = "idempotency_key_malformed"
    default_detail = _("An Idempotency-Key must be 1 to 255 visible ASCII characters.")


class PreconditionFailed(ApiRefusal):
    status_code = 412
    default_code = "precondition_failed"
    default_detail = _("This has changed since you read it. Fetch it again and send your change with the new ETag.")


class IdempotencyKeyReused(ApiRefusal):
    status_code = 422
    default_code = "idempotency_key_reused"
    default_detail = _("This Idempotency-Key was used for a different request; use a new one.")
