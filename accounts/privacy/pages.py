"""Pages of a user's own data: export it, delete the account."""

import time
from http import HTTPStatus
from typing import Any, Final
from zoneinfo import ZoneInfo

import structlog
from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import proofs
from accounts.models import DataExport, User
from accounts.pages.requests import SignedInRequest
from accounts.privacy import erasure, waiting
from accounts.privacy import exports as privacy_exports
from kit.times import day_and_time

log = structlog.get_logger(__name__)

# Session key of the account that somebody may keep, and of the moment of their proof.
KEPT_BY: Final = "account_to_keep"


class DeletionForm(forms.Form):
    """The username must be typed, to prevent accidents."""

    name = forms.CharField(
        label=gettext_lazy("Your username"),
        help_text=gettext_lazy("Type it exactly as shown, so that this does not happen by accident."),
        max_length=30,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )
    ending = forms.BooleanField(
        required=False,
        error_messages={"required": gettext_lazy("You must tick this while you have games in progress.")},
    )

    def __init__(self, data: Any = None, *, user: User, running: int) -> None:
        super().__init__(data)
        self._name = user.username
        if running:
            text = ngettext("I resign %(count)s game in progress", "I resign %(count)s games in progress", running)
            self.fields["ending"].label, self.fields["ending"].required = text % {"count": running}, True
        else:
            del self.fields["ending"]

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if name != self._name:
            raise forms.ValidationError(_("This is not your username."))
        return name


def _delete_account(request: SignedInRequest) -> HttpResponse:
    """Explain the deletion, and close the account by POST. A worker does the rest."""
    user = request.user
    form = DeletionForm(request.POST or None, user=user, running=erasure.running(user))
    if not form.is_valid():
        return _deletion_page(request, form)
    try:
        due_at = waiting.ask(user, ending=form.cleaned_data.get("ending", False))
    except erasure.GamesOngoing as refusal:
        return _deletion_page(request, DeletionForm(request.POST, user=user, running=refusal.count))
    except erasure.AccountIsStaff:
        return _deletion_page(request, form)
    logout(request)
    if due_at is None:
        _finish(user)
        messages.success(request, _("Your account has been deleted. Thank you for playing here."))
    else:
        text = _(
            "Your account is closed and will be deleted on %(at)s. You can cancel this until then: log in, or "
            "use the link in our email."
        )
        messages.success(request, text % {"at": day_and_time(due_at)})
    return redirect("home")


def _finish(user: User) -> None:
    try:
        erasure.finish(user.pk)
    except DatabaseError:
        log.exception("deletion_left_to_the_worker", user=user.pk)


def _deletion_page(request: SignedInRequest, form: DeletionForm) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    is_staff = request.user.is_staff or request.user.is_superuser
    context = {"form": form, "is_staff": is_staff, "waits": waiting.is_told(request.user)}
    answer = render(request, "accounts/delete.html", context, status=status)
    answer["Cache-Control"] = "private, no-store"
    return answer


delete_account = login_required(reauthentication_required(_delete_account))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def keep_account(request: HttpRequest) -> HttpResponse:
    """Where a login leads while the deletion waits: the owner can keep the account, and then log in."""
    proof = request.session.get(KEPT_BY, {})
    user = User.objects.filter(pk=proof.get("user"), deletion_due_at__isnull=False).first()
    if user is None or not proofs.is_recent(proof["at"]):
        return redirect("account_login")
    if user.closed_by_staff:
        return redirect("account_inactive")
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        if request.method != "POST":
            return render(request, "accounts/keep_account.html", {"account": user})
        del request.session[KEPT_BY]
        if waiting.keep(user.pk, request=request):
            messages.success(request, _("Your account will not be deleted. Please log in again."))
    return redirect("account_login")


def offer_to_keep(request: HttpRequest, user: User) -> HttpResponse:
    """Lead somebody who has just proved that the account is theirs to the page where they keep it."""
    request.session[KEPT_BY] = {"user": user.pk, "at": time.time()}
    return redirect("keep_account")


@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def exports(request: SignedInRequest) -> HttpResponse:
    """The reader's exports, with a button for a new one."""
    if request.method != "POST":
        return _page(request)
    try:
        privacy_exports.request_export(request.user)
    except privacy_exports.ExportLimitReached:
        text = _("You have requested %(most)s copies today. Please try again tomorrow.")
        messages.error(request, text % {"most": privacy_exports.MOST_A_DAY})
        return _page(request, status=HTTPStatus.TOO_MANY_REQUESTS)
    messages.success(request, _("The copy is being created."))
    return redirect("exports")


def _page(request: SignedInRequest, *, status: int = HTTPStatus.OK) -> HttpResponse:
    copies = privacy_exports.exports_of(request.user)
    is_waiting = any(copy.state == DataExport.State.WAITING for copy in copies)
    context = {"copies": copies, "is_waiting": is_waiting}
    answer = render(request, "accounts/exports.html", context, status=status)
    answer["Cache-Control"] = "private, no-store"
    return answer
