"""The adapter for allauth. It completes new accounts from the browser, and renders its mails in our layout."""

import time
from typing import TYPE_CHECKING, Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import (
    AUTHENTICATION_METHODS_SESSION_KEY,
    get_authentication_records,
    record_authentication,
)
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse, ReauthenticationRequired
from allauth.core.internal import ratelimit
from allauth.core.internal.httpkit import clean_client_ip
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _
from rest_framework.throttling import BaseThrottle

from accounts import access, guesses, guests, known_browsers, mail_limits, names, proofs, second_factor, validators
from accounts.addresses import is_taken, owner_of, release
from accounts.confirmations import Confirmation
from accounts.emails import DRESS
from accounts.look_alikes import speaks_for_the_site
from accounts.looks import look_of
from accounts.models import User
from accounts.pages.requests import is_guest, is_on_this_site
from accounts.privacy import waiting
from accounts.privacy.pages import offer_to_keep
from accounts.security import login_log, mails, unfinished_logins

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from rest_framework.request import Request


# Clients whose address is unknown share one counter.
UNKNOWN = "0.0.0.0"  # noqa: S104  (nobody listens to it)
# Said of every password that is refused, whatever the reason.
MISMATCH = _(
    "The name or the password is wrong, or there were too many attempts. You can also log in with a "
    "passkey or a code sent by email."
)
LOGIN_CODE, CLOSED = "account/email/login_code", "account/email/account_closed"
# Mails that do not help whoever has the address of an account that is closed, or waits for its deletion.
LEADS_NOWHERE = {"account/email/unknown_account", "account/email/account_already_exists"}
# Session key of the moment at which a code was mailed.
CODE_MAILED_AT = "login_code_mailed_at"
# The link of a mail, by allauth's names: the first of these that its context has. Others lead to one of our pages.
LINKS = ("activate_url", "password_reset_url", "signup_url")
PAGES = {LOGIN_CODE: "account_confirm_login_code", CLOSED: "home"}

