"""Account pages that allauth does not have: preferences, API tokens, devices, language, appearance."""

import zoneinfo
from dataclasses import replace
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.views import ConfirmEmailView, EmailView, PasswordResetFromKeyView, SignupView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import ViewRecoveryCodesView
from allauth.mfa.webauthn.views import RemoveWebAuthnView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import access, known_browsers, names, sessions
from accounts.confirmations import Confirmation
from accounts.language import remember
from accounts.looks import look_of
from accounts.looks import remember as looks_remember
from accounts.models import AccessToken, User
from accounts.pages.forms import LookForm, NewPasswordForm, NewTokenForm, PreferencesForm, SignUpForm
from accounts.pages.requests import (
    SignedInRequest,
    account_required,
    fresh_to_change,
    page_to_return_to,
)
from accounts.preferences import change
from accounts.tokens import MOST, WARNED_BEFORE, TokenLimitReached, issue
from accounts.tokens import revoke as revoke_token
from kit import database_time
from kit.scopes import scope_choices


class SignUpView(SignupView):  # type: ignore[misc]  # allauth is untyped
    """Makes an account. A name that somebody has taken since the form was checked is refused beside its field."""

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except ValidationError as error:
            form.add_error("username", error)
            answer = self.form_invalid(form)
        return answer


class ConfirmAddressView(ConfirmEmailView):  # type: ignore[misc]
    """Where the link in a mail leads."""

    def get_object(self, queryset: object = None) -> Confirmation:
        confirmation = Confirmation.from_key(self.kwargs["key"])
        if confirmation is None:
            raise Http404
        return confirmation


