"""The page of the opening explorer."""

import re

import pytest
from django.test import Client

from games.core.models.terms import Agreement
from tests.games.explorer.conftest import MOVES, Played, count_all
from tests.support.reading import words

pytestmark = pytest.mark.django_db


def page(client: Client, query: str = "", *, language: str = "en", status: int = 200) -> str:
    answer = client.get(f"/openings/{query}", headers={"accept-language": language})
    assert answer.status_code == status
    return answer.content.decode()


def rows(html: str) -> list[list[str]]:
    return [
        [words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr>.*?</tr>", html, re.DOTALL)
    ]


def test_a_visitor_goes_from_move_to_move(client: Client, played: Played) -> None:
    played()
    count_all()
    address, seen = "", []
    for _ply in MOVES:
        html = page(client, address)
        [_head, row, _total] = rows(html)
        seen.append(row[1:])
        [address] = re.findall(r'href="/openings/(\?[^"]*)">[a-g]\d</a>\s*(?:<span|</th>)', html)
        address = address.replace("&amp;", "&")

    assert seen == [["1 100%", "0% – 0% – 100%"]] * len(MOVES)
    html = page(client, address)
    assert "Nobody has played on from this position in these games." in words(html)
    assert f'href="/analysis/{address}"' in html.replace("&amp;", "&")


def test_the_filters_are_kept_from_move_to_move(client: Client, played: Played) -> None:
    played()
    count_all()

    html = page(client, "?rules=standard&band=from_1400&year=2026&moves=d6").replace("&amp;", "&")
    other = page(client, "?band=casual&moves=d6").replace("&amp;", "&")

    assert "/openings/?rules=standard&moves=d6,b4&band=from_1400&year=2026" in html
    assert 'name="moves" value="d6"' in html
    assert '<option value="from_1400" selected>' in html
    assert "Show all games" in other
    assert '/openings/?rules=standard&moves=d6"' in other


def test_the_sides_have_the_names_of_the_rule_set(client: Client, played: Played) -> None:
    played(agreement=Agreement(rules="pink-green"))
    count_all()

    html = page(client, "?rules=pink-green")

    assert rows(html)[0] == ["Move", "Games", "Green won – draw – Pink won"]
    assert "openings__part--pink" in html


def test_it_is_in_german(client: Client, played: Played) -> None:
    played()
    count_all()

    text = words(page(client, language="de"))

    assert "Eröffnungen" in text
    assert "Gespielte Züge" in text


@pytest.mark.parametrize(
    ("query", "said"), [("?moves=d6,d6", "d6 is occupied"), ("?moves=nonsense", "nonsense"), ("?position=x", "x")]
)
def test_what_is_no_opening_is_refused_with_the_moves_before_it(client: Client, query: str, said: str) -> None:
    html = page(client, query, status=422)

    assert said in words(html)
    assert 'role="alert"' in html


@pytest.mark.parametrize("query", ["?rules=chess", "?band=best", "?year=x", "?year=20266"])
def test_an_unknown_filter_is_not_found(client: Client, query: str) -> None:
    page(client, query, status=404)


def test_later_positions_say_that_only_placing_is_counted(client: Client) -> None:
    position = "WWW..................BBB%20w%200%200%200"

    assert "All stones are placed" in words(page(client, f"?position={position}"))


def test_pages_lead_to_it(client: Client) -> None:
    assert 'href="/openings/"' in client.get("/solved/").content.decode()