KINDS_BY_TEMPLATE = {
    "account/email/password_changed": mails.Kind.PASSWORD_CHANGED,
    "account/email/password_set": mails.Kind.PASSWORD_CHANGED,
    "account/email/password_reset": mails.Kind.PASSWORD_RESET,
    "mfa/email/totp_activated": mails.Kind.TOTP_ADDED,
    "mfa/email/totp_deactivated": mails.Kind.TOTP_REMOVED,
    "mfa/email/webauthn_added": mails.Kind.KEY_ADDED,
    "mfa/email/webauthn_removed": mails.Kind.KEY_REMOVED,
    "mfa/email/recovery_codes_generated": mails.Kind.CODES_MADE,
}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    # The account whose password is being checked, and the guess at it; None if there were too many.
    _account: User | None = None
    _guess: ratelimit.RateLimitUsage | None = None
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_blacklisted": validators.RESERVED,
        "username_password_mismatch": MISMATCH,
        "email_password_mismatch": MISMATCH,
        "incorrect_password": _("The password is wrong. After five wrong attempts you must wait five minutes."),
    }

    def new_user(self, request: HttpRequest) -> User:
        """Who keeps their games as a guest stays the same row. Raises guests.Gone."""
        user: User = super().new_user(request)
        return guests.locked(cast("User", request.user)) if is_guest(request) else user

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Raise ValidationError if somebody has taken the name at the same moment."""
        language = translation.get_language() or settings.LANGUAGE_CODE
        if language in User.Language.values:
            user.language = language
        user.time_zone = form.cleaned_data.get("time_zone") or user.time_zone
        look_of(request).put_on(user)
        user.never_confirmed = True
        user.is_guest = False
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit)
                if names.is_taken(saved.username, besides=saved):
                    raise self.validation_error("username_taken")
        except IntegrityError as error:
            raise self.validation_error("username_taken") from error
        return saved

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """The account with this name or address, and this password.

        One guess too many is refused as a wrong password is, after the same work: a difference would tell which name
        and which address belong together. The right password does not count, unless it comes too late.
        """
        login = known_browsers.login_in(credentials)
        self._account = known_browsers.account_of(login)
        self._guess = guesses.one_more(guesses.PASSWORD, self._account, entered=login)
        if self._guess is None:
            credentials |= {"password": get_random_string(20), "is_refused": True}
        user: User | None = super().authenticate(request, **credentials)
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse more wrong passwords of one address: that tells nothing about accounts, and so it may be said.

        Strangers who share the address do not refuse the owner in a known browser, whose guesses are limited too.
        """
        if not guesses.is_by_stranger(self._account):
            return
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            if self._guess is not None:
                self._guess.rollback()
            login_log.failed(self._account, "password", event="login_refused")
            raise

    def _rollback_login_failed_rl_usage(self) -> None:
        super()._rollback_login_failed_rl_usage()
        if self._guess is not None:
            self._guess.rollback()

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Nothing: an address that was only entered may be somebody else's. NewPasswordForm forgets the guesses."""

    def pre_login(self, request: HttpRequest, user: User, *, email: str | None, **options: Any) -> HttpResponse | None:
        """A mailed code lets in as long as the address is the account's, unless that was closed or secured since."""
        records = request.session.get(AUTHENTICATION_METHODS_SESSION_KEY, [])
        is_by_code = records and records[-1]["method"] == "code"
        if is_by_code and (email is None or owner_of(email) != user or self._was_closed_since_code(request, user)):
            request.session.flush()
            messages.error(request, _("This code is no longer valid. Log in again."))
            return HttpResponseRedirect(reverse("account_login"))
        unfinished_logins.begin(request, user)
        if user.deletion_due_at is not None:
            # The second factor is asked for first: see login().
            return None
        answer: HttpResponse | None = super().pre_login(request, user, email=email, **options)
        return answer

    def _was_closed_since_code(self, request: HttpRequest, user: User) -> bool:
        return user.links_since is not None and request.session.get(CODE_MAILED_AT, 0) < user.links_since.timestamp()

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """The owner of an account that is to be deleted may keep it, unless staff has closed it since."""
        clear_login(request)
        if user.deletion_due_at is not None and not user.closed_by_staff:
            return offer_to_keep(request, user)
        answer: HttpResponse = super().respond_user_inactive(request, user)
        return answer

    def post_login(self, request: HttpRequest, user: User, **options: Any) -> HttpResponse:
        answer: HttpResponse = super().post_login(request, user, **options)
        known_browsers.remember(request, answer, user)
        # Whoever has just logged in, or chosen the first password, has proved who they are.
        if options.get("signup"):
            record_authentication(request, user, method="password")
        records = get_authentication_records(request, user)
        request.session[AUTHENTICATION_METHODS_SESSION_KEY] = [row | {"reauthenticated": True} for row in records]
        return answer

    def is_safe_url(self, url: str) -> bool:
        """allauth lets through every host of ALLOWED_HOSTS, by http too."""
        return is_on_this_site(url)

    def is_reauthentication_required(self, *, app: str, **options: Any) -> bool:
        if not proofs.is_fresh(self.request):
            raise ReauthenticationRequired
        return False

    def login(self, request: HttpRequest, user: User) -> None:
        """Switch to the account's language, so that the messages that follow are in it.

        All proofs are given here. Meanwhile the account may have been closed, or got another password. Guests have
        none, and no steps on the way.
        """
        if not user.is_guest and not unfinished_logins.is_as_begun(request, user):
            clear_login(request)
            messages.error(
                request,
                _("The password has been changed or the account has been closed in the meantime. Please log in again."),
            )
            raise ImmediateHttpResponse(HttpResponseRedirect(reverse("account_login")))
        if not user.is_active:
            raise ImmediateHttpResponse(self.respond_user_inactive(request, user))
        user.backend = settings.AUTHENTICATION_BACKENDS[-1]
        super().login(request, user)
        translation.activate(user.language)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse names of the site, and those that look like a name that somebody has, or had before a deletion."""
        name: str = super().clean_username(username, shallow)
        if speaks_for_the_site(name):
            raise self.validation_error("username_blacklisted")
        if not shallow and names.is_taken(name):
            raise self.validation_error("username_taken")
        return name

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that our own proxies saw, as for the rate limits of the API."""
        said = BaseThrottle().get_ident(cast("Request", request))
        return clean_client_ip(said or "") or UNKNOWN

    def get_reauthentication_methods(self, user: "User | AnonymousUser") -> list[dict[str, Any]]:
        """Without the password for staff who have a second factor. Who has neither chooses a password by mail first."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if not user.is_authenticated:
            return methods
        if second_factor.replaces_password(user):
            return [method for method in methods if method["id"] != "reauthenticate"]
        return methods or [{"description": _("Choose a password"), "url": reverse("account_reset_password")}]

    def set_password(self, user: User, password: str) -> None:
        """allauth stores the whole row, and so takes back what has changed about the account meanwhile."""
        with transaction.atomic():
            access.hold(user)
            user.set_password(password)
            user.save(update_fields=["password"])

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """If another account has the address, tell its owner by mail; nobody else learns of it."""
        address: EmailAddress = emailconfirmation.email_address
        if is_taken(address.email, besides=address.user):
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, Confirmation(address), signup)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Whoever confirms an address first gets it; of two at the same time, the database refuses one.

        allauth stores the whole row, so it must still be the one that was read.
        """
        same = EmailAddress.objects.filter(pk=email_address.pk, email=email_address.email, verified=False)
        try:
            with transaction.atomic():
                same.select_for_update().get()
                release(email_address.email, to=email_address.user)
                is_confirmed: bool = super().confirm_email(request, email_address)
                if is_confirmed:
                    self._keep_confirmed(email_address)
        except (IntegrityError, EmailAddress.DoesNotExist):
            text = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, text, {"email": email_address.email})
            return False
        return is_confirmed

    def _keep_confirmed(self, address: EmailAddress) -> None:
        """Make it the primary address, unless another one that is confirmed is."""
        primary = EmailAddress.objects.filter(user=address.user, primary=True, verified=True)
        if not primary.exclude(pk=address.pk).exists():
            address.set_as_primary()
        User.objects.filter(pk=address.user_id).update(never_confirmed=False)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send the mail, unless the mailbox has got too many of them today. The answer to the request does not tell.

        If the account waits for its deletion, the mail says so, and how it is kept; if it is closed, it says that.
        """
        if template_prefix == LOGIN_CODE:
            self.request.session[CODE_MAILED_AT] = time.time()
        told, owner = waiting.mail_about(email), owner_of(email)
        if not mail_limits.may_get_one_more(template_prefix, email):
            return
        if template_prefix in LEADS_NOWHERE and told is not None:
            mails.message(told, again=f"-{get_random_string(12)}").send()
            return
        if template_prefix in LEADS_NOWHERE and owner is not None and not owner.is_active:
            template_prefix = CLOSED
        super().send_mail(template_prefix, email, context)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Record allauth's notices of changes, which a worker sends. Addresses come by signals instead."""
        if kind := KINDS_BY_TEMPLATE.get(template_prefix):
            mails.record(user, kind, request=self.request)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """The mail as text and as HTML, which needs colours and a title."""
        subject = render_to_string(f"{template_prefix}_subject.txt", context).strip()
        page = settings.SITE_URL + reverse(PAGES.get(template_prefix, "account_login"))
        url = page if template_prefix in PAGES else next((context[name] for name in LINKS if name in context), page)
        dress = {**DRESS, "language": translation.get_language(), "subject": subject, "url": url}
        message: EmailMessage = super().render_mail(template_prefix, email, context | dress, headers)
        return message
