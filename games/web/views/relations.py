"""Blocking and muting: the buttons on a player's page, and the list below the preferences."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games import relations, selectors
from games.models import Relation
from games.web.refusals import done_or_told, found
from games.web.requests import SignedInRequest, deed

SWITCHES = {"on": True, "off": False}


@login_required
def own_relations(request: SignedInRequest) -> HttpResponse:
    """Whom the reader has blocked or muted, each to be lifted here."""
    rows = selectors.relations_of(request.user.pk)
    return render(request, "games/relations.html", {"relations": rows})


@deed
def relate(request: SignedInRequest, username: str) -> HttpResponse:
    """Block or mute a player, or lift it; `block` or `mute` is `on` or `off`."""
    other = found(lambda: selectors.player_by_name(username))
    blocked, muted = (SWITCHES.get(request.POST.get(name, "")) for name in ("block", "mute"))
    row = done_or_told(request, lambda: relations.change(request.user, other, blocked=blocked, muted=muted))
    if row is not None:
        _say_what_is_new(request, row, other.shown_name, blocked=blocked, muted=muted)
    return redirect("relations") if request.POST.get("back") == "relations" else redirect("player", other.username)


def _say_what_is_new(
    request: SignedInRequest, row: Relation, name: str, *, blocked: bool | None, muted: bool | None
) -> None:
    if blocked is not None:
        text = _("You have blocked %(name)s.") if row.blocked else _("You have lifted the block on %(name)s.")
    elif muted is not None:
        text = _("You have muted %(name)s.") if row.muted else _("You read again what %(name)s writes.")
    else:
        return
    messages.info(request, text % {"name": name})
