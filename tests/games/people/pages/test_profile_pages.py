"""The page on which a profile is edited, and what others see of it on the player's page."""

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.people.models import Profile
from games.people.pictures import Picture, default_of
from games.people.profiles import Wording, save
from tests.games.people.test_profiles import ALL, silence
from tests.support.pages import Reader
from tests.support.people import new_guest
from tests.support.playing import unchanged
from tests.support.reading import text_of

PAGE = "/preferences/profile/"
SENT = {"pattern": "3", "colour": "5", "about": "I like\r\ncorners.", "country": "AT", "favourite_rules": "classic"}


def test_what_is_saved_is_on_the_players_page(reader: Reader, client: Client, anna: User) -> None:
    answer = reader(anna).post(PAGE, SENT)

    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    page = client.get("/players/anna/", headers={"accept-language": "en"})
    assert "I like corners. Austria · Playing here since" in text_of(page)
    assert "Favourite rules: Classic (before 2010)" in text_of(page)
    assert 'src="/players/pictures/3-5.svg"' in page.content.decode()


def test_a_country_is_named_in_the_readers_language(client: Client, anna: User) -> None:
    save(anna, ALL)

    page = client.get("/players/anna/", headers={"accept-language": "de"})

    assert "Österreich · Spielt hier seit" in text_of(page)


def test_countries_are_sorted_in_the_readers_language(reader: Reader, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")
    anna.refresh_from_db()

    page = text_of(reader(anna).get(PAGE))

    assert page.index("Dänemark") < page.index("Deutschland") < page.index("Dominica") < page.index("Österreich")


def test_words_are_shown_as_they_are_and_not_as_markup(client: Client, anna: User) -> None:
    save(anna, Wording(about="<b>me</b> & https://example.org"))

    page = client.get("/players/anna/").content.decode()

    assert "&lt;b&gt;me&lt;/b&gt; &amp; https://example.org" in page


def test_the_form_has_what_is_stored(reader: Reader, anna: User) -> None:
    save(anna, ALL)

    form = reader(anna).get(PAGE).context["form"]

    assert {name: form[name].value() for name in form.fields} == {
        "pattern": 3,
        "colour": 5,
        "about": "I like corners.",
        "country": "AT",
        "favourite_rules": "classic",
        "shows_presence": False,
    }


def test_nobody_has_to_choose_a_picture(reader: Reader, anna: User) -> None:
    form = reader(anna).get(PAGE).context["form"]

    assert form.shown == default_of(anna.pk)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"about": "x" * 301}, "300"),
        ({"about": "bell\x07"}, "characters that are not allowed"),
        ({"country": "XX"}, "is not in the list"),
        ({"favourite_rules": "chess"}, "is not in the list"),
        ({"pattern": "24"}, "is not in the list"),
        ({"colour": "a"}, "is not in the list"),
        ({"pattern": ""}, "This field is required"),
    ],
)
def test_what_is_refused_keeps_what_was_typed(reader: Reader, anna: User, wrong: dict[str, str], words: str) -> None:
    save(anna, Wording(about="Hello."))
    browser = reader(anna)

    with unchanged():
        page = browser.post(PAGE, SENT | {"about": "My words."} | wrong)

    assert page.status_code in (400, 422)
    assert words in text_of(page)
    typed = (SENT | {"about": "My words."} | wrong)["about"]
    assert page.context["form"]["about"].value() == typed


def test_who_may_not_write_is_told_so_on_the_page(reader: Reader, anna: User, arbiter: User) -> None:
    save(anna, ALL)
    silence(anna, arbiter)
    browser = reader(anna)

    assert "you can remove your words here, but not change them" in text_of(browser.get(PAGE))
    with unchanged():
        page = browser.post(PAGE, SENT | {"about": "You all cheat."})
    assert page.status_code == 403
    assert "You all cheat." in page.content.decode()


def test_visitors_log_in_first_and_guests_get_an_account_first(client: Client, reader: Reader, db: None) -> None:
    assert client.get(PAGE)["Location"].startswith("/accounts/login/")

    answer = reader(new_guest()).post(PAGE, SENT)

    assert answer.status_code == 302
    assert not Profile.objects.exists()


def test_a_computer_has_its_face_and_a_guest_has_no_picture(client: Client, computers: object) -> None:
    guest = new_guest()

    assert "players/computers/1" in client.get("/players/computer-1/").content.decode()
    assert "/players/pictures/" not in client.get("/players/computer-1/").content.decode()
    assert "/players/pictures/" not in client.get(f"/players/{guest.username}/").content.decode()


def test_the_picture_that_was_tried_last_is_shown_again(reader: Reader, anna: User) -> None:
    with translation.override("en"):
        form = reader(anna).post(PAGE, SENT | {"country": "XX"}).context["form"]

    assert form.shown == Picture(3, 5)
