"""The page of preferences."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.preferences import change
from accounts.web.forms.preferences import PreferencesForm
from accounts.web.requests import SignedInRequest


@login_required
def preferences(request: SignedInRequest) -> HttpResponse:
    """Language, time zone and notices; the rest of the account is a link away."""
    if request.method != "POST":
        return render(request, "accounts/preferences.html", {"form": PreferencesForm(user=request.user)})
    form = PreferencesForm(request.POST, user=request.user)
    if not form.is_valid():
        return render(request, "accounts/preferences.html", {"form": form}, status=422)
    change(request.user, form.cleaned_data)
    with translation.override(request.user.language):
        messages.success(request, _("Your preferences are saved."))
    return redirect("preferences")
