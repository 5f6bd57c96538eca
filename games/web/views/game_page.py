"""The page of a game, and the deeds that its forms ask for."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.looks import look_of
from games import errors, transitions
from games.web.forms.deeds import DEEDS, Deed
from games.web.game_page import GamePage, last_event_of
from games.web.refusals import found
from games.web.requests import SignedInRequest, deed


def game(request: HttpRequest, number: int) -> HttpResponse:
    """The game as it stands, or with ?ply=12 as it stood after that half-move; public, like every game."""
    return _page(request, number)


@deed
def do_in_game(request: SignedInRequest, number: int, name: str) -> HttpResponse:
    """Do what a form of the page asks for; what is refused is said on the page, with all that was written kept."""
    if name not in DEEDS:
        raise Http404
    form = DEEDS[name](request.POST)
    if not form.is_valid():
        return _page(request, number, form=form, status=422)
    try:
        found(lambda: form.do(number, request.user))
    except errors.Refusal as refusal:
        form.add_error(None, refusal.message)
        return _page(request, number, form=form, status=409)
    return redirect("game", number)


def _page(request: HttpRequest, number: int, *, form: Deed | None = None, status: int = 200) -> HttpResponse:
    last_event = last_event_of(number)
    current = found(lambda: transitions.current_game(number))
    viewer = request.user if request.user.is_authenticated else None
    page = GamePage(
        game=current,
        viewer=viewer,
        now=timezone.now(),
        last_event=last_event,
        look=look_of(request),
        asked_ply=_asked_ply(request),
    )
    return render(request, "games/game.html", {"page": page, "game": current, "form": form}, status=status)


def _asked_ply(request: HttpRequest) -> int | None:
    ply = request.GET.get("ply", "")
    return int(ply) if ply.isascii() and ply.isdigit() and len(ply) < 6 else None
