"""The pages of rankings, which need no account and no script."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.core.models.games import Game
from games.people.models import Profile
from games.players.models import Rating
from games.rankings.tasks import count_rankings
from tests.conftest import NOON
from tests.games.rankings.conftest import MOVES, Won
from tests.support.reading import words

pytestmark = pytest.mark.django_db
Person = Callable[..., User]


@pytest.fixture
def listed(clock: time_machine.Traveller, person: Person) -> Callable[..., Rating]:
    def make(user: User | str, value: float, **columns: object) -> Rating:
        player = person(user) if isinstance(user, str) else user
        wanted = {"rules": "standard", "deviation": 60, "games": 30, "rated_at": NOON} | columns
        return Rating.objects.create(user=player, value=value, **wanted)

    return make


Listed = Callable[..., Rating]


def page(client: Client, address: str, *, status: int = 200, language: str = "en") -> str:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == status
    return answer.content.decode()


def rows(html: str) -> list[list[str]]:
    return [
        [words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", html, re.DOTALL)
    ]


def test_a_visitor_sees_places_names_ratings_and_games(client: Client, listed: Listed) -> None:
    listed("carla", 1712.4, games=1234)
    listed("dora", 1512)

    html = page(client, "/ratings/")

    assert ["1", "carla", "Rating of carla 1712", "1,234"] in rows(html)
    assert ["2", "dora", "Rating of dora 1512", "30"] in rows(html)
    assert 'href="/players/carla/ratings/standard/"' in html
    assert next(found for found in rows(html) if "–" in found[0])[:2] == ["1700–1749", "1"]


def test_players_find_their_own_place(client: Client, listed: Listed, anna: User) -> None:
    for name, value in (("carla", 1800), ("dora", 1600), ("emil", 1500)):
        listed(name, value)
    listed(anna, 1700)
    client.force_login(anna)

    html = page(client, "/ratings/")

    assert "You have place 2 of 4, ahead of 50% of the players." in words(html)
    assert html.count("ranking__own") == 1


def test_who_is_not_in_the_ranking_has_no_place(client: Client, listed: Listed, anna: User) -> None:
    listed("carla", 1800)
    listed(anna, 1800, rated_at=NOON - timedelta(days=91))
    client.force_login(anna)

    assert "You have place" not in words(page(client, "/ratings/"))


def test_the_next_page_goes_on_with_the_places(client: Client, listed: Listed) -> None:
    for number in range(60):
        listed(f"p{number}", 2000 - number)

    first = page(client, "/ratings/?rules=standard")
    address = re.findall(r'rel="next" href="([^"]*)"', first)[0].replace("&amp;", "&")
    second = page(client, f"/ratings/{address}")

    places = [row[0] for html in (first, second) for row in rows(html) if row[1].startswith("p")]
    assert places == [str(place) for place in range(1, 61)]


def test_a_country_has_a_list_of_its_own(client: Client, listed: Listed, anna: User) -> None:
    for name, value, country in (("carla", 1700, "AT"), (anna, 1600, "CH"), ("dora", 1500, "CH")):
        Profile.objects.create(user=listed(name, value).user, country=country)
    count_rankings()
    client.force_login(anna)

    html = page(client, "/ratings/?country=CH")

    assert [row[:2] for row in rows(html) if len(row) == 4][1:] == [["1", "anna"], ["2", "dora"]]
    assert "place 1 of 2" in words(html)
    assert '<option value="CH" selected>Switzerland</option>' in html
    assert re.findall(r'<option value="([A-Z]{2})"', html) == ["AT", "CH"]


def test_provisional_players_and_bots_have_lists_of_their_own(client: Client, listed: Listed) -> None:
    listed("carla", 1800, deviation=200)
    listed("dora", 1600, pool="bots")

    assert ["1", "carla", "Rating of carla 1800 ?", "30"] in rows(page(client, "/ratings/?provisional=1"))
    html = page(client, "/ratings/?pool=bots")
    assert ["1", "dora", "Rating of dora 1600", "30"] in rows(html)
    assert 'href="/players/dora/ratings/standard/?pool=bots"' in html
    assert "Nobody is in this ranking" in words(page(client, "/ratings/"))


@pytest.mark.parametrize(
    "address",
    [
        "/ratings/?rules=chess",
        "/ratings/?pool=cats",
        "/ratings/?country=XX",
        "/players/anna/ratings/chess/",
        "/players/anna/ratings/standard/?pool=cats",
        "/players/anna/ratings/standard/",
        "/players/nobody/ratings/standard/",
    ],
)
def test_what_is_not_there_is_not_found(client: Client, anna: User, address: str) -> None:
    page(client, address, status=404)


def test_a_cursor_that_is_none_shows_the_first_page(client: Client, listed: Listed) -> None:
    listed("carla", 1800)

    assert "carla" in page(client, "/ratings/?cursor=nonsense")


def test_a_rating_has_its_history_and_what_it_was_made_of(client: Client, won: Won, anna: User, bert: User) -> None:
    won(anna, bert, *MOVES)
    won(anna, bert, *MOVES)
    won(bert, anna)
    rating = Rating.objects.get(user=anna)

    html = page(client, "/players/anna/ratings/standard/")

    assert f"Rating {round(rating.value)} ?" in words(html)
    assert "<polyline" in html
    assert ["White", "2 / 0 / 0", "100%"] in rows(html)
    assert ["resignation", "2 / 0 / 1", "67%"] in rows(html)
    assert ["bert", "2 / 0 / 1", "67%"] in rows(html)
    assert "2 games: 2 won, 0 drawn, 0 lost" in words(html)
    assert "against bert" in words(html)


def test_one_game_draws_no_line(client: Client, won: Won, anna: User, bert: User) -> None:
    won(anna, bert)

    html = page(client, "/players/anna/ratings/standard/")

    assert "<polyline" not in html
    assert ["bert", "1 / 0 / 0", "100%"] in rows(html)


def test_the_sides_have_the_names_of_the_rule_set(client: Client, won: Won, anna: User, bert: User) -> None:
    won(anna, bert, rules="pink-green")

    assert ["Green", "1 / 0 / 0", "100%"] in rows(page(client, "/players/anna/ratings/pink-green/"))


def test_the_page_of_a_computer_says_that_its_rating_is_fixed(client: Client, computers: dict[int, User]) -> None:
    html = page(client, f"/players/{computers[3].username}/ratings/standard/?pool=bots")

    assert "This is a computer of this server. Its rating is fixed." in words(html)
    assert "No rated games yet." in words(html)


def test_a_profile_leads_to_each_rating(client: Client, won: Won, anna: User, bert: User) -> None:
    won(anna, bert)

    assert 'href="/players/anna/ratings/standard/"' in page(client, "/players/anna/")


def test_the_number_of_queries_does_not_grow_with_players_and_games(
    client: Client, listed: Listed, won: Won, anna: User, bert: User, person: Person
) -> None:
    won(anna, bert, *MOVES)
    addresses = ["/ratings/?provisional=1", "/players/anna/ratings/standard/"]
    counts = []
    for others in ([], [person(f"other{number}") for number in range(5)]):
        for other in others:
            won(anna, other, *MOVES)
        for address in addresses:
            with CaptureQueriesContext(
                connection,
            ) as queries:
                page(client, address)
            counts.append(len(queries))

    assert counts[:2] == counts[2:]
    assert counts[0] <= 4
    assert counts[1] <= 14


def test_the_german_page_is_german(client: Client, won: Won, game: Game, anna: User, bert: User) -> None:
    won(anna, bert)

    html = page(client, "/players/anna/ratings/standard/", language="de")

    assert "Wertung von anna" in words(html)
    assert ["Weiß", "1 / 0 / 0", "100 %"] in rows(html)
