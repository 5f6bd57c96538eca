"""A player's page: strength under each rule set, and his games, which are public."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.deletion import PREFIX
from accounts.models import User
from games import reliability, selectors
from games.web.forms.downloads import DownloadForm
from games.web.refusals import found
from games.web.social import social_of_player

GAMES_A_PAGE = 20


def player(request: HttpRequest, username: str) -> HttpResponse:
    if username.startswith(PREFIX) and (gone := selectors.deleted_player(username)):
        page = Paginator(selectors.ended_games_of(gone.pk), GAMES_A_PAGE).get_page(request.GET.get("page"))
        return render(request, "games/deleted_player.html", {"player": gone, "page": page})
    who = found(lambda: selectors.player_by_name(username))
    if who.username != username:
        return redirect("player", who.username, permanent=True)
    return page_of_player(request, who, DownloadForm())


def page_of_player(request: HttpRequest, who: User, download: DownloadForm, *, status: int = 200) -> HttpResponse:
    """The page, with the form for his games as it was filled in, if something is wrong with it."""
    now = timezone.now()
    context = {
        "player": who,
        "download": download,
        "social": social_of_player(who),
        "away_until": selectors.away_until([who.pk], now=now).get(who.pk),
        "ratings": selectors.ratings_of(who.pk),
        "counts": selectors.game_counts_of(who.pk),
        "reliability": reliability.reliability_of(who.pk, now=now),
        "ongoing": selectors.ongoing_games_of(who.pk)[:GAMES_A_PAGE],
        "relation": selectors.relation_between(request.user.pk, who.pk) if request.user.is_authenticated else None,
        "page": Paginator(selectors.ended_games_of(who.pk), GAMES_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "games/player.html", context, status=status)
