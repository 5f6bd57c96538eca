"""Pages for blocking and muting players, and for turning an account into a bot."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.pages.requests import fresh_to_change
from games.players import relations
from games.players.bots import require_may_become_bot
from games.players.models import Relation
from games.players.pages.forms import BecomeBotForm, OperatorForm
from games.players.queries import player_by_name, relations_of
from games.web.requests import SignedInRequest, post_by_players
from kit.errors import Refusal
from kit.pages import FormError, get_or_404, run_or_form_error, run_or_message


@fresh_to_change
def bot_account(request: SignedInRequest) -> HttpResponse:
    """Explain bot accounts, with the form that makes this account one; for a bot account, edit its operator."""
    form_of = OperatorForm if request.user.is_bot else BecomeBotForm
    if request.method != "POST":
        return _page(request, form_of(user=request.user))
    form = form_of(request.POST, user=request.user)
    done = run_or_form_error(form, form.do)
    if isinstance(done, FormError):
        return _page(request, form, status=done.status)
    _say_what_changed(request, request.user)
    return redirect("bot_account")


def _say_what_changed(request: SignedInRequest, before: User) -> None:
    saved, turned = _("Saved."), _("This is now a bot account. Create a token for its program.")
    messages.success(request, saved if before.is_bot else turned)


def _page(request: SignedInRequest, form: OperatorForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "obstacle": None if request.user.is_bot else _obstacle(request.user)}
    return render(request, "players/bot_account.html", context, status=status)


def _obstacle(user: User) -> str | None:
    """The reason why this account cannot become a bot account, or None."""
    try:
        require_may_become_bot(user)
    except Refusal as refusal:
        return refusal.message
    return None


SWITCHES = {"on": True, "off": False}


@login_required
def own_relations(request: SignedInRequest) -> HttpResponse:
    """The players whom the reader has blocked or muted."""
    rows = relations_of(request.user.pk)
    return render(request, "players/relations.html", {"relations": rows})


@post_by_players
def relate(request: SignedInRequest, username: str) -> HttpResponse:
    """Block or mute a player, or undo it; `block` or `mute` is `on` or `off`."""
    other = get_or_404(lambda: player_by_name(username))
    blocked, muted = (SWITCHES.get(request.POST.get(name, "")) for name in ("block", "mute"))
    row = run_or_message(request, lambda: relations.change(request.user, other, blocked=blocked, muted=muted))
    if row is not None:
        _say_what_is_new(request, row, other.shown_name, blocked=blocked, muted=muted)
    return redirect("relations") if request.POST.get("back") == "relations" else redirect("player", other.username)


def _say_what_is_new(
    request: SignedInRequest, row: Relation, name: str, *, blocked: bool | None, muted: bool | None
) -> None:
    if blocked is not None:
        text = _("You have blocked %(name)s.") if row.blocked else _("You have unblocked %(name)s.")
    elif muted is not None:
        text = _("You have muted %(name)s.") if row.muted else _("You have unmuted %(name)s.")
    else:
        return
    messages.info(request, text % {"name": name})
