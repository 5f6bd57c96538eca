"""Forms of the account: sign-up, preferences, appearance, API tokens."""

import zoneinfo
from datetime import datetime, timedelta
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context, ratelimit
from django import forms
from django.contrib.auth.password_validation import (
    get_default_password_validators,
    password_validators_help_text_html,
)
from django.db import transaction
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from accounts import guesses, names, programs
from accounts.addresses import account_for_new_password, has_confirmed_one, owner_of
from accounts.looks import FLAGS, OFF, ON
from accounts.models import User
from accounts.models.tokens import LIFETIME
from accounts.pages.factor_forms import TOO_MANY
from accounts.passwords.validators import FormerValidator
from accounts.signals import account_secured
from accounts.time_zones import time_zones
from kit import database_time
from kit.scopes import scope_choices
from kit.texts import validate_name

SWITCH = [(ON, ON), (OFF, OFF)]


class LookForm(forms.Form):
    """Appearance settings. The fields are named like the account's columns; only those that are sent are changed."""

    board_style = forms.ChoiceField(choices=User.BoardStyle.choices)
    color_scheme = forms.ChoiceField(choices=User.ColorScheme.choices)
    sounds = forms.ChoiceField(choices=SWITCH)
    marks = forms.ChoiceField(choices=SWITCH)
    touch_move = forms.ChoiceField(choices=SWITCH)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.fields = {name: field for name, field in self.fields.items() if name in data}

    @property
    def changes(self) -> dict[str, Any]:
        """The changes, for accounts.preferences.change()."""
        return {name: value == ON if name in FLAGS else value for name, value in self.cleaned_data.items()}


