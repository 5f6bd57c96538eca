"""The list of the reader's own games, ongoing and ended."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render

from games import selectors
from games.web.requests import SignedInRequest

GAMES_A_PAGE = 20


@login_required
def games(request: SignedInRequest) -> HttpResponse:
    """Ended games, the latest first; with `?status=ongoing` those that go on, the most urgent first."""
    ongoing = request.GET.get("status") == "ongoing"
    rows = selectors.ongoing_games_of(request.user.pk) if ongoing else selectors.ended_games_of(request.user.pk)
    page = Paginator(rows, GAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "ongoing": ongoing, "counts": selectors.game_counts_of(request.user.pk)}
    return render(request, "games/games.html", context)
