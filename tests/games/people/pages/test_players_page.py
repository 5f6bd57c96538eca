"""The page of the directory."""

import pytest
from django.test import Client, override_settings
from pytest_django import DjangoAssertNumQueries, Settings

from accounts import names
from accounts.models import User
from games.people.profiles import Wording, save
from games.players.models import Rating
from tests.support.pages import Reader, next_page
from tests.support.people import new_person
from tests.support.reading import text_of


def test_a_row_has_what_is_said_of_the_player(client: Client, anna: User, bert: User) -> None:
    names.give(anna, "Anna Amsel")
    save(anna, Wording(country="AT"))
    Rating.objects.create(user=anna, rules="classic", value=1612.3, deviation=60)

    page = text_of(client.get("/players/", headers={"accept-language": "en"}))

    assert "Anna Amsel anna · Austria rating 1612 Classic (before 2010) bert" in page


def test_the_form_keeps_what_was_asked_and_finds_it(client: Client, anna: User, bert: User) -> None:
    page = client.get("/players/?q=an&who=people&active=&min_rating=")

    assert "/players/bert/" not in page.content.decode()
    assert "/players/anna/" in page.content.decode()
    assert page.context["form"]["q"].value() == "an"


@pytest.mark.parametrize(
    "query", ["country=XX", "rules=chess", "min_rating=x", "active=0", "reliability=101", "who=all", "cursor=x"]
)
def test_filters_that_are_none_are_ignored(client: Client, anna: User, query: str) -> None:
    page = client.get(f"/players/?{query}")

    assert page.status_code == 200
    assert "/players/anna/" in page.content.decode()


def test_nobody_found_is_said(client: Client, anna: User) -> None:
    assert "No player found" in text_of(client.get("/players/?q=zz", headers={"accept-language": "en"}))


def test_further_pages_keep_the_filters(client: Client, db: None) -> None:
    for number in range(45):
        new_person(f"player{number:02}")

    first = client.get("/players/?q=play&who=people")
    address = next_page(first)
    second = client.get(f"/players/{address}" if address.startswith("?") else address)

    assert "q=play&who=people&cursor=" in address
    assert [card.player.username for card, _rating in second.context["cards"]] == [
        f"player{number}" for number in range(40, 45)
    ]


def test_the_page_costs_a_visitor_four_queries(
    client: Client, anna: User, bert: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(4):
        client.get("/players/?q=a&country=&who=people")


def test_a_stranger_who_searches_too_often_waits(client: Client, anna: User, settings: Settings) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "guest": "3/day"}
    with override_settings(REST_FRAMEWORK={**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}):
        answers = [client.get("/players/?q=an") for _time in range(2)]

    assert [answer.status_code for answer in answers] == [200, 429]
    assert int(answers[1]["Retry-After"]) > 0
    assert "/players/anna/" not in answers[1].content.decode()


def test_every_page_leads_to_the_directory(client: Client, reader: Reader, anna: User) -> None:
    for page in (client.get("/"), reader(anna).get("/lobby/")):
        assert 'href="/players/"' in page.content.decode()
