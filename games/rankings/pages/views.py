"""The pages of rankings: the lists, and the rating of one player. They work without scripts."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.core.models.terms import Pool
from games.people import countries
from games.players.models import Rating
from games.players.queries import player_by_name
from games.rankings.counting import countries_of, distribution_of
from games.rankings.listed import Ranking, ranked
from games.rankings.pages.player_page import PlayerPage
from games.rankings.pages.ranking_page import RankingPage
from games.rankings.summaries import RatingSummary
from kit import database_time
from kit.pages import get_or_404, page_of
from kit.replica import may_read_replica
from muehle import RULESETS, STANDARD

PLAYERS_A_PAGE = 50


@require_safe
@may_read_replica
def ranking(request: HttpRequest) -> HttpResponse:
    """The ranking under a rule set in a pool."""
    rules, pool = _list_of(request, request.GET.get("rules") or STANDARD.name)
    country = request.GET.get("country", "")
    if country and country not in countries.codes():
        raise Http404
    wanted = Ranking(rules, pool, request.GET.get("provisional", "") == "1", country)
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
    rules, pool = _list_of(request, rules)
    player = get_or_404(lambda: player_by_name(username))
    rating = Rating.objects.filter(user=player, rules=rules, pool=pool).first()
    if rating is None:
        raise Http404
    return render(
        request, "rankings/player_rating.html", {"page": PlayerPage(player=player, summary=RatingSummary(rating))}
    )


def _list_of(request: HttpRequest, rules: str) -> tuple[str, str]:
    pool = request.GET.get("pool") or Pool.PEOPLE.value
    if rules not in RULESETS or pool not in Pool.values:
        raise Http404
    return rules, pool
