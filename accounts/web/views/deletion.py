"""The page on which somebody deletes his account, after he has proven anew that it is his."""

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

from accounts import deletion
from accounts.web.forms.deletion import DeletionForm
from accounts.web.requests import SignedInRequest

log = structlog.get_logger(__name__)


def _delete_account(request: SignedInRequest) -> HttpResponse:
    """What will happen, and the form; what is not done at once the worker does."""
    user = request.user
    form = DeletionForm(request.POST or None, user=user, running=deletion.running(user))
    if not form.is_valid():
        return _page(request, form)
    try:
        deletion.close(user, ending=form.cleaned_data.get("ending", False))
    except deletion.GoesOn as refusal:
        return _page(request, DeletionForm(request.POST, user=user, running=refusal.count))
    except deletion.OfStaff:
        return _page(request, form)
    logout(request)
    try:
        deletion.finish(user.pk)
    except DatabaseError:
        log.exception("deletion_left_to_the_worker", user=user.pk)
    messages.success(request, _("Your account is deleted. Thank you for having played here."))
    return redirect("home")


def _page(request: SignedInRequest, form: DeletionForm) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    context = {"form": form, "is_staff": request.user.is_staff or request.user.is_superuser}
    answer = render(request, "accounts/delete.html", context, status=status)
    answer["Cache-Control"] = "private, no-store"
    return answer


delete_account = login_required(reauthentication_required(_delete_account))
