"""The home page, for visitors and players, and the list of the reader's own games."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import islice

from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.shortcuts import render

from accounts.addresses import unconfirmed_address
from accounts.looks import look_of
from accounts.models import User
from games.analysis.board import analyse
from games.analysis.pages.analysis_page import AnalysisPage
from games.challenges.computers import is_any_offered
from games.challenges.models import Challenge
from games.challenges.queries import heard_by, lobby_for, open_challenges_of
from games.core import rule_sets
from games.core.models.games import Game
from games.core.queries import ended_games_of, games_waiting_for, games_waiting_for_others, ongoing_games_of
from games.play.timeouts import settle_among
from games.players import last_seen, sanctions
from games.players.models import Sanction
from games.players.pages import new_guests
from games.players.queries import game_counts_of, player_by_name
from games.site.templatetags.navigation import unread_of, unread_words, waiting_of, waiting_words
from games.web.preferences import preferences_for
from games.web.requests import SignedInRequest
from games.web.social import social_of_site
from kit import database_time
from kit.errors import NotFound
from kit.pages import page_of
from muehle import STANDARD

MOST_ENDED, MOST_NEWS = 5, 20
# The length of each of the two lists of ongoing games; the others are on the page of all games.
MOST_LISTED = 30


@dataclass(frozen=True, kw_only=True)
class HomePage:
    """`news_since` is the moment from which on an ending is news; `asked_opponent` the name that the lists are narrowed
    to, empty for all; `waiting_numbers` the games that wait for the player."""

    user: User
    now: datetime
    news_since: datetime
    waiting_numbers: list[int]
    asked_opponent: str = ""

    @cached_property
    def _all_waiting(self) -> list[Game]:
        return _settled(games_waiting_for(self.user.pk)[: MOST_LISTED + 1])

    @cached_property
    def _all_others(self) -> list[Game]:
        return _settled(games_waiting_for_others(self.user.pk)[: MOST_LISTED + 1])

    @cached_property
    def _waiting(self) -> list[Game]:
        return self._against(games_waiting_for(self.user.pk)) if self.opponent else self._all_waiting

    @cached_property
    def _others(self) -> list[Game]:
        return self._against(games_waiting_for_others(self.user.pk)) if self.opponent else self._all_others

    def _against(self, rows: QuerySet[Game]) -> list[Game]:
        return _settled(rows.filter(self._with_opponent)[: MOST_LISTED + 1])

    @property
    def _with_opponent(self) -> Q:
        return Q(white=self.opponent) | Q(black=self.opponent)

    @property
    def waiting(self) -> list[Game]:
        """Games in which the player is on move, the most urgent first."""
        return self._waiting[:MOST_LISTED]

    @property
    def waiting_count(self) -> int:
        """How many games wait for the player, those that are not listed included."""
        return len(self._waiting) if self.opponent or not self.has_more_waiting else len(self.waiting_numbers)

    @property
    def has_more_waiting(self) -> bool:
        return len(self._waiting) > MOST_LISTED

    @property
    def has_more_others(self) -> bool:
        return len(self._others) > MOST_LISTED

    @cached_property
    def warnings(self) -> list[Sanction]:
        """Warnings to acknowledge before the next move."""
        return list(sanctions.warnings_of(self.user))

    @property
    def others(self) -> list[Game]:
        """Games in which the opponent is to move, the soonest deadline first."""
        return self._others[:MOST_LISTED]

    @cached_property
    def opponents(self) -> list[User]:
        """The opponents in the games that are listed and in direct challenges, by name."""
        # Ongoing games are read first, since that ends overdue ones.
        games = (*self._all_waiting, *self._all_others, *self._all_ended)
        others = {game.opponent_of(self.user.pk) for game in games}
        others |= {other for challenge in self._asked if (other := self._named_in(challenge))}
        return sorted(others, key=lambda other: other.name.lower())

    @property
    def opponent(self) -> User | None:
        """The opponent that the lists are filtered by; None for somebody whom the player has never met."""
        if not self.asked_opponent:
            return None
        try:
            other = player_by_name(self.asked_opponent)
        except NotFound:
            return None
        is_met = other in self.opponents or Game.objects.of(self.user.pk).of(other.pk).exists()
        return other if is_met and other != self.user else None

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
        return list(ended_games_of(self.user.pk).filter(self._with_opponent)[: MOST_NEWS + MOST_ENDED])

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
        return heard_by(self.user.pk, open_challenges_of(self.user.pk, now=self.now))

    @cached_property
    def _challenges(self) -> list[Challenge]:
        return [each for each in self._asked if self.opponent in (None, self._named_in(each))]

    @property
    def challenges(self) -> list[Challenge]:
        """Challenges to the reader."""
        return [challenge for challenge in self._challenges if challenge.opponent_id == self.user.pk]

    @property
    def sent(self) -> list[Challenge]:
        """To be answered by others."""
        return [challenge for challenge in self._challenges if challenge.challenger_id == self.user.pk]

    def _named_in(self, challenge: Challenge) -> User | None:
        """The other player of a direct challenge; None for an open one or an invitation."""
        is_own = challenge.challenger_id == self.user.pk
        return challenge.opponent if is_own else challenge.challenger

    @cached_property
    def computers_play(self) -> bool:
        """Whether one can play a computer."""
        return is_any_offered()

    @cached_property
    def unconfirmed(self) -> str:
        """The reader's address, while it is not confirmed."""
        return unconfirmed_address(self.user)


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


