"""A game outside its own page: embedded in another site, and printed."""

from collections.abc import Callable
from typing import Any, NamedTuple

from csp.decorators import csp_replace
from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe

from accounts.looks import Look
from games.core.labels import as_seen, side_name
from games.core.models.games import Game
from games.core.queries import current_game
from games.pictures import STYLES, Style
from games.pictures.styles import PAPER, PINK_GREEN
from games.play.pages.pictures.forms import GamePictureForm, PictureForm
from games.reviews.pages.review_page import ReviewPage
from games.reviews.queries import find_review
from games.site.pages.game.page import GamePage
from games.web.board import Board
from kit import database_time
from kit.pages import get_or_404
from muehle import Color, Position, RuleSet
from muehle.board import STONES_EACH

MOST_DIAGRAMS, END_OF_PLACING = 12, 2 * STONES_EACH


class PrintedDiagram(NamedTuple):
    """A half-move after which the board is printed, and what is special about it."""

    ply: int
    ends_placing: bool
    is_last: bool


class PrintForm(forms.Form):
    """After which half-moves the board is printed: `plies`, numbers between commas, and in which style."""

    plies = forms.CharField(max_length=80, required=False)
    style = forms.ChoiceField(choices=[(name, name) for name in STYLES], required=False)

    def __init__(self, data: Any, *, game: Game) -> None:
        super().__init__(data)
        self.game = game

    def clean_plies(self) -> list[int]:
        words = self.cleaned_data["plies"].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() for word in words) or len(words) > MOST_DIAGRAMS:
            raise forms.ValidationError(
                _("Enter the numbers of at most %(most)s half-moves, separated by commas.") % {"most": MOST_DIAGRAMS}
            )
        if any(int(word) > self.game.ply for word in words):
            raise forms.ValidationError(_("The last half-move is %(last)s.") % {"last": self.game.ply})
        return sorted({int(word) for word in words})

    @property
    def diagrams(self) -> list[PrintedDiagram]:
        """The half-moves in the query; by default the end of placing and the end."""
        asked = self.cleaned_data.get("plies") if self.is_valid() else None
        plies = asked or sorted({ply for ply in (END_OF_PLACING, self.game.ply) if ply <= self.game.ply})
        return [PrintedDiagram(ply, ply == END_OF_PLACING, ply == self.game.ply) for ply in plies]

    @property
    def chosen_style(self) -> Style:
        return STYLES[(self.is_valid() and self.cleaned_data["style"]) or PAPER.name]

    @property
    def shown_plies(self) -> str:
        """The numbers as they stand in the field."""
        return self.data["plies"] if self.data.get("plies") else ", ".join(str(each.ply) for each in self.diagrams)


POLL_SECONDS = 20


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # it knows of views without a number only
@conditional_page
@cache_control(public=True, max_age=POLL_SECONDS // 2)
def embed(request: HttpRequest, number: int) -> HttpResponse:
    """The board, the players and the moves, for a frame on any page: no session, no cookie, nothing to be done."""
    game = get_or_404(lambda: current_game(number))
    wanted = GamePictureForm(request.GET, game=game)
    return _framed(request, "site/embed.html", wanted, lambda: _embedded(wanted))


def _framed(
    request: HttpRequest, template: str, wanted: PictureForm, context: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """The page in the language asked for, or what is wrong with the query."""
    if not wanted.is_valid():
        return HttpResponse(f"{wanted.complaints}\n", status=400, content_type="text/plain; charset=utf-8")
    with translation.override(wanted.cleaned_data["language"] or translation.get_language()):
        answer = render(request, template, context())
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


def _embedded(wanted: GamePictureForm) -> dict[str, Any]:
    game = wanted.game
    page = _seen_by_all(game, wanted.cleaned_data["ply"])
    first, second = ("green", "pink") if wanted.chosen_style is PINK_GREEN else game.ruleset.colours
    seats = [(page.top_seat, second, game.black_rating), (page.bottom_seat, first, game.white_rating)]
    words = _("The board after half-move %(ply)s of %(last)s")
    return {
        "game": game,
        "page": page,
        "seats": seats[::-1] if wanted.lies.has_black_below else seats,
        "style": wanted.chosen_style.name,
        "look": wanted.look,
        "poll_seconds": POLL_SECONDS if game.is_ongoing else 0,
        "canonical": settings.SITE_URL + reverse("game", args=[game.number]),
        "board_words": words % {"ply": page.shown_ply, "last": game.ply},
        "board_words_pattern": words,
    }


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # it knows of views without a number only
@cache_control(public=True, max_age=POLL_SECONDS)
def embed_review(request: HttpRequest, number: int) -> HttpResponse:
    """The turning point and the chart of a review, for a frame on any page: no session, no cookie."""
    game = get_or_404(lambda: current_game(number))
    review = ReviewPage(game, find_review(game))
    if review.turning_ply is None:
        raise Http404
    wanted = PictureForm(request.GET)
    return _framed(request, "site/embed_review.html", wanted, lambda: _embedded_review(review, wanted))


def _embedded_review(review: ReviewPage, wanted: PictureForm) -> dict[str, Any]:
    return {
        "game": review.game,
        "page": review,
        "style": wanted.chosen_style.name,
        "look": wanted.look,
        "canonical": settings.SITE_URL + reverse("game_review", args=[review.game.number]),
    }


@require_safe
def print_view(request: HttpRequest, number: int) -> HttpResponse:
    """The game on paper: who, when, how it ended, the moves, and diagrams after the half-moves in ?plies=18,54."""
    game = get_or_404(lambda: current_game(number))
    wanted = PrintForm(request.GET or None, game=game)
    page = _seen_by_all(game)
    rules = as_seen(game.ruleset, wanted.chosen_style.name)
    context = {
        "game": game,
        "page": page,
        "form": wanted,
        "seats": [_panel(game, color, rules) for color in Color],
        "diagrams": [_printed(diagram, page, rules) for diagram in wanted.diagrams],
        "address": settings.SITE_URL + reverse("game", args=[game.number]),
    }
    return render(request, "site/print.html", context, status=400 if wanted.errors else 200)


def _seen_by_all(game: Game, ply: int | None = None) -> GamePage:
    return GamePage(game=game, viewer=None, now=database_time.now(), last_event=0, look=Look(), asked_ply=ply)


def _panel(game: Game, color: Color, rules: RuleSet) -> dict[str, Any]:
    is_white = color is Color.WHITE
    return {
        "side": side_name(rules, color),
        "name": game.white.shown_name if is_white else game.black.shown_name,
        "rating": game.white_rating if is_white else game.black_rating,
    }


def _printed(diagram: PrintedDiagram, page: GamePage, rules: RuleSet) -> dict[str, Any]:
    move = page.played[diagram.ply - 1] if diagram.ply else None
    position = Position.parse(move.position) if move else Position.start()
    return {**diagram._asdict(), "move": move and move.notation, "says": Board(position=position, rules=rules).words}
