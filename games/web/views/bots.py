"""The page on which an account becomes a bot's, below the preferences; of games it knows whether any were played."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import User
from games import errors
from games.models import Game
from games.statuses import status_of
from games.web.forms.bots import BecomeBotForm, OperatorForm
from games.web.requests import SignedInRequest


@login_required
def bot_account(request: SignedInRequest) -> HttpResponse:
    """What a bot account is, and the form that makes this one such; a bot's owner says here who runs it."""
    form_of = OperatorForm if request.user.is_bot else BecomeBotForm
    if request.method != "POST":
        return _page(request, form_of(user=request.user))
    form = form_of(request.POST, user=request.user)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        form.do()
    except errors.Refusal as refusal:
        form.add_error(None, refusal.message)
        return _page(request, form, status=status_of(refusal))
    _say_what_is_new(request, request.user)
    return redirect("bot_account")


def _say_what_is_new(request: SignedInRequest, before: User) -> None:
    saved, turned = _("It is saved."), _("This account is a bot’s now. Make a token for its program.")
    messages.success(request, saved if before.is_bot else turned)


def _page(request: SignedInRequest, form: OperatorForm, *, status: int = 200) -> HttpResponse:
    has_played = not request.user.is_bot and Game.objects.of(request.user.pk).exists()
    return render(request, "games/bot_account.html", {"form": form, "has_played": has_played}, status=status)
