"""The lobby: what can be taken, by whom, and what cannot be."""

from django.test import Client

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.core.models.terms import Agreement
from muehle.clocks.total_time import TotalTime
from tests.support.ended import lost_on_time, won
from tests.support.pages import Reader, next_page
from tests.support.reading import messages_in, text_of


def test_a_seat_is_taken_with_one_button(reader: Reader, bert: User, seat: Challenge) -> None:
    answer = reader(bert).post(f"/challenges/{seat.number}/accept/")

    seat.refresh_from_db()
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{seat.game_id}/")
    assert (seat.status, seat.opponent) == ("accepted", bert)
    assert messages_in(answer) == ["The game against anna has begun."]


def test_an_empty_lobby_says_what_to_do(client: Client, db: None) -> None:
    page = client.get("/lobby/")

    assert "No open seats" in text_of(page)
    assert "Open a seat: whoever comes next will find it here." in text_of(page)


def test_a_guest_sees_the_seats_and_no_button_to_take_them(client: Client, seat: Challenge) -> None:
    page = client.get("/lobby/")

    assert "anna Standard · 3 days per move" in text_of(page)
    assert "Take the seat" not in text_of(page)


def test_a_seat_that_does_not_fit_says_why_instead_of_offering_itself(reader: Reader, anna: User, bert: User) -> None:
    actions.challenge_anyone(anna, Proposal(agreement=Agreement(), min_rating=1700))

    page = reader(bert).get("/lobby/")

    assert "Your rating of 1500 does not fit." in text_of(page)
    assert "Take the seat" not in text_of(page)


def test_a_seat_for_reliable_players_says_so_and_why_it_is_not_to_be_had(
    reader: Reader, anna: User, bert: User, carla: User
) -> None:
    lost_on_time(bert, anna)
    for _game in range(4):
        won(bert, anna)
    actions.challenge_anyone(anna, Proposal(agreement=Agreement(), min_reliability=95))

    of_bert, of_carla = text_of(reader(bert).get("/lobby/")), text_of(reader(carla).get("/lobby/"))

    assert "reliability 95 % or more Your reliability of 90 % is too low." in of_bert
    assert ("Take the seat" in of_bert, "Take the seat" in of_carla) == (False, True)


def test_the_seats_can_be_narrowed_to_those_that_fit(reader: Reader, client: Client, anna: User, bert: User) -> None:
    actions.challenge_anyone(anna, Proposal(agreement=Agreement(), min_rating=1700, message="for the strong"))
    browser = reader(bert)

    every, fit = text_of(browser.get("/lobby/")), text_of(browser.get("/lobby/?fits=yes"))
    of_a_guest = text_of(client.get("/lobby/?fits=yes"))

    assert ("for the strong" in every, "for the strong" in fit, "for the strong" in of_a_guest) == (True, False, True)
    assert "Nobody waits for a player like you." in fit
    assert "Those that fit me" not in of_a_guest


def test_one_filter_keeps_the_others(reader: Reader, bert: User) -> None:
    page = reader(bert).get("/lobby/?rules=classic&fits=yes&cursor=3").content.decode()

    assert 'href="/lobby/?rules=classic&amp;fits=yes&amp;by=bots"' in page
    assert 'href="/lobby/?rules=classic"' in page


def test_ones_own_seats_can_be_withdrawn_here(reader: Reader, anna: User, seat: Challenge) -> None:
    page = reader(anna).get("/lobby/")

    assert "Your own seats Standard · 3 days per move" in text_of(page)
    assert f'action="/challenges/{seat.number}/cancel/"' in page.content.decode()
    assert f'action="/challenges/{seat.number}/accept/"' not in page.content.decode()


def test_the_seats_can_be_narrowed_to_one_rule_set(client: Client, anna: User) -> None:
    actions.challenge_anyone(anna, Proposal(agreement=Agreement(rules="standard"), message="by the book"))
    actions.challenge_anyone(anna, Proposal(agreement=Agreement(rules="classic"), message="as in the old days"))

    page = client.get("/lobby/?rules=classic")

    assert "as in the old days" in text_of(page)
    assert "by the book" not in text_of(page)


def test_twenty_four_seats_fill_a_page_and_the_next_is_on_another(client: Client, anna: User) -> None:
    for number in range(25):
        actions.challenge_anyone(anna, Proposal(agreement=Agreement(), message=f"seat {number}."))

    first = client.get("/lobby/")
    second = client.get("/lobby/" + next_page(first))

    assert "Newer" in text_of(second)
    assert ("seat 1." in text_of(first), "seat 0." in text_of(first)) == (True, False)
    assert ("seat 1." in text_of(second), "seat 0." in text_of(second)) == (False, True)


def test_what_a_challenger_writes_is_text_and_never_markup(client: Client, anna: User) -> None:
    actions.challenge_anyone(anna, Proposal(agreement=Agreement(), message="<b>bold</b>"))

    page = client.get("/lobby/")

    assert "&lt;b&gt;bold&lt;/b&gt;" in page.content.decode()


def test_a_seat_says_that_its_time_is_for_the_whole_game(client: Client, anna: User) -> None:
    actions.challenge_anyone(anna, Proposal(agreement=Agreement(clock=TotalTime())))

    assert "anna Standard · 30 days for the whole game" in text_of(client.get("/lobby/"))
