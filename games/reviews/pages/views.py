"""The page of a game's review."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.core.queries import current_game
from games.reviews.pages.review_page import ReviewPage
from games.reviews.queries import find_review
from games.reviews.requests import ask_for_review
from games.web.requests import SignedInRequest, post_by_players
from kit.pages import get_or_404, run_or_message

# Seconds until a page whose review is not finished is loaded again.
RELOAD = 5


@require_safe
def review(request: HttpRequest, number: int) -> HttpResponse:
    """The review, how far it is, or how to ask for it. While it is being made, the page reloads itself."""
    game = get_or_404(lambda: current_game(number))
    page = ReviewPage(game, find_review(game))
    answer = render(request, "reviews/review.html", {"page": page, "game": game})
    if page.status in ("waiting", "running"):
        answer["Refresh"] = str(RELOAD)
    return answer


@post_by_players
def ask(request: SignedInRequest, number: int) -> HttpResponse:
    """Have the game reviewed."""
    get_or_404(lambda: current_game(number))
    run_or_message(request, lambda: ask_for_review(number, request.user))
    return redirect("game_review", number)