class PreferencesForm(forms.Form):
    """The fields are named like the account's columns."""

    display_name = forms.CharField(
        label=_("Display name"),
        help_text=_(
            "The name other players see, in any script. Leave it empty to show your username. You always log "
            "in with your username."
        ),
        max_length=30,
        required=False,
        strip=True,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    board_style = forms.ChoiceField(
        label=_("Board and stones"),
        help_text=_("You can change this during a game too, without losing a move you have started."),
        choices=User.BoardStyle.choices,
        widget=forms.RadioSelect,
    )
    color_scheme = forms.ChoiceField(
        label=_("Light or dark"),
        help_text=_("The colours of the pages around the board."),
        choices=User.ColorScheme.choices,
        widget=forms.RadioSelect,
    )
    marks = forms.BooleanField(
        label=_("Highlight the last move and closed mills"),
        help_text=_("Rings mark where the last stone came from and went to; a line marks a closed mill."),
        required=False,
    )
    confirm_moves = forms.BooleanField(
        label=_("Confirm each move before sending"),
        help_text=_("Until then you can undo it. Otherwise a move is sent as soon as it is complete."),
        required=False,
    )
    touch_move = forms.BooleanField(
        label=_("Touch-move"),
        help_text=_("You must move a stone once you touch it, as in over-the-board play."),
        required=False,
    )
    go_on = forms.BooleanField(
        label=_("After a move, go to the next game that is waiting for me"),
        help_text=_("The most urgent one first. Otherwise you stay on the same board."),
        required=False,
    )
    sounds = forms.BooleanField(
        label=_("Play sounds"),
        help_text=_("A soft wooden knock for a move, another for a mill, and a third when the game is over."),
        required=False,
    )
    language = forms.ChoiceField(
        label=_("Language"),
        help_text=_(
            "Emails to you use this language too. Emails about changes to your account switch to it only after 30 days."
        ),
        choices=User.Language.choices,
        widget=forms.RadioSelect,
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("Deadlines are shown in this time zone."))
    GROUPS = (
        (_("Your name"), ("display_name",)),
        (_("The board"), ("board_style", "color_scheme", "marks")),
        (_("Moves"), ("confirm_moves", "touch_move", "go_on")),
        (_("Sound"), ("sounds",)),
        (_("Language and time"), ("language", "time_zone")),
    )

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        super().__init__(data, initial={name: getattr(user, name) for name in self.base_fields})
        zone = self.fields["time_zone"]
        assert isinstance(zone, forms.ChoiceField)  # noqa: S101  (for the type checker)
        zone.choices = time_zones(user.time_zone)
        self.user, self.name_terms = user, names.terms_of(user)
        name = self.fields["display_name"]
        name.help_text = f"{name.help_text} {self.name_terms.sentence}"

    def clean_display_name(self) -> str:
        return names.checked(self.user, self.cleaned_data["display_name"], self.name_terms)

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under their headings."""
        return [(str(title), [self[name] for name in names]) for title, names in self.GROUPS]


class WithoutPlaceholders:
    """A mixin for allauth's forms: each field has a label, which its placeholder would say in other words."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class LoginForm(WithoutPlaceholders, allauth_forms.LoginForm):  # type: ignore[misc]  # allauth is untyped
    """Username or address, and password."""


class AddEmailForm(WithoutPlaceholders, allauth_forms.AddEmailForm):  # type: ignore[misc]
    """Another address of the account."""


class ReauthenticateForm(WithoutPlaceholders, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    """The password once more."""


class OnePasswordField(WithoutPlaceholders):
    """A mixin: a new password is typed once, because it can be shown."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields.pop("password2", None)


class SignUpForm(OnePasswordField, allauth_forms.SignupForm):  # type: ignore[misc]  # allauth is untyped
    """Sign-up without telling whether an address is taken; a mail to the address does.

    A script fills in the time zone of the browser. One that is not known here is left out.
    """

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput({"data-browser-zone": True}))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        rules = [rule for rule in get_default_password_validators() if not isinstance(rule, FormerValidator)]
        self.fields["password1"].help_text = password_validators_help_text_html(rules)

    def clean_time_zone(self) -> str:
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in zoneinfo.available_timezones() else ""

    def validate_unique_email(self, value: str) -> str:
        return value

    def save(self, request: HttpRequest) -> User:
        """Create the account. Its address waits for confirmation, whether another account has it or not."""
        email, self.cleaned_data["email"] = self.cleaned_data["email"], ""
        user: User = super().save(request)
        EmailAddress.objects.create(user=user, email=email.lower(), primary=True)
        return user


class ResetPasswordForm(WithoutPlaceholders, allauth_forms.ResetPasswordForm):  # type: ignore[misc]  # allauth is untyped
    """Asks for a mail with which a new password can be chosen."""

    users: list[User]

    def clean_email(self) -> str:
        email: str = get_adapter().clean_email(self.cleaned_data["email"].lower())
        account = account_for_new_password(email)
        self.users = [account] if account else []
        return email

    def save(self, request: HttpRequest, **options: Any) -> str:
        """Make a key although there is nobody to send it to, so that the time does not tell."""
        if not self.users:
            allauth_forms.default_token_generator.make_token(User(pk=0))
        email: str = super().save(request, **options)
        return email


class RequestLoginCodeForm(WithoutPlaceholders, allauth_forms.RequestLoginCodeForm):  # type: ignore[misc]
    """Asks for a mail with a code that logs in. The address must be confirmed."""

    _user: User | None

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if not ratelimit.consume(context.request, action="request_login_code", key=email.lower()):
            raise forms.ValidationError(_("Too many codes were requested from here. Please try again later."), TOO_MANY)
        account = owner_of(email)
        self._user = account if account is not None and account.is_active else None
        return email


class EndsPrograms(OnePasswordField):
    """A mixin: programs go with the former password, for it may have been stolen, unless their owner keeps them."""

    # None if the link of a mail has no valid key.
    user: Any
    cleaned_data: dict[str, Any]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.user is not None and (counts := programs.counts(self.user)):
            concerned = ", ".join(f"{count}\u00a0{words}" for count, words in counts)
            self.fields["keep_programs"] = forms.BooleanField(
                label=_("Keep my API tokens, connected apps, webhooks and chat apps"),
                help_text=_(
                    "You have: %(programs)s. They stop working unless you tick this. Leave it unticked if somebody "
                    "else may have known your password."
                )
                % {"programs": concerned},
                required=False,
            )

    def save(self) -> None:
        self.user.keeps_programs = self.cleaned_data.get("keep_programs", False)
        super().save()  # type: ignore[misc]


class ChangePasswordForm(EndsPrograms, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """The old password, and a new one."""

    def clean_oldpassword(self) -> str:
        """A wrong one counts as a guess."""
        password: str = self.cleaned_data["oldpassword"]
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("incorrect_password")
        return password


class SetPasswordForm(EndsPrograms, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """The first password of an account that has none."""


class NewPasswordForm(EndsPrograms, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """The new password after such a mail.

    If the account has never confirmed an address, its maker and the reader of the mail may be two people. Then all that
    the former one has set up ends.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._is_first_proof = self.user is not None and not has_confirmed_one(self.user)
        if self._is_first_proof:
            self.fields.pop("keep_programs", None)

    def save(self) -> None:
        with transaction.atomic():
            super().save()
            if self._is_first_proof:
                account_secured.send(User, user=self.user)
        guesses.forget_those_of_strangers(self.user)


LIFETIMES_IN_DAYS = [("30", _("30 days")), ("90", _("90 days")), (str(LIFETIME.days), _("one year"))]


class NewTokenForm(forms.Form):
    description = forms.CharField(label=_("Purpose"), max_length=100, validators=[validate_name])
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=scope_choices(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Please choose at least one permission.")},
    )
    lifetime = forms.ChoiceField(
        label=_("Valid for"), choices=LIFETIMES_IN_DAYS, required=False, initial=str(LIFETIME.days)
    )

    @property
    def expires_at(self) -> datetime | None:
        """When the token expires; None if nothing was chosen."""
        days = self.cleaned_data["lifetime"]
        return database_time.now() + timedelta(days=int(days)) if days else None
