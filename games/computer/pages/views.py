"""The page of all computers, and a game between two of them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.challenges.pages.computers import offered
from games.computer import exhibition
from games.computer.queries import shown_game
from games.web.requests import post_by_anybody, spend
from kit.errors import Refusal

# A new game costs as much as some pages.
COST = 10


def computers(request: HttpRequest) -> HttpResponse:
    """The computers, weakest first, and the form that begins a game."""
    return render(request, "computer/computers.html", {"computers": offered(), "shown": shown_game()})


@post_by_anybody
def watch(request: HttpRequest) -> HttpResponse:
    """Watch a game between two computers: the one that goes on, or a new one."""
    if spend(request, cost=COST).is_over:
        messages.error(request, _("That was too fast. Please try again later."))
        return redirect("computers")
    try:
        return redirect("game", exhibition.watch())
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("computers")
