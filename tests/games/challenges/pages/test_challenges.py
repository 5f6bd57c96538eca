"""The page of a challenge, its answers, and invitations by link."""

import pytest
from django.test import Client
from time_machine import Traveller

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import resign
from tests.support.ended import lost_on_time, won
from tests.support.pages import Reader
from tests.support.playing import unchanged
from tests.support.reading import heading, messages_in, text_of

Invitation = tuple[Challenge, str]


def test_all_the_terms_are_there_before_anybody_accepts(reader: Reader, bert: User, challenge: Challenge) -> None:
    page = reader(bert).get(f"/challenges/{challenge.number}/")

    text = text_of(page)
    assert heading(page) == "anna would like to play"
    for term in (
        "Rules Standard",
        "Time control 3 days per move",
        "Colours At random",
        "Rating Rated",
        "Fancy a game?",
    ):
        assert term in text


def test_each_sees_how_reliable_the_other_is_before_they_play(
    reader: Reader, anna: User, bert: User, carla: User, challenge: Challenge
) -> None:
    lost_on_time(anna, carla)
    for _game in range(4):
        won(anna, carla)

    to_bert = text_of(reader(bert).get(f"/challenges/{challenge.number}/"))
    to_anna = text_of(reader(anna).get(f"/challenges/{challenge.number}/"))

    assert "Reliability anna: 90%" in to_bert
    assert "Reliability bert has no figure yet" in to_anna


def test_all_that_an_open_challenge_asks_for_is_said(client: Client, anna: User) -> None:
    posted = actions.challenge_anyone(anna, Proposal(agreement=Agreement(), min_rating=1400, min_reliability=80))

    text = text_of(client.get(f"/challenges/{posted.number}/"))

    assert "Open to rating 1400 or more reliability 80% or more The share of games" in text


def test_accepting_begins_the_game(reader: Reader, bert: User, challenge: Challenge) -> None:
    answer = reader(bert).post(f"/challenges/{challenge.number}/accept/")

    challenge.refresh_from_db()
    assert (challenge.status, answer["Location"]) == ("accepted", f"/games/{challenge.game_id}/")


def test_declining_tells_the_challenger_why(reader: Reader, anna: User, bert: User, challenge: Challenge) -> None:
    answer = reader(bert).post(f"/challenges/{challenge.number}/decline/", {"reason": "Too many games just now."})

    page = reader(anna).get(f"/challenges/{challenge.number}/")
    assert (answer["Location"], messages_in(answer)) == ("/", ["You have declined the challenge from anna."])
    assert "bert declined. Too many games just now." in text_of(page)


def test_the_challenger_can_withdraw(reader: Reader, anna: User, challenge: Challenge) -> None:
    answer = reader(anna).post(f"/challenges/{challenge.number}/cancel/")

    challenge.refresh_from_db()
    assert (challenge.status, messages_in(answer)) == ("cancelled", ["Your challenge is withdrawn."])


@pytest.mark.parametrize("action", ["accept", "decline", "cancel"])
def test_what_is_between_others_is_not_found(reader: Reader, carla: User, challenge: Challenge, action: str) -> None:
    browser = reader(carla)

    with unchanged():
        answers = [
            browser.get(f"/challenges/{challenge.number}/"),
            browser.post(f"/challenges/{challenge.number}/{action}/"),
        ]

    assert [answer.status_code for answer in answers] == [404, 404]


def test_a_link_cannot_be_taken_up_by_its_number(reader: Reader, bert: User, invitation: Invitation) -> None:
    row, _secret = invitation

    with unchanged():
        answer = reader(bert).post(f"/challenges/{row.number}/accept/")

    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        ("accept", "You cannot play against yourself."),
        ("decline", "This challenge is addressed to somebody else."),
    ],
)
def test_the_challenger_cannot_answer_themselves(
    reader: Reader, anna: User, challenge: Challenge, action: str, refusal: str
) -> None:
    with unchanged():
        answer = reader(anna).post(f"/challenges/{challenge.number}/{action}/")

    assert (answer["Location"], messages_in(answer)) == (f"/challenges/{challenge.number}/", [refusal])


