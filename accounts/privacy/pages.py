"""Pages of a user's own data: export it, delete the account."""

from http import HTTPStatus

import structlog
from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import DatabaseError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import DataExport
from accounts.pages.requests import SignedInRequest
from accounts.privacy import erasure
from accounts.privacy import exports as privacy_exports
from accounts.privacy.forms import DeletionForm

log = structlog.get_logger(__name__)


def _delete_account(request: SignedInRequest) -> HttpResponse:
    """What a deletion means, with the form. A worker finishes what the request does not."""
    user = request.user
    form = DeletionForm(request.POST or None, user=user, running=erasure.running(user))
    if not form.is_valid():
        return _deletion_page(request, form)
    try:
        erasure.close(user, ending=form.cleaned_data.get("ending", False))
    except erasure.GamesOngoing as refusal:
        return _deletion_page(request, DeletionForm(request.POST, user=user, running=refusal.count))
    except erasure.AccountIsStaff:
        return _deletion_page(request, form)
    logout(request)
    try:
        erasure.finish(user.pk)
    except DatabaseError:
        log.exception("deletion_left_to_the_worker", user=user.pk)
    messages.success(request, _("Your account is deleted. Thank you for having played here."))
    return redirect("home")


def _deletion_page(request: SignedInRequest, form: DeletionForm) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    context = {"form": form, "is_staff": request.user.is_staff or request.user.is_superuser}
    answer = render(request, "accounts/delete.html", context, status=status)
    answer["Cache-Control"] = "private, no-store"
    return answer


delete_account = login_required(reauthentication_required(_delete_account))


@login_required
def exports(request: SignedInRequest) -> HttpResponse:
    """The reader's exports, with a button for a new one."""
    if request.method != "POST":
        return _page(request)
    try:
        privacy_exports.request_export(request.user)
    except privacy_exports.ExportLimitReached:
        text = _("You have asked for %(most)s copies within a day. Ask again tomorrow.")
        messages.error(request, text % {"most": privacy_exports.MOST_A_DAY})
        return _page(request, status=HTTPStatus.TOO_MANY_REQUESTS)
    messages.success(request, _("The copy is being made."))
    return redirect("exports")


def _page(request: SignedInRequest, *, status: int = HTTPStatus.OK) -> HttpResponse:
    copies = privacy_exports.exports_of(request.user)
    is_waiting = any(copy.state == DataExport.State.WAITING for copy in copies)
    context = {"copies": copies, "is_waiting": is_waiting}
    answer = render(request, "accounts/exports.html", context, status=status)
    answer["Cache-Control"] = "private, no-store"
    return answer
