"""Forms of the second factor and of passkeys: set one up, log in with it, and prove with it who one is."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.utils import encrypt
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.utils.translation import gettext_lazy as _
from fido2.webauthn import AuthenticationResponse

from accounts import guesses
from accounts.models import User
from accounts.security import login_log
from kit.texts import shows_something, validate_name

TOO_MANY = "too_many_login_attempts"
NOT_ACCEPTED = _("The passkey was not accepted. Try again or choose another way.")


class CountedCode:
    """A mixin: a code of the app, or a recovery code. allauth counts wrong ones by address only."""

    user: User

    def clean_code(self) -> str:
        guess = guesses.one_more(guesses.CODE, self.user)
        try:
            if guess is None:
                raise get_adapter().validation_error(TOO_MANY)
            code: str = super().clean_code()  # type: ignore[misc]
        except forms.ValidationError as error:
            if error.code == TOO_MANY:
                login_log.failed(self.user, "totp", event="login_refused")
            raise
        guess.rollback()
        return code


class CodeForm(CountedCode, mfa_forms.AuthenticateForm):  # type: ignore[misc]  # allauth is untyped
    """A code after the password."""


class CodeAgainForm(CountedCode, mfa_forms.ReauthenticateForm):  # type: ignore[misc]
    """A code before a change."""


class ActivateAppForm(totp_forms.ActivateTOTPForm):  # type: ignore[misc]
    """Sets up the app. The code that proves it is used up, as each other code is."""

    def clean_code(self) -> str:
        code: str = super().clean_code()
        app = Authenticator(user=self.user, data={"secret": encrypt(self.secret)})
        if not TOTP(app).validate_code(code):
            raise get_adapter().validation_error("incorrect_code")
        return code


LONGEST_NAME = 100


class AddKeyForm(webauthn_forms.AddWebAuthnForm):  # type: ignore[misc]
    """Adds a passkey, or one that is a second factor only."""

    user: User
    name = forms.CharField(label=_("Name"), required=False, widget=forms.TextInput({"maxlength": LONGEST_NAME}))
    passwordless = forms.BooleanField(
        label=_("Log in with this passkey alone"),
        help_text=_(
            "Then you need no password and no code: your device asks for your fingerprint, your face or a "
            "PIN. Otherwise the passkey is used after the password, as a second factor."
        ),
        initial=True,
        required=False,
    )

    def clean_name(self) -> str:
        """The device has the passkey already, so it is not refused for its name: it gets one that can be changed."""
        name: str = super().clean_name()
        is_readable = len(name) <= LONGEST_NAME and name.isprintable() and shows_something(name)
        if not is_readable:
            name = get_mfa_adapter().generate_authenticator_name(self.user, Authenticator.Type.WEBAUTHN)
        return name

    def clean(self) -> dict[str, Any]:
        """allauth does not refuse all that are malformed."""
        try:
            cleaned: dict[str, Any] = super().clean()
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise forms.ValidationError(NOT_ACCEPTED) from error
        return cleaned


class EditKeyForm(webauthn_forms.EditWebAuthnForm):  # type: ignore[misc]
    """Gives a passkey another name."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, validators=[validate_name])


class CheckedKey:
    """A mixin: allauth does not report a key that is refused, and does not refuse all that are malformed."""

    user: User | None

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except (forms.ValidationError, KeyError, TypeError, ValueError) as error:
            is_refused = getattr(error, "code", None) == TOO_MANY
            login_log.failed(self.user, "webauthn", event="login_refused" if is_refused else "login_failed")
            if is_refused:
                raise
            raise forms.ValidationError(NOT_ACCEPTED) from error


class VerifiedUser:
    """A mixin: a passkey counts as two factors only if the device has checked its user.

    The question asks for that. But the answer may be to the question of a second factor, which does not.
    """

    cleaned_data: dict[str, Any]

    def clean_credential(self) -> Any:
        answer = AuthenticationResponse.from_dict(self.cleaned_data["credential"])
        if not answer.response.authenticator_data.is_user_verified():
            raise get_adapter().validation_error("incorrect_code")
        return super().clean_credential()  # type: ignore[misc]


class PasskeyForm(CheckedKey, VerifiedUser, webauthn_forms.LoginWebAuthnForm):  # type: ignore[misc]
    """A passkey that logs in."""


class SecurityKeyForm(CheckedKey, webauthn_forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey after the password."""


class SecurityKeyAgainForm(CheckedKey, webauthn_forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey before a change."""
