"""A player's page, and the download of their games."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.privacy.erasure import PREFIX
from games.analysis.exports.pieces import pieces
from games.analysis.exports.texts import GameWriter
from games.analysis.pages.forms import DownloadForm
from games.analysis.pages.views.downloads import DownloadRefused, download_response
from games.clubs.queries import clubs_of
from games.core.queries import ended_games_of, ongoing_games_of
from games.people.follows import follow_of, followers_of
from games.people.presence import is_here
from games.people.profiles import profile_of
from games.players import reliability
from games.players.queries import deleted_player, game_counts_of, player_by_name, ratings_of, relation_between
from games.time_off.queries import away_until
from games.trophies.queries import trophies_of
from games.web.social import Social
from kit import database_time
from kit.pages import get_or_404, page_of
from kit.replica import may_read_replica

GAMES_A_PAGE = 20


@may_read_replica
def player(request: HttpRequest, username: str) -> HttpResponse:
    if username.startswith(PREFIX) and (gone := deleted_player(username)):
        page = page_of(ended_games_of(gone.pk), request, size=GAMES_A_PAGE)
        return render(request, "site/deleted_player.html", {"player": gone, "page": page})
    who = get_or_404(lambda: player_by_name(username))
    if who.username != username:
        return redirect("player", who.username, permanent=True)
    return page_of_player(request, who, DownloadForm())


def page_of_player(request: HttpRequest, who: User, download: DownloadForm, *, status: int = 200) -> HttpResponse:
    """The page of a player; with the submitted form for their games, if it has errors."""
    now = database_time.now()
    context = {
        "player": who,
        "profile": profile_of(who),
        "followers": followers_of(who.pk),
        "is_here": is_here(who, request.user.pk, now=now),
        "follow": follow_of(request.user.pk, who.pk),
        "clubs": clubs_of(who.pk),
        "download": download,
        "social": social_of_player(who),
        "away_until": away_until([who.pk], now=now).get(who.pk),
        "ratings": ratings_of(who.pk),
        "counts": game_counts_of(who.pk),
        "trophies": trophies_of(who.pk),
        "reliability": reliability.reliability_of(who.pk, now=now),
        "ongoing": ongoing_games_of(who.pk)[:GAMES_A_PAGE],
        "relation": relation_between(request.user.pk, who.pk) if request.user.is_authenticated else None,
        "page": page_of(ended_games_of(who.pk), request, size=GAMES_A_PAGE),
    }
    return render(request, "site/player.html", context, status=status)


@require_safe
def games_of_player(request: HttpRequest, username: str) -> HttpResponseBase:
    """The games for the form on the player's page; errors are shown on that page."""
    player = get_or_404(lambda: player_by_name(username))
    form = DownloadForm(request.GET)
    if not form.is_valid():
        return page_of_player(request, player, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    writing = GameWriter(form=form.chosen_form, viewer_id=request.user.pk)
    wanted = pieces(form.choice_of(player), writing)
    answer = download_response(request, wanted, form.chosen_form, f"muehle-{player.username}")
    if isinstance(answer, DownloadRefused):
        form.add_error(None, answer.words)
        return page_of_player(request, player, form, status=answer.status)
    return answer


def social_of_player(player: User) -> Social:
    return Social(
        title=player.shown_name,
        description=_("Games and ratings of %(name)s, correspondence Mühle.") % {"name": player.shown_name},
        path=reverse("player", args=[player.username]),
    )
