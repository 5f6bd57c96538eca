"""The adapter for allauth. It stores language and appearance in new accounts, and renders its mails in our layout."""

from typing import TYPE_CHECKING, Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.internal.httpkit import clean_client_ip
from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation
from rest_framework.throttling import BaseThrottle

from accounts.addresses import is_taken
from accounts.emails import DRESS
from accounts.looks import look_of
from accounts.models import User
from accounts.privacy.erasure import is_reserved

if TYPE_CHECKING:
    from rest_framework.request import Request


# Clients whose address is unknown share one counter.
UNKNOWN = "0.0.0.0"  # noqa: S104  (nobody listens to it)
# The link of a mail, by allauth's names: the first of these that its context has.
LINKS = ("activate_url", "password_reset_url", "signup_url")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        language = translation.get_language() or settings.LANGUAGE_CODE
        if language in User.Language.values:
            user.language = language
        look_of(request).put_on(user)
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def login(self, request: HttpRequest, user: User) -> None:
        """Switch to the account's language, so that the messages that follow are in it."""
        super().login(request, user)
        translation.activate(user.language)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse the names of former accounts. Checked last: an account that is being deleted still has its name."""
        name: str = super().clean_username(username, shallow)
        if not shallow and is_reserved(name):
            raise self.validation_error("username_taken")
        return name

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that our own proxies saw, as for the rate limits of the API."""
        said = BaseThrottle().get_ident(cast("Request", request))
        return clean_client_ip(said or "") or UNKNOWN

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """If another account has the address, tell its owner by mail; nobody else learns of it."""
        address: EmailAddress = emailconfirmation.email_address
        if is_taken(address.email, besides=address.user):
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Give the confirmed address to an account that could not have it at sign-up."""
        is_confirmed: bool = super().confirm_email(request, email_address)
        if is_confirmed and email_address.primary:
            User.objects.filter(pk=email_address.user_id).update(email=email_address.email)
        return is_confirmed

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """The mail as text and as HTML, which needs colours and a title."""
        subject = render_to_string(f"{template_prefix}_subject.txt", context).strip()
        url = next((context[name] for name in LINKS if name in context), "")
        dress = {**DRESS, "language": translation.get_language(), "subject": subject, "url": url}
        message: EmailMessage = super().render_mail(template_prefix, email, context | dress, headers)
        return message