@pytest.mark.parametrize("action", ["accept", "decline", "cancel"])
def test_a_challenge_that_is_closed_says_so(
    reader: Reader, anna: User, bert: User, challenge: Challenge, action: str
) -> None:
    actions.cancel_challenge(challenge.number, anna)
    browser = reader(anna if action == "cancel" else bert)

    with unchanged():
        answer = browser.post(f"/challenges/{challenge.number}/{action}/")

    assert messages_in(answer) == ["This challenge is no longer open."]
    assert "Withdrawn." in text_of(browser.get(f"/challenges/{challenge.number}/"))


def test_a_challenge_nobody_answered_in_time_says_so(
    reader: Reader, anna: User, bert: User, clock: Traveller, challenge: Challenge
) -> None:
    clock.shift(actions.LIFETIME)
    actions.expire_challenges()

    page = reader(bert).get(f"/challenges/{challenge.number}/")

    assert "Nobody accepted in time." in text_of(page)
    assert "Accept and begin" not in text_of(page)


@pytest.mark.parametrize("action", ["accept", "decline", "cancel"])
def test_an_action_asked_for_by_address_only_leads_to_the_page(
    reader: Reader, bert: User, challenge: Challenge, action: str
) -> None:
    with unchanged():
        answer = reader(bert).get(f"/challenges/{challenge.number}/{action}/", follow=True)

    assert answer.request["PATH_INFO"] == f"/challenges/{challenge.number}/"


def test_a_guest_sees_the_terms_of_an_open_challenge_and_where_to_log_in(client: Client, posted: Challenge) -> None:
    page = client.get(f"/challenges/{posted.number}/")

    assert heading(page) == "anna would like to play"
    assert f'href="/accounts/login/?next=/challenges/{posted.number}/"' in page.content.decode()


# --- Invitations ------------------------------------------------------------------------------------------------------


def test_a_guest_sees_what_they_are_invited_to_and_comes_back_after_signing_up(
    client: Client, invitation: Invitation
) -> None:
    _row, secret = invitation

    page = client.get(f"/invitations/{secret}/")

    assert heading(page) == "anna invites you to a game of Mühle"
    assert f'href="/accounts/signup/?next=/invitations/{secret}/"' in page.content.decode()


def test_an_invitation_is_accepted_once(reader: Reader, bert: User, carla: User, invitation: Invitation) -> None:
    row, secret = invitation
    answer = reader(bert).post(f"/invitations/{secret}/accept/")

    late = reader(carla).post(f"/invitations/{secret}/accept/")

    row.refresh_from_db()
    assert (row.opponent, answer["Location"]) == (bert, f"/games/{row.game_id}/")
    assert (late["Location"], messages_in(late)) == (f"/invitations/{secret}/", ["This challenge is no longer open."])


def test_a_used_invitation_is_gone_and_says_so(client: Client, bert: User, invitation: Invitation) -> None:
    _row, secret = invitation
    actions.accept_link(secret, bert)

    page = client.get(f"/invitations/{secret}/")

    assert page.status_code == 410
    assert heading(page) == "This invitation is no longer valid"


def test_ones_own_invitation_cannot_be_accepted(reader: Reader, anna: User, invitation: Invitation) -> None:
    _row, secret = invitation
    browser = reader(anna)

    with unchanged():
        answer = browser.post(f"/invitations/{secret}/accept/")

    assert messages_in(answer) == ["You cannot play against yourself."]
    assert "Accept and begin" not in text_of(browser.get(f"/invitations/{secret}/"))


# --- Rematches --------------------------------------------------------------------------------------------------------


def test_a_rematch_is_asked_for_with_colours_changed(reader: Reader, anna: User, bert: User, game: Game) -> None:
    resign(game.number, anna)

    answer = reader(anna).post(f"/games/{game.number}/rematch/")

    row = Challenge.objects.get(rematch_of=game)
    assert answer["Location"] == f"/games/{game.number}/"
    assert (row.opponent, row.colour) == (bert, "black")
    assert messages_in(answer) == ["You have offered a rematch with colours swapped."]


def test_a_rematch_of_a_game_that_goes_on_is_refused(reader: Reader, anna: User, game: Game) -> None:
    with unchanged():
        answer = reader(anna).post(f"/games/{game.number}/rematch/")

    assert answer["Location"] == f"/games/{game.number}/"
    assert messages_in(answer) == ["You can offer a rematch when the game is over."]


def test_a_rematch_of_other_peoples_game_is_refused(reader: Reader, carla: User, game: Game) -> None:
    with unchanged():
        answer = reader(carla).post(f"/games/{game.number}/rematch/")

    assert messages_in(answer) == ["Only the two players of this game may do this."]
