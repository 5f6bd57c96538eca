"""Following a player, and the page of those whom one follows."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.people import follows
from games.people.directory import cards_of
from games.players.queries import player_by_name
from games.web.requests import SignedInRequest, account_required, post_only
from kit import database_time
from kit.pages import get_or_404, page_of, run_or_message

PAGE = 40


@account_required
def following(request: SignedInRequest) -> HttpResponse:
    """The players whom the reader follows."""
    page = page_of(follows.follows_of(request.user.pk), request, size=PAGE)
    cards = cards_of((row.followed for row in page), now=database_time.now())
    context = {"page": page, "followed": list(zip(page, cards, strict=True)), "query": ""}
    return render(request, "people/following.html", context)


@post_only
def follow(request: SignedInRequest, username: str) -> HttpResponse:
    """Follow a player (`on`), be told of their open challenges too (`told`), or follow them no more (`off`)."""
    other = get_or_404(lambda: player_by_name(username))
    wanted, name = request.POST.get("follow", ""), other.shown_name
    if wanted == "off":
        follows.unfollow(request.user, other)
        messages.info(request, _("You no longer follow %(name)s.") % {"name": name})
    elif wanted in ("on", "told"):
        row = run_or_message(request, lambda: follows.follow(request.user, other, is_told=wanted == "told"))
        if row is not None:
            told = _("You follow %(name)s, and are notified of their open challenges.")
            text = told if row.is_told else _("You follow %(name)s.")
            messages.info(request, text % {"name": name})
    return redirect("following") if request.POST.get("back") == "following" else redirect("player", other.username)
