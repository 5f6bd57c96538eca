"""Pages of API tokens: make one, look at them, revoke them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import second_factor
from accounts.models import AccessToken
from accounts.scopes import Scope
from accounts.tokens import MOST, TooMany, issue
from accounts.tokens import revoke as revoke_token
from accounts.web.forms.tokens import NewTokenForm
from accounts.web.requests import SignedInRequest


@login_required
def tokens(request: SignedInRequest) -> HttpResponse:
    """The reader's usable tokens, and a form for one more; its secret is on the page that answers and never again."""
    is_staff = request.user.is_staff
    if request.method != "POST":
        return _page(request, NewTokenForm(is_staff=is_staff))
    form = NewTokenForm(request.POST, is_staff=is_staff)
    if not form.is_valid():
        return _page(request, form, status=422)
    needs_factor = Scope.MODERATE in form.cleaned_data["scopes"]
    if needs_factor and (way := second_factor.asked_for(request, request.user)):
        return way
    secret = _issued(request, form)
    fresh = NewTokenForm(is_staff=is_staff)
    return _page(request, fresh, secret=secret) if secret else _page(request, form, status=422)


def _issued(request: SignedInRequest, form: NewTokenForm) -> str | None:
    """The secret of the new token, or None after the refusal has been put into the form."""
    values = form.cleaned_data
    try:
        _token, secret = issue(
            request.user,
            description=values["description"],
            scopes=values["scopes"],
            expires_at=form.expires_at,
        )
    except TooMany:
        form.add_error(None, _("You have %(most)s tokens already; revoke one first.") % {"most": MOST})
        return None
    return secret


def _page(request: SignedInRequest, form: NewTokenForm, *, secret: str = "", status: int = 200) -> HttpResponse:
    usable = AccessToken.objects.personal().usable(now=timezone.now()).filter(user=request.user)
    context = {"form": form, "tokens": usable, "scopes": dict(Scope.choices), "secret": secret}
    answer = render(request, "accounts/tokens.html", context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


@login_required
def revoke(request: SignedInRequest, pk: int) -> HttpResponse:
    if request.method == "POST":
        if not revoke_token(request.user, pk):
            raise Http404
        messages.info(request, _("The token is revoked: no program can use it any more."))
    return redirect("tokens")
