"""The buttons on a player's page, and the page of those whom one follows."""

from django.test import Client

from accounts.models import User
from games.people.follows import follow
from games.people.models import Follow
from games.players import relations
from tests.support.pages import Reader
from tests.support.people import new_guest
from tests.support.playing import unchanged
from tests.support.reading import text_of

BUTTON = "/players/bert/follow/"


def test_the_buttons_follow_tell_and_unfollow(reader: Reader, anna: User, bert: User) -> None:
    browser = reader(anna)

    answer = browser.post(BUTTON, {"follow": "on"})
    assert (answer.status_code, answer["Location"]) == (302, "/players/bert/")
    assert "Notify me Unfollow" in text_of(browser.get("/players/bert/"))
    assert "1 follower" in text_of(browser.get("/players/bert/"))

    browser.post(BUTTON, {"follow": "told"})
    assert Follow.objects.get().is_told
    assert "Stop notifications Unfollow" in text_of(browser.get("/players/bert/"))

    assert browser.post(BUTTON, {"follow": "off", "back": "following"})["Location"] == "/preferences/following/"
    assert not Follow.objects.exists()


def test_the_page_lists_whom_one_follows_and_leads_to_a_challenge(reader: Reader, anna: User, bert: User) -> None:
    assert "You do not follow anyone." in text_of(reader(anna).get("/preferences/following/"))
    follow(anna, bert)

    page = reader(anna).get("/preferences/following/").content.decode()

    assert 'href="/challenges/new/?to=bert"' in page
    assert 'action="/players/bert/follow/"' in page


def test_a_refusal_is_said_on_the_players_page(reader: Reader, anna: User, bert: User) -> None:
    relations.change(bert, anna, blocked=True)
    browser = reader(anna)

    with unchanged():
        page = browser.post(BUTTON, {"follow": "on"}, follow=True)

    assert "This is not possible with this player." in text_of(page)


def test_what_is_no_choice_changes_nothing(reader: Reader, anna: User, bert: User) -> None:
    with unchanged():
        assert reader(anna).post(BUTTON, {"follow": "perhaps"}).status_code == 302


def test_visitors_and_guests_have_no_button_and_follow_nobody(client: Client, reader: Reader, bert: User) -> None:
    guest = reader(new_guest())

    for browser in (client, guest):
        assert BUTTON not in browser.get("/players/bert/").content.decode()
        assert browser.post(BUTTON, {"follow": "on"}).status_code == 302
    assert not Follow.objects.exists()
