"""Errors of the API of accounts, each with its code, HTTP status and text."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import PermissionDenied

from kit.errors import ApiRefusal, InvalidToken


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
