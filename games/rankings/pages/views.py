"""The pages of rankings: the lists, and the rating of one player. They work without scripts."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.people import countries
from games.players.queries import player_by_name
from games.rankings.counting import countries_of, distribution_of
from games.rankings.listed import ranked, rating_of
from games.rankings.pages.player_page import PlayerPage
from games.rankings.pages.ranking_page import RankingPage, pool_wanted, ranking_wanted
from games.rankings.summaries import RatingSummary
from kit import database_time
from kit.pages import get_or_404, page_of
from kit.replica import may_read_replica

PLAYERS_A_PAGE = 50


@require_safe
@may_read_replica
def ranking(request: HttpRequest) -> HttpResponse:
    """The ranking under a rule set in a pool."""
    country = request.GET.get("country", "")
    if country and country not in countries.codes():
        raise Http404
    wanted = ranking_wanted(request)._replace(country=country)
    rows = ranked(wanted, at=database_time.now())
    page = RankingPage(
        ranking=wanted,
        page=page_of(rows, request, size=PLAYERS_A_PAGE),
        distribution=distribution_of(wanted),
        own=rows.filter(user=request.user.pk).first() if request.user.is_authenticated else None,
        codes=countries_of(wanted),
    )
    return render(request, "rankings/ranking.html", {"page": page})


@require_safe
@may_read_replica
def player_rating(request: HttpRequest, username: str, rules: str) -> HttpResponse:
    """How the rating of a player went under a rule set in a pool, and what it was made of."""
    pool = pool_wanted(request)
    player = get_or_404(lambda: player_by_name(username))
    rating = get_or_404(lambda: rating_of(player, rules, pool))
    return render(
        request, "rankings/player_rating.html", {"page": PlayerPage(player=player, summary=RatingSummary(rating))}
    )
