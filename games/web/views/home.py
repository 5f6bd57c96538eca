"""The first page: for guests what this is, for players the games that wait for them."""

from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import selectors, visits
from games.engine import STANDARD, Move, Position
from games.models.terms import Rules
from games.templatetags.navigation import unread_of, unread_words, waiting_of, waiting_words
from games.web.board import Board
from games.web.home_page import HomePage
from games.web.social import social_of_site

MOST_SEATS = 3
# A middle game with something going on for both sides; it is to be looked at and not to be solved.
PICTURE, LAST_MOVE = Position.parse("W..BWB..W.BW..B.W.WB.BW. w 0 0 4"), Move.parse("f4-g4")


def home(request: HttpRequest) -> HttpResponse:
    user = request.user
    return home_of_player(request, user) if user.is_authenticated else home_of_guest(request)


def waiting(request: HttpRequest) -> HttpResponse:
    """How many games wait for the reader, as JSON for the pages that he has open: the figure and its words."""
    if not request.user.is_authenticated:
        return HttpResponseForbidden()
    count = len(waiting_of(request))
    unread = unread_of(request)
    shape = {"count": count, "words": waiting_words(count), "unread": unread, "unread_words": unread_words(unread)}
    return JsonResponse(shape, headers={"Cache-Control": "no-store"})


def home_of_guest(request: HttpRequest) -> HttpResponse:
    seats = selectors.lobby_for(None, now=timezone.now()).order_by("-number")[:MOST_SEATS]
    label = _("A board in the middle of a game: Black has just gone from f4 to g4.")
    board = Board(position=PICTURE, rules=STANDARD, last_move=LAST_MOVE, label=label)
    context = {"board": board, "seats": seats, "rules": Rules, "social": social_of_site()}
    return render(request, "games/welcome.html", context)


def home_of_player(request: HttpRequest, user: User) -> HttpResponse:
    now = timezone.now()
    # A page that renews itself says so; whoever opens it, or whose browser says nothing, has come to look.
    is_renewed = request.headers.get("Sec-Fetch-Dest") == "empty"
    since = visits.news_since(user.pk, now=now) if is_renewed else visits.look(user.pk, now=now)
    page = HomePage(user=user, now=now, news_since=since, asked_opponent=request.GET.get("opponent", ""))
    return render(request, "games/home.html", {"page": page})
