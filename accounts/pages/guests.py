"""The page on which a guest gets an account."""

from allauth.account.internal.flows.signup import complete_signup
from allauth.decorators import rate_limit
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts import guests
from accounts.models import User
from accounts.pages.forms import SignUpForm
from accounts.pages.requests import is_guest
from accounts.signals import renamed


class KeepForm(SignUpForm):
    """Sign-up of a guest, whose row becomes the account. Raises guests.Gone, and what sign-up does."""

    def save(self, request: HttpRequest) -> User:
        former = request.user.get_username()
        with transaction.atomic():
            user = super().save(request)
            renamed.send(User, user=user, old=former, new=user.username)
        return user


@rate_limit(action="signup")  # type: ignore[untyped-decorator]
@never_cache
@sensitive_post_parameters("password1")
def keep_games(request: HttpRequest) -> HttpResponse:
    """Make an account of the guest who is signed in. The session gets another key."""
    if not is_guest(request):
        return redirect("home" if request.user.is_authenticated else "account_signup")
    form = KeepForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _page(request, form)
    try:
        account = form.save(request)
    except guests.Gone:
        messages.info(request, _("These games already belong to an account. Log in with its name and password."))
        return redirect("home")
    except ValidationError as error:
        form.add_error("username", error)
        return _page(request, form)
    answer: HttpResponse = complete_signup(request, user=account, redirect_url=reverse("home"))
    return answer


def _page(request: HttpRequest, form: KeepForm) -> HttpResponse:
    return render(request, "accounts/keep_games.html", {"form": form}, status=422 if form.is_bound else 200)
