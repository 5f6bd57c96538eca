"""The page of a game's review."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.core.models.games import side_of
from games.core.queries import current_game
from games.play.pages.pictures.answers import MEDIA_TYPES, picture_answer, refusal_answer
from games.play.pages.pictures.forms import PictureForm
from games.play.pages.pictures.games import PictureOfGame
from games.reviews.better_moves import Answer, Outcome, try_move
from games.reviews.pages.better_move_page import BetterMovePage
from games.reviews.pages.review_page import ReviewPage
from games.reviews.queries import find_review
from games.reviews.requests import ask_for_review
from games.web.exercise import shown_exercise
from games.web.preferences import preferences_for
from games.web.requests import SignedInRequest, post_by_players
from games.web.social import Social
from kit.errors import Refusal
from kit.pages import get_or_404, run_or_message
from kit.rate_limits import LimitReached

# Seconds until a page whose review is not finished is loaded again.
RELOAD = 5


@require_safe
def review(request: HttpRequest, number: int) -> HttpResponse:
    """The review, how far it is, or how to ask for it. While it is being made, the page reloads itself."""
    game = get_or_404(lambda: current_game(number))
    page = ReviewPage(game, find_review(game))
    context = {"page": page, "game": game, "social": _social(page) if page.turning_point else None}
    answer = render(request, "reviews/review.html", context)
    if page.status in ("waiting", "running"):
        answer["Refresh"] = str(RELOAD)
    return answer


def _social(page: ReviewPage) -> Social:
    number = page.game.number
    return Social(
        title=PictureOfGame(game=page.game).names,
        description=page.turning_point,
        path=reverse("game_review", args=[number]),
        image=reverse("turning_point_picture", args=[number, "png"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def better_move(request: HttpRequest, number: int, ply: int) -> HttpResponse:
    """Find the better move in place of a mistake; by POST also the answer to a move, as JSON for the script."""
    game = get_or_404(lambda: current_game(number))
    review = ReviewPage(game, find_review(game))
    if ply not in review.plies_to_better(side_of(ply)):
        raise Http404
    page = BetterMovePage(preferences=preferences_for(request), review=review, ply=ply)
    answer, refusal = _answer(request, page) if request.method == "POST" else (None, "")
    page = replace(page, answer=answer, refusal=refusal)
    return shown_exercise(request, "reviews/better_move.html", page, is_refused=bool(refusal))


def _answer(request: HttpRequest, page: BetterMovePage) -> tuple[Answer | None, str]:
    """The answer to the move of the form, or why there is none."""
    reviewed = page.reviewed
    if "give_up" in request.POST:
        return Answer(Outcome.GIVEN_UP, reviewed.line[0]), ""
    user = request.user if request.user.is_authenticated else None
    try:
        return try_move(request.POST.get("move", ""), page.before, page.rules, reviewed, user), ""
    except Refusal as refusal:
        return None, refusal.message
    except LimitReached:
        return None, _("You have had many positions evaluated. Please try again later.")


@require_safe
def turning_point_picture(request: HttpRequest, number: int, form: str) -> HttpResponse:
    """The turning point as a picture that goes with a link to the review; its words are in ?language=."""
    game = get_or_404(lambda: current_game(number))
    page = ReviewPage(game, find_review(game))
    if form not in MEDIA_TYPES or page.turning_ply is None:
        raise Http404
    wanted = PictureForm(request.GET)
    if not wanted.is_valid():
        return refusal_answer(wanted.complaints, status=400)
    with translation.override(wanted.chosen_language):
        svg = page.turning_card.svg()
    return picture_answer(request, svg, form=form, is_final=False)


@post_by_players
def ask(request: SignedInRequest, number: int) -> HttpResponse:
    """Have the game reviewed."""
    get_or_404(lambda: current_game(number))
    run_or_message(request, lambda: ask_for_review(number, request.user))
    return redirect("game_review", number)