class AddressesView(EmailView):  # type: ignore[misc]
    """Only a confirmed address can become the primary one: an unconfirmed one may belong to somebody else."""

    def form_valid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        try:
            # Only now: nobody waits for a mail server with the account held.
            with transaction.atomic():
                access.hold(self.request.user)
        except access.AccessEnded:
            added = EmailAddress.objects.filter(user=self.request.user, verified=False)
            added.filter(email=form.cleaned_data["email"]).delete()
            raise
        return answer

    @transaction.atomic
    def _action_remove(self, request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        access.hold(request.user)
        answer: HttpResponse | None = super()._action_remove(request, *args, **kwargs)
        return answer

    @transaction.atomic
    def _action_primary(self, request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        access.hold(request.user)
        address = self._get_email_address(request)
        if address is None or address.verified:
            answer: HttpResponse | None = super()._action_primary(request, *args, **kwargs)
            return answer
        get_adapter().add_message(request, messages.ERROR, "account/messages/unverified_primary_email.txt")
        return None


class NewPasswordView(PasswordResetFromKeyView):  # type: ignore[misc]
    """Where a mailed link leads. The browser is known from then on: nobody else's guesses refuse the new password."""

    @transaction.atomic
    def form_valid(self, form: NewPasswordForm) -> HttpResponse:
        """Save it. Of two at once, the second finds the link used."""
        user = User.objects.select_for_update(no_key=True).get(pk=self.reset_user.pk)
        if not default_token_generator.check_token(user, self.key):
            unusable: HttpResponse = self.render_to_response(self.get_context_data(token_fail=True))
            return unusable
        answer: HttpResponse = super().form_valid(form)
        known_browsers.remember(self.request, answer, self.reset_user)
        return answer


class RecoveryCodesView(ViewRecoveryCodesView):  # type: ignore[misc]
    """Shows the codes once. The row is locked, for it also says which codes were used, and allauth writes all of it."""

    @transaction.atomic
    def get(self, request: SignedInRequest, *args: Any, **options: Any) -> HttpResponse:
        rows = Authenticator.objects.filter(user=request.user, type=Authenticator.Type.RECOVERY_CODES)
        list(rows.select_for_update())
        answer: HttpResponse = super().get(request, *args, **options)
        answer["Cache-Control"] = "no-store"
        return answer


class RemoveKeyView(RemoveWebAuthnView):  # type: ignore[misc]
    """Removes a passkey, unless it is the only way into an account without a password."""

    @transaction.atomic
    def form_valid(self, form: Any) -> HttpResponse:
        # Two that are removed at once are removed one after the other.
        user = access.hold(self.request.user)
        ways_in = [key.pk for key in self.get_queryset() if key.wrap().is_passwordless]
        if ways_in == [self.object.pk] and not user.has_usable_password():
            text = _("This passkey is the only way into your account. Choose a password first.")
            messages.error(self.request, text)
            return redirect("account_set_password")
        answer: HttpResponse = super().form_valid(form)
        return answer


@account_required
def end_session(request: SignedInRequest, pk: int) -> HttpResponse:
    """Log another device out; the current one has a page of its own for that."""
    if request.method != "POST":
        return redirect("usersessions_list")
    ended = sessions.end(request.user, pk, besides=request.session.session_key or "")
    if not ended:
        raise Http404
    messages.info(request, _("The device is logged out."))
    return redirect("usersessions_list")


@never_cache
def session(request: HttpRequest) -> HttpResponse:
    """Who is logged in, and the CSRF token now. Open pages ask after a login or logout on another tab."""
    name = request.user.name if request.user.is_authenticated else ""
    return JsonResponse({"player": request.user.pk, "name": name, "csrf_token": get_token(request)})


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Set the posted language, and return to the page where it was changed; unknown languages are ignored."""
    answer = HttpResponseRedirect(page_to_return_to(request))
    language = request.POST.get("language", "")
    if language in User.Language.values:
        if request.user.is_authenticated:
            change(request.user, {"language": language})
        remember(answer, language)
    return answer


@require_POST
@login_required
def choose_time_zone(request: SignedInRequest) -> HttpResponse:
    """Set the posted time zone, and return to the page where it was offered; unknown ones are ignored."""
    zone = request.POST.get("time_zone", "")
    if zone in zoneinfo.available_timezones():
        change(request.user, {"time_zone": zone})
    return HttpResponseRedirect(page_to_return_to(request))


@require_POST
def choose_look(request: HttpRequest) -> HttpResponse:
    """Set the posted appearance, and return to the page where it was changed; scripts get an empty response."""
    form = LookForm(request.POST)
    if not form.is_valid():
        raise BadRequest(form.errors.as_json())
    wants_page = request.accepts("text/html")
    answer = HttpResponseRedirect(page_to_return_to(request)) if wants_page else HttpResponse(status=204)
    if request.user.is_authenticated:
        change(request.user, form.changes)
    looks_remember(answer, replace(look_of(request), **form.changes))
    return answer


@account_required
def preferences(request: SignedInRequest) -> HttpResponse:
    """Language, time zone and notifications."""
    if request.method != "POST":
        return render(request, "accounts/preferences.html", {"form": PreferencesForm(user=request.user)})
    form = PreferencesForm(request.POST, user=request.user)
    if not form.is_valid():
        return render(request, "accounts/preferences.html", {"form": form}, status=422)
    try:
        with transaction.atomic():
            names.give(request.user, form.cleaned_data.pop("display_name"))
            change(request.user, form.cleaned_data)
    except ValidationError as error:
        form.add_error("display_name", error)
        return render(request, "accounts/preferences.html", {"form": form}, status=422)
    with translation.override(request.user.language):
        messages.success(request, _("Your preferences are saved."))
    return redirect("preferences")


@fresh_to_change
def tokens(request: SignedInRequest) -> HttpResponse:
    """The reader's usable tokens, and a form for a new one, whose secret is shown only in the response."""
    if request.method != "POST":
        return _page(request, NewTokenForm())
    form = NewTokenForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    secret = _issued(request, form)
    return _page(request, NewTokenForm(), secret=secret) if secret else _page(request, form, status=422)


def _issued(request: SignedInRequest, form: NewTokenForm) -> str | None:
    """The secret of the new token; None if it was refused, with the error in the form."""
    values = form.cleaned_data
    try:
        _token, secret = issue(
            request.user,
            description=values["description"],
            scopes=values["scopes"],
            expires_at=form.expires_at,
        )
    except TokenLimitReached:
        form.add_error(None, _("You have %(most)s tokens already; revoke one first.") % {"most": MOST})
        return None
    return secret


def _page(request: SignedInRequest, form: NewTokenForm, *, secret: str = "", status: int = 200) -> HttpResponse:
    now = database_time.now()
    usable = AccessToken.objects.personal().usable(now=now).filter(user=request.user)
    context = {"form": form, "tokens": usable, "scopes": dict(scope_choices()), "secret": secret}
    context["soon"] = now + WARNED_BEFORE
    answer = render(request, "accounts/tokens.html", context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


@account_required
def revoke(request: SignedInRequest, pk: int) -> HttpResponse:
    if request.method == "POST":
        if not revoke_token(request.user, pk):
            raise Http404
        messages.info(request, _("Token revoked. No program can use it any more."))
    return redirect("tokens")
