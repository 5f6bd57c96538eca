"""The page on which an account becomes a bot's, below the preferences; and why some cannot."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import User
from games import errors
from games.bots import require_may_become_bot
from games.web.forms.bots import BecomeBotForm, OperatorForm
from games.web.refusals import Wrong, done_or_wrong
from games.web.requests import SignedInRequest


@login_required
def bot_account(request: SignedInRequest) -> HttpResponse:
    """What a bot account is, and the form that makes this one such; a bot's owner says here who runs it."""
    form_of = OperatorForm if request.user.is_bot else BecomeBotForm
    if request.method != "POST":
        return _page(request, form_of(user=request.user))
    form = form_of(request.POST, user=request.user)
    done = done_or_wrong(form, form.do)
    if isinstance(done, Wrong):
        return _page(request, form, status=done.status)
    _say_what_is_new(request, request.user)
    return redirect("bot_account")


def _say_what_is_new(request: SignedInRequest, before: User) -> None:
    saved, turned = _("It is saved."), _("This account is a bot’s now. Make a token for its program.")
    messages.success(request, saved if before.is_bot else turned)


def _page(request: SignedInRequest, form: OperatorForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "obstacle": None if request.user.is_bot else _obstacle(request.user)}
    return render(request, "games/bot_account.html", context, status=status)


def _obstacle(user: User) -> str | None:
    """Why this account cannot become a bot's, in a sentence."""
    try:
        require_may_become_bot(user)
    except errors.Refusal as refusal:
        return refusal.message
    return None
