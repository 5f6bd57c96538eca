"""The home page of a player: waiting games, most urgent first, and everything else that concerns them."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import offer_draw, resign
from games.play.clocks import renew_stale_clocks
from games.players import last_seen
from games.site.pages import home
from games.time_off.leave import take_leave
from muehle.clocks.days_per_move import DaysPerMove
from tests.support.pages import Reader
from tests.support.playing import fresh, let_time_run_out, play
from tests.support.reading import heading, markup_of, text_of

Begin = Callable[..., Game]


def test_a_guest_is_told_what_this_is_and_sees_the_newest_challenges(client: Client, posted: Challenge) -> None:
    page = client.get("/")

    assert "Play Mühle (Nine Men’s Morris) with days for each move" in text_of(page)
    assert "anna 3 days per move · Standard · rated" in text_of(page)


def test_a_visitor_sees_first_what_guests_may_accept(client: Client, posted: Challenge, anna: User) -> None:
    casual = actions.challenge_anyone(anna, Proposal(agreement=Agreement(rated=False))).number
    newest = actions.challenge_anyone(anna, Proposal(agreement=Agreement())).number

    page = client.get("/").content.decode()

    assert re.findall(r'action="/challenges/(\d+)/accept/"', page) == [str(casual)]
    shown = [int(number) for number in re.findall(r'href="/challenges/(\d+)/"', page)]
    assert shown == [casual, newest, posted.number]


def test_a_new_player_is_told_how_to_begin(reader: Reader, anna: User) -> None:
    page = reader(anna).get("/")

    assert heading(page) == "Welcome, anna"
    assert "Accept a challenge in the lobby, or invite somebody with a link." in text_of(page)


@pytest.mark.parametrize("verified", [True, False])
def test_a_player_who_has_not_confirmed_their_address_is_told_that_no_mail_will_come(
    reader: Reader, anna: User, *, verified: bool
) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=verified, primary=True)

    page = text_of(reader(anna).get("/"))

    assert ("Please confirm that anna@example.org is yours" in page) is not verified


def test_the_most_urgent_game_comes_first(reader: Reader, anna: User, begin: Begin, carla: User) -> None:
    begin(Agreement(clock=DaysPerMove(7)))
    begin(Agreement(clock=DaysPerMove(2)), black=carla)

    page = reader(anna).get("/")

    text = text_of(page)
    assert "It is your move in 2 games, most urgent first." in text
    assert text.index("Against carla") < text.index("Against bert")
    assert "<title>(2) Your games" in markup_of(page)


def test_a_game_that_waits_for_the_opponent_is_apart(reader: Reader, anna: User, game: Game) -> None:
    play(game, "d6")

    page = reader(anna).get("/")

    assert heading(page) == "No game is waiting for you"
    assert "Your opponent to move Against bert" in text_of(page)


def test_a_draw_that_is_offered_is_shown_with_the_game(reader: Reader, anna: User, bert: User, game: Game) -> None:
    offer_draw(game.number, bert)

    page = reader(anna).get("/")

    assert "Against bert You begin · Standard offers a draw" in text_of(page)


def test_a_challenge_can_be_answered_from_here(reader: Reader, bert: User, challenge: Challenge) -> None:
    page = reader(bert).get("/")

    assert "Challenges to you anna Standard" in text_of(page)
    assert f'action="/challenges/{challenge.number}/accept/"' in page.content.decode()
    assert f'action="/challenges/{challenge.number}/decline/"' in page.content.decode()


def test_an_ended_game_says_how_it_ended(reader: Reader, anna: User, bert: User, game: Game) -> None:
    resign(game.number, bert)

    page = reader(anna).get("/")

    assert "Against bert anna won: bert resigned · Standard Won +162" in text_of(page)


@pytest.mark.casual
def test_an_overdue_game_is_ended_when_it_is_read(reader: Reader, anna: User, game: Game) -> None:
    let_time_run_out()

    page = reader(anna).get("/")

    assert fresh(game).termination == "timeout"
    assert "bert won: anna ran out of time" in text_of(page)


@pytest.mark.parametrize("address", ["/", "/lobby/", "/games/", "/games/?status=ongoing", "/players/anna/"])
def test_a_page_asks_no_more_of_the_database_when_there_is_more_to_show(
    reader: Reader, anna: User, bert: User, carla: User, begin: Begin, address: str
) -> None:
    browser = reader(anna)
    _one_of_everything(begin, anna, bert, carla)
    once = _queries_of(browser, address)
    for _more in range(2):
        _one_of_everything(begin, anna, bert, carla)

    several = _queries_of(browser, address)

    assert several == once


def _one_of_everything(begin: Begin, anna: User, bert: User, carla: User) -> None:
    begin()
    play(begin(black=carla), "d6")
    resign(begin(white=bert, black=anna).number, bert)
    proposal = Proposal(agreement=Agreement())
    actions.challenge_anyone(bert, proposal)
    actions.challenge_anyone(anna, proposal)
    actions.challenge_player(carla, anna, proposal)
    actions.challenge_player(anna, carla, proposal)


def _queries_of(browser: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(address).status_code == 200
    return len(queries)


# --- What has ended since one was here --------------------------------------------------------------------------------


def test_what_has_ended_since_the_last_visit_is_news_until_the_next_one(
    clock: time_machine.Traveller, reader: Reader, anna: User, bert: User, begin: Begin
) -> None:
    old, new = begin(), begin()
    resign(old.number, bert)
    clock.shift(timedelta(minutes=1))
    first = text_of(reader(anna).get("/"))
    assert "Recently finished Against bert" in first
    clock.shift(timedelta(hours=10))
    resign(new.number, bert)

    for _again in range(3):
        clock.shift(timedelta(minutes=20))
        page = text_of(reader(anna).get("/"))
        assert page.index("Finished since your last visit") < page.index("Finished earlier")

    clock.shift(timedelta(hours=1))
    assert "Finished since your last visit" not in text_of(reader(anna).get("/"))


def test_a_page_that_renews_itself_is_no_visit(
    clock: time_machine.Traveller, reader: Reader, anna: User, bert: User, begin: Begin
) -> None:
    game, browser = begin(), reader(anna)
    browser.get("/")
    clock.shift(timedelta(hours=2))
    resign(game.number, bert)

    for _hour in range(3):
        clock.shift(timedelta(hours=1))
        browser.get("/", headers={"sec-fetch-dest": "empty"})

    assert "Finished since your last visit" in text_of(browser.get("/"))


def test_the_first_visit_has_no_news(reader: Reader, anna: User, bert: User, game: Game) -> None:
    resign(game.number, bert)

    assert "Finished since your last visit" not in text_of(reader(anna).get("/"))


def test_two_pages_at_once_agree(clock: time_machine.Traveller, anna: User) -> None:
    begun = timezone.now()
    last_seen.record(anna.pk, now=begun)

    later = begun + timedelta(hours=5)
    assert last_seen.record(anna.pk, now=later) == last_seen.record(anna.pk, now=later) == begun
    assert last_seen.record(anna.pk, now=begun) == begun
    assert last_seen.news_since(anna.pk, now=later) == begun


# --- One opponent -----------------------------------------------------------------------------------------------------


@pytest.fixture
def three(anna: User, bert: User, carla: User, begin: Begin) -> None:
    """Games against Bert and Carla that wait for Anna, one in which she waits for Carla, and one that each has lost."""
    begin()
    begin(black=carla)
    play(begin(black=carla), "d6")
    resign(begin(black=carla).number, carla)
    resign(begin().number, bert)


@pytest.mark.parametrize(("asked", "others"), [("bert", "carla"), ("Carla", "bert")])
@pytest.mark.usefixtures("three")
def test_the_lists_are_narrowed_to_one_opponent(reader: Reader, anna: User, asked: str, others: str) -> None:
    page = reader(anna).get("/", {"opponent": asked})

    assert heading(page) == f"Against {asked.lower()}"
    assert f"Against {others}" not in text_of(page)
    assert text_of(page).count(f"Against {asked.lower()}") == (3 if asked == "bert" else 4)
    assert "Show all" in text_of(page)


@pytest.mark.parametrize("asked", ["", "nobody", "anna", "\x00", "x" * 500, "<b>"])
@pytest.mark.usefixtures("three")
def test_whoever_is_not_played_now_narrows_nothing(reader: Reader, anna: User, asked: str) -> None:
    page = reader(anna).get("/", {"opponent": asked})

    assert heading(page) == "Your move"
    assert text_of(page).count("Against bert") == 2


@pytest.mark.usefixtures("three")
def test_challenges_are_narrowed_too(reader: Reader, anna: User, bert: User, carla: User) -> None:
    asked = actions.challenge_player(carla, anna, Proposal(agreement=Agreement(), message="Carla asks."))
    actions.challenge_player(anna, bert, Proposal(agreement=Agreement()))
    browser = reader(anna)

    of_bert, of_carla = (text_of(browser.get("/", {"opponent": name})) for name in ("bert", "carla"))

    assert ("Challenges to you" in of_bert, "Challenge to bert" in of_bert) == (False, True)
    assert (asked.message in of_carla, "Challenge to bert" in of_carla) == (True, False)


def test_an_opponent_of_what_has_ended_can_be_chosen(
    reader: Reader, anna: User, bert: User, carla: User, begin: Begin
) -> None:
    begin()
    resign(begin(black=carla).number, carla)

    page = reader(anna).get("/", {"opponent": "carla"})

    assert heading(page) == "Against carla"
    assert "None of these games is waiting for your move." in text_of(page)


# --- Pauses and deadlines ---------------------------------------------------------------------------------------------


def test_a_clock_that_stands_is_said_to_stand(reader: Reader, anna: User, bert: User, begin: Begin) -> None:
    User.objects.filter(pk=bert.pk).update(emergency_day=True, date_joined=timezone.now() - timedelta(days=300))
    play(begin(), "d6")
    before = text_of(reader(anna).get("/"))
    take_leave(bert, ends_at=timezone.now() + timedelta(days=3))
    renew_stale_clocks()

    assert "clock paused" not in before
    assert "(clock paused)" in text_of(reader(anna).get("/"))
    assert "(clock paused)" in text_of(reader(bert).get("/"))


def test_the_deadline_notifications_that_were_sent_are_one_link_away(reader: Reader, anna: User, game: Game) -> None:
    page = reader(anna).get("/")

    assert 'href="/preferences/notifications/arrival/?only=time#sent"' in page.content.decode()


def test_there_is_nothing_to_choose_with_one_opponent(reader: Reader, anna: User, begin: Begin) -> None:
    begin()
    begin()

    assert "Games against" not in text_of(reader(anna).get("/"))


# --- More games than fit on a page ------------------------------------------------------------------------------------


def test_the_most_urgent_games_are_listed_and_the_others_are_on_a_page_of_their_own(
    reader: Reader, begin: Begin, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "MOST_LISTED", 2)
    games = [begin() for _game in range(5)]
    for game in games[2:]:
        Game.objects.filter(pk=game.pk).update(deadline_at=F("deadline_at") + timedelta(days=1))

    page = reader(anna).get("/")

    assert "It is your move in 5 games" in text_of(page)
    assert [f"/games/{game.pk}/" in page.content.decode() for game in games] == [True, True, False, False, False]
    assert "All games in progress" in text_of(page)


def test_an_opponent_who_is_not_listed_can_still_be_asked_for(
    reader: Reader, begin: Begin, anna: User, carla: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "MOST_LISTED", 1)
    urgent, other = begin(Agreement(clock=DaysPerMove(1))), begin(Agreement(clock=DaysPerMove(7)), black=carla)
    begin(Agreement(clock=DaysPerMove(2)))

    page = reader(anna).get("/", {"opponent": "CARLA"})

    assert heading(page) == "Against carla"
    assert [f'href="/games/{game.pk}/' in page.content.decode() for game in (urgent, other)] == [False, True]