MOST_CHALLENGES = 3


def home(request: HttpRequest) -> HttpResponse:
    user = request.user
    return home_of_player(request, user) if user.is_authenticated else home_of_visitor(request)


def waiting(request: HttpRequest) -> HttpResponse:
    """The number of games that wait for the reader, as JSON for open pages, with its text."""
    if not request.user.is_authenticated:
        return HttpResponseForbidden()
    count = len(waiting_of(request))
    unread = unread_of(request)
    data = {"count": count, "words": waiting_words(count), "unread": unread, "unread_words": unread_words(unread)}
    return JsonResponse(data, headers={"Cache-Control": "no-store"})


def home_of_visitor(request: HttpRequest) -> HttpResponse:
    guests_welcome = new_guests.are_welcome()
    challenges = lobby_for(None, now=database_time.now())
    if guests_welcome:
        # Those that a visitor can accept come first.
        challenges = challenges.order_by("-allows_guests", "-number")
    page = AnalysisPage(
        analysis=analyse([], rules=STANDARD.name),
        look=look_of(request),
        preferences=preferences_for(request),
        is_for_two=True,
    )
    context = {
        "page": page,
        "challenges": challenges[:MOST_CHALLENGES],
        "rules": rule_sets.WORDS,
        "guests_welcome": guests_welcome,
    }
    return render(request, "site/welcome.html", context | {"social": social_of_site()})


def home_of_player(request: HttpRequest, user: User) -> HttpResponse:
    now = database_time.now()
    # A page that reloads itself says so; any other request counts as a visit.
    is_renewed = request.headers.get("Sec-Fetch-Dest") == "empty"
    since = last_seen.news_since(user.pk, now=now) if is_renewed else last_seen.record(user.pk, now=now)
    page = HomePage(
        user=user,
        now=now,
        news_since=since,
        waiting_numbers=waiting_of(request),
        asked_opponent=request.GET.get("opponent", ""),
    )
    return render(request, "site/home.html", {"page": page})


GAMES_A_PAGE = 20


@login_required
def games(request: SignedInRequest) -> HttpResponse:
    """Ended games, the latest first; with `?status=ongoing` those that go on, the most urgent first."""
    ongoing = request.GET.get("status") == "ongoing"
    rows = ongoing_games_of(request.user.pk) if ongoing else ended_games_of(request.user.pk)
    page = page_of(rows, request, size=GAMES_A_PAGE)
    context = {"page": page, "ongoing": ongoing, "counts": game_counts_of(request.user.pk)}
    return render(request, "site/games.html", context)
