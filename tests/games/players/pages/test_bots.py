"""Bots on the pages: becoming one, being shown as one, and agreeing to be rated against one."""

from collections.abc import Callable

import pytest
from django.urls import reverse

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import resign
from games.players.bots import become_bot
from tests.support.pages import Reader
from tests.support.playing import unchanged
from tests.support.reading import messages_in, mistakes, text_of

RATED, CASUAL = Proposal(agreement=Agreement()), Proposal(agreement=Agreement(rated=False))
PAGE = "/preferences/bot/"


@pytest.fixture
def robot(person: Callable[..., User]) -> User:
    return become_bot(person("robot"), operator="Anna, for fun")


def test_an_account_becomes_a_bot_when_its_name_is_typed(reader: Reader, anna: User) -> None:
    page = reader(anna).get(PAGE)
    answer = reader(anna).post(PAGE, {"confirm": "anna", "operator": " Bert "})

    anna.refresh_from_db()
    assert "This cannot be undone." in text_of(page)
    assert (answer["Location"], anna.is_bot, anna.operator) == (PAGE, True, "Bert")
    assert messages_in(answer) == ["This is now a bot account. Create a token for its program."]
    assert "anna Bot is a bot." in text_of(reader(anna).get(PAGE))


def test_another_name_does_nothing(reader: Reader, anna: User) -> None:
    answer = reader(anna).post(PAGE, {"confirm": "Anna"})

    anna.refresh_from_db()
    assert (answer.status_code, anna.is_bot) == (422, False)
    assert mistakes(answer) == {"confirm": ["Type the name of this account: anna"]}


def test_who_has_played_is_told_so_and_refused(reader: Reader, game: Game, anna: User) -> None:
    page, answer = reader(anna).get(PAGE), reader(anna).post(PAGE, {"confirm": "anna"})

    assert "A person has already played with this account" in text_of(page)
    assert 'name="confirm"' not in page.content.decode()
    assert answer.status_code == 409


def test_staff_are_told_why_not_and_refused(reader: Reader, person: Callable[..., User]) -> None:
    chief = person("chief", is_staff=True)

    page, answer = reader(chief).get(PAGE), reader(chief).post(PAGE, {"confirm": "chief"})

    chief.refresh_from_db()
    assert "This account can administer the site" in text_of(page)
    assert 'name="confirm"' not in page.content.decode()
    assert (answer.status_code, chief.is_bot) == (409, False)


def test_a_bots_owner_says_anew_who_runs_it(reader: Reader, robot: User) -> None:
    reader(robot).post(PAGE, {"operator": "Carla"})

    robot.refresh_from_db()
    assert robot.operator == "Carla"
    assert "Run by (in their own words): Carla" in text_of(reader(robot).get("/players/robot/"))


def test_the_administration_shows_that_an_account_is_a_bots_and_cannot_change_it(
    reader: Reader, person: Callable[..., User], robot: User
) -> None:
    staff = reader(person("chief", is_staff=True, is_superuser=True))
    address = reverse("admin:accounts_user_change", args=[robot.pk])

    page = staff.get(address)

    assert "Anna, for fun" in page.content.decode()
    assert 'name="bot_since' not in page.content.decode()


def test_the_administration_makes_no_bot_one_of_staff(reader: Reader, person: Callable[..., User], robot: User) -> None:
    staff = reader(person("chief", is_staff=True, is_superuser=True))
    address = reverse("admin:accounts_user_change", args=[robot.pk])
    as_shown = staff.get(address).context["adminform"].form.initial
    values = {name: value for name, value in as_shown.items() if value not in (None, False, [])} | {"why": "Tidied."}

    refused = staff.post(address, values | {"is_staff": "on"})
    saved = staff.post(address, values | {"operator": "Carla"})

    robot.refresh_from_db()
    assert refused.context["adminform"].form.errors == {"is_staff": ["A bot cannot administer the site."]}
    assert (saved.status_code, robot.operator, robot.is_staff, robot.is_bot) == (302, "Carla", False, True)


def test_a_bots_name_says_so_everywhere(reader: Reader, anna: User, bert: User, robot: User) -> None:
    actions.challenge_anyone(robot, CASUAL)
    challenge = actions.challenge_player(robot, anna, CASUAL)
    ended = actions.accept_challenge(actions.challenge_player(robot, anna, CASUAL).number, anna).game
    game = actions.accept_challenge(actions.challenge_player(anna, robot, CASUAL).number, robot).game
    assert game is not None
    assert ended is not None
    resign(ended.number, anna)
    browser = reader(anna)

    for address in (
        "/",
        "/lobby/",
        "/games/",
        "/games/?status=ongoing",
        "/players/anna/",
        "/players/robot/",
        f"/challenges/{challenge.number}/",
        f"/games/{game.number}/",
        f"/games/{ended.number}/",
    ):
        assert "robot Bot" in text_of(browser.get(address)), address
    assert "robot (bot)" in browser.get(f"/games/{game.number}/print/").content.decode()
    assert "bert Bot" not in text_of(browser.get(f"/players/{bert.username}/"))


@pytest.mark.parametrize("where", ["challenge", "invitation"])
def test_a_person_ticks_that_they_play_a_bot_for_rating(reader: Reader, anna: User, robot: User, where: str) -> None:
    if where == "challenge":
        row = actions.challenge_anyone(robot, RATED)
        address = f"/challenges/{row.number}/"
    else:
        row, secret = actions.invite_by_link(robot, RATED)
        address = f"/invitations/{secret}/"
    browser = reader(anna)

    page = browser.get(address)
    with unchanged():
        refused = browser.post(f"{address}accept/")
    browser.post(f"{address}accept/", {"rated_against_bot": "on"})

    row.refresh_from_db()
    assert "I want to play a rated game against this bot." in text_of(page)
    assert messages_in(refused) == ["This would be a rated game against a bot. Please confirm that you want this."]
    assert row.status == "accepted"


def test_the_lobby_has_no_button_that_rates_a_person_against_a_bot_unasked(
    reader: Reader, anna: User, robot: User
) -> None:
    row = actions.challenge_anyone(robot, RATED)

    page = reader(anna).get("/lobby/").content.decode()

    assert f"/challenges/{row.number}/accept/" not in page
    assert f"/challenges/{row.number}/" in page


def test_the_lobby_can_be_seen_without_bots(reader: Reader, anna: User, bert: User, robot: User) -> None:
    actions.challenge_anyone(robot, CASUAL)
    actions.challenge_anyone(bert, CASUAL)
    browser = reader(anna)

    people, programs = text_of(browser.get("/lobby/?by=people")), text_of(browser.get("/lobby/?by=bots"))

    assert ("bert" in people, "robot" in people) == (True, False)
    assert ("bert" in programs, "robot" in programs) == (False, True)


def test_a_new_challenge_says_that_bots_are_welcome(reader: Reader, anna: User, robot: User) -> None:
    form = {"rules": "standard", "clock_system": "days_per_move", "days_per_move": "3", "colour": "lot", "rated": "on"}
    to_robot = form | {"kind": "direct", "opponent": "robot"}
    browser = reader(anna)

    refused = browser.post("/challenges/new/", to_robot)
    browser.post("/challenges/new/", to_robot | {"bots_welcome": "on"})

    assert mistakes(refused) == {
        "bots_welcome": ["This would be a rated game against a bot. Please confirm that you want this."]
    }
    assert Challenge.objects.get().bots_welcome
