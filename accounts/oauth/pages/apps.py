"""Pages of connected apps and of the reader's own apps."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.models import App
from accounts.oauth import registration
from accounts.oauth.connections import connected_apps
from accounts.oauth.connections import disconnect as disconnect_app
from accounts.oauth.pages.forms import AppForm, values_of
from accounts.pages.requests import SignedInRequest, account_required, fresh_to_change
from kit.scopes import scope_named


@account_required
def apps(request: SignedInRequest) -> HttpResponse:
    """The apps connected to the reader's account."""
    rows = [(each, [scope_named(name).label for name in each.scopes]) for each in connected_apps(request.user)]
    return render(request, "accounts/apps.html", {"connections": rows})


@account_required
def disconnect(request: SignedInRequest, client_id: str) -> HttpResponse:
    if request.method == "POST":
        if not disconnect_app(request.user, client_id):
            raise Http404
        messages.info(request, _("The app is disconnected: it can no longer act for you."))
    return redirect("apps")


@fresh_to_change
def own_apps(request: SignedInRequest) -> HttpResponse:
    """The reader's own apps, and a form for a new one."""
    form = AppForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            app = registration.register(request.user, **form.cleaned_data)
        except registration.AppLimitReached:
            text = _("You have registered %(most)s apps already; delete one first.")
            form.add_error(None, text % {"most": registration.MOST})
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("The app is registered. Use its client ID in your program."))
            return redirect("own_app", app.client_id)
    context = {"form": form, "apps": App.objects.filter(owner=request.user)}
    return render(request, "accounts/own_apps.html", context, status=422 if form.errors else 200)


@fresh_to_change
def own_app(request: SignedInRequest, client_id: str) -> HttpResponse:
    """One of the reader's own apps, with the form to change it."""
    app = _own(request, client_id)
    form = AppForm(request.POST) if request.method == "POST" else AppForm(initial=values_of(app))
    if form.is_bound and form.is_valid():
        try:
            registration.change(app, form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("Your changes are saved."))
            return redirect("own_app", app.client_id)
    return render(request, "accounts/own_app.html", {"form": form, "app": app}, status=422 if form.errors else 200)


@fresh_to_change
def delete_app(request: SignedInRequest, client_id: str) -> HttpResponse:
    app = _own(request, client_id)
    if request.method != "POST":
        return redirect("own_app", app.client_id)
    registration.delete(app)
    messages.info(request, _("The app is deleted, and everyone has been disconnected from it."))
    return redirect("own_apps")


def _own(request: SignedInRequest, client_id: str) -> App:
    return get_object_or_404(App, owner=request.user, client_id=client_id)
