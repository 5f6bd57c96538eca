"""A player's page: strength under each rule set, and his games, which are public."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games import selectors
from games.models.terms import Rules
from games.web.refusals import found
from games.web.social import social_of_player

GAMES_A_PAGE = 20


def player(request: HttpRequest, username: str) -> HttpResponse:
    who = found(lambda: selectors.player_by_name(username))
    if who.username != username:
        return redirect("player", who.username, permanent=True)
    context = {
        "player": who,
        "social": social_of_player(who),
        "rule_sets": Rules.choices,
        "ratings": selectors.ratings_of(who.pk),
        "counts": selectors.game_counts_of(who.pk),
        "ongoing": selectors.ongoing_games_of(who.pk)[:GAMES_A_PAGE],
        "page": Paginator(selectors.ended_games_of(who.pk), GAMES_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "games/player.html", context)
