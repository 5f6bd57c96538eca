"""The home page, for guests and players, and the list of the reader's own games."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import islice

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts import database_time
from accounts.addresses import unconfirmed_address
from accounts.models import User
from games.challenges.models import Challenge
from games.challenges.queries import lobby_for, open_challenges_of
from games.core.models.games import Game
from games.core.models.terms import Rules
from games.core.queries import ended_games_of, games_waiting_for, games_waiting_for_others, ongoing_games_of
from games.play.pages.pictures.views import LAST_MOVE, PICTURE
from games.play.timeouts import settle_among
from games.players import last_seen, sanctions
from games.players.models import Sanction
from games.players.queries import game_counts_of
from games.site.templatetags.navigation import unread_of, unread_words, waiting_of, waiting_words
from games.web.board import Board
from games.web.requests import SignedInRequest
from games.web.social import social_of_site
from muehle import STANDARD

MOST_ENDED, MOST_NEWS = 5, 20


@dataclass(frozen=True, kw_only=True)
class HomePage:
    """`news_since` is the moment from which on an ending is news; `asked_opponent` the name that the lists are narrowed
    to, empty for all."""

    user: User
    now: datetime
    news_since: datetime
    asked_opponent: str = ""

    @cached_property
    def _all_waiting(self) -> list[Game]:
        return _settled(games_waiting_for(self.user.pk))

    @cached_property
    def _all_others(self) -> list[Game]:
        return _settled(games_waiting_for_others(self.user.pk))

    @cached_property
    def waiting(self) -> list[Game]:
        """Where it is the player's move, the most urgent first."""
        return self._narrowed(self._all_waiting)

    @cached_property
    def warnings(self) -> list[Sanction]:
        """Warnings to acknowledge before the next move."""
        return list(sanctions.warnings_of(self.user))

    @cached_property
    def others(self) -> list[Game]:
        """Games in which the opponent is to move, the soonest deadline first."""
        return self._narrowed(self._all_others)

    @cached_property
    def opponents(self) -> list[str]:
        """The names of opponents in games and in direct challenges, sorted."""
        # What goes on is read first: that ends what is overdue.
        games = (*self._all_waiting, *self._all_others, *self._all_ended)
        names = {game.opponent_of(self.user.pk).username for game in games}
        names |= {other for challenge in self._asked if (other := self._named_in(challenge))}
        return sorted(names, key=str.lower)

    @cached_property
    def opponent(self) -> str:
        """The opponent that the lists are filtered by; empty for an unknown name."""
        return next((name for name in self.opponents if name.lower() == self.asked_opponent.lower()), "")

    @property
    def may_narrow(self) -> bool:
        return len(self.opponents) > 1

    @cached_property
    def _all_ended(self) -> list[Game]:
        return list(ended_games_of(self.user.pk)[: MOST_NEWS + MOST_ENDED])

    @cached_property
    def _ended(self) -> list[Game]:
        if not self.opponent:
            return self._all_ended
        of_both = Q(white__username=self.opponent) | Q(black__username=self.opponent)
        return list(ended_games_of(self.user.pk).filter(of_both)[: MOST_NEWS + MOST_ENDED])

    @cached_property
    def news(self) -> list[Game]:
        """Games that have ended since the last visit, the latest first."""
        return [game for game in self._ended if self._is_news(game)][:MOST_NEWS]

    @property
    def ended(self) -> list[Game]:
        """A few that had ended before."""
        return list(islice((game for game in self._ended if not self._is_news(game)), MOST_ENDED))

    @property
    def has_played(self) -> bool:
        """Whether any of the listed games has ended."""
        return bool(self._ended)

    def _is_news(self, game: Game) -> bool:
        return game.finished_at is not None and game.finished_at > self.news_since

    @cached_property
    def _asked(self) -> list[Challenge]:
        return list(open_challenges_of(self.user.pk, now=self.now))

    @cached_property
    def _challenges(self) -> list[Challenge]:
        return [each for each in self._asked if self.opponent in ("", self._named_in(each))]

    @property
    def challenges(self) -> list[Challenge]:
        """Challenges to the reader."""
        return [challenge for challenge in self._challenges if challenge.opponent_id == self.user.pk]

    @property
    def sent(self) -> list[Challenge]:
        """To be answered by others."""
        return [challenge for challenge in self._challenges if challenge.challenger_id == self.user.pk]

    def _named_in(self, challenge: Challenge) -> str | None:
        """The other player of a direct challenge; None for an open one or an invitation."""
        is_own = challenge.challenger_id == self.user.pk
        other = challenge.opponent if is_own else challenge.challenger
        return other.username if other else None

    @cached_property
    def unconfirmed(self) -> str:
        """The reader's address, while it is not confirmed."""
        return unconfirmed_address(self.user)

    def _narrowed(self, games: list[Game]) -> list[Game]:
        return [game for game in games if self.opponent in ("", game.opponent_of(self.user.pk).username)]


def _settled(games: Iterable[Game]) -> list[Game]:
    """Those of the games that still go on; one that is overdue is ended now, as on every read."""
    now = database_time.now()
    found = list(games)
    overdue = [game.pk for game in found if game.is_overdue(now=now)]
    if overdue:
        settle_among(Game.objects.filter(pk__in=overdue), limit=len(overdue))
        settled = Game.objects.with_players().in_bulk(overdue)
        found = [settled.get(game.pk, game) for game in found]
    return [game for game in found if game.is_ongoing]


MOST_SEATS = 3


def home(request: HttpRequest) -> HttpResponse:
    user = request.user
    return home_of_player(request, user) if user.is_authenticated else home_of_guest(request)


def waiting(request: HttpRequest) -> HttpResponse:
    """The number of games that wait for the reader, as JSON for open pages, with its text."""
    if not request.user.is_authenticated:
        return HttpResponseForbidden()
    count = len(waiting_of(request))
    unread = unread_of(request)
    shape = {"count": count, "words": waiting_words(count), "unread": unread, "unread_words": unread_words(unread)}
    return JsonResponse(shape, headers={"Cache-Control": "no-store"})


def home_of_guest(request: HttpRequest) -> HttpResponse:
    seats = lobby_for(None, now=database_time.now()).order_by("-number")[:MOST_SEATS]
    label = _("A board in the middle of a game: Black has just gone from f4 to g4.")
    board = Board(position=PICTURE, rules=STANDARD, last_move=LAST_MOVE, label=label)
    context = {"board": board, "seats": seats, "rules": Rules, "social": social_of_site()}
    return render(request, "site/welcome.html", context)


def home_of_player(request: HttpRequest, user: User) -> HttpResponse:
    now = database_time.now()
    # A page that reloads itself says so; any other request counts as a visit.
    is_renewed = request.headers.get("Sec-Fetch-Dest") == "empty"
    since = last_seen.news_since(user.pk, now=now) if is_renewed else last_seen.record(user.pk, now=now)
    page = HomePage(user=user, now=now, news_since=since, asked_opponent=request.GET.get("opponent", ""))
    return render(request, "site/home.html", {"page": page})


GAMES_A_PAGE = 20


@login_required
def games(request: SignedInRequest) -> HttpResponse:
    """Ended games, the latest first; with `?status=ongoing` those that go on, the most urgent first."""
    ongoing = request.GET.get("status") == "ongoing"
    rows = ongoing_games_of(request.user.pk) if ongoing else ended_games_of(request.user.pk)
    page = Paginator(rows, GAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "ongoing": ongoing, "counts": game_counts_of(request.user.pk)}
    return render(request, "site/games.html", context)
