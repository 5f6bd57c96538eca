"""The analysis board as it works without scripts: by its address and its forms."""

import html
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from games.core.models.games import Game
from muehle import Move, Position
from muehle_server.hybrid import MAX_ADDRESS_BYTES
from tests.support.pages import Reader
from tests.support.playing import play
from tests.support.reading import heading, markup_of, text_of

MILL_NEXT = "WW....B.......W......BBB w 0 0 0"
ADDRESS = "/analysis/"

pytestmark = pytest.mark.django_db
Page = Any


def shown(client: Client, **query: str) -> Page:
    answer = client.get(ADDRESS, query)
    assert answer.status_code == 200, text_of(answer)
    return answer


def options(page: Page) -> list[str]:
    """The moves that the form offers."""
    found = re.search(r'<select id="choice".*?</select>', page.content.decode(), re.DOTALL)
    return re.findall(r"<option>([^<]*)</option>", found[0]) if found else []


def stones(page: Page) -> set[str]:
    """The points with a stone on the drawn board."""
    return set(re.findall(r'<g class="board__stone [^>]*data-point="(\w\d)"', page.content.decode()))


def fields(page: Page) -> dict[str, str]:
    """What the buttons of the moves and of the steps through them send beside their own value."""
    form = re.search(r'<form id="line".*?<div', page.content.decode(), re.DOTALL)
    assert form is not None
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))


def pressed(client: Client, page: Page, name: str, value: object) -> Page:
    """The page that a button of the line leads to."""
    method = re.findall(r'<form id="line" method="(\w+)"', page.content.decode())[0]
    return getattr(client, method)(ADDRESS, fields(page) | {name: str(value)}, follow=True)


def steps(page: Page) -> dict[str, str]:
    """Which half-moves the steps lead to."""
    return {name: ply for ply, name in re.findall(r'value="(\d+)" data-travel="(\w+)"', page.content.decode())}


# --- What an address shows ---


def test_the_opening_explorer_is_one_link_away(client: Client) -> None:
    page = shown(client, moves="d6,f4")

    address = html.unescape(re.findall(r'id="openings" href="([^"]+)"', page.content.decode())[0])

    played = Position.start().play(Move.parse("d6")).play(Move.parse("f4"))
    assert parse_qs(urlsplit(address).query) == {"position": [played.text], "rules": ["standard"]}
    assert client.get(address).status_code == 200


def test_the_empty_board_is_open_to_everybody(client: Client) -> None:
    page = shown(client)

    assert heading(page) == "Analysis board"
    assert len(options(page)) == 24
    assert "White to move." in text_of(page)


def test_moves_in_the_address_are_played(client: Client) -> None:
    page = shown(client, moves="a7,a1,d7,d1,g7xa1")

    assert stones(page) == {"a7", "d7", "g7", "d1"}
    assert "Black to move." in text_of(page)
    assert "0 of 100 half-moves" in text_of(page)


def test_one_half_move_of_several_is_looked_at_and_the_others_are_a_click_away(client: Client) -> None:
    page = shown(client, moves="d6,f4,d2", ply="1")

    assert stones(page) == {"d6"}
    assert steps(page) == {"first": "0", "back": "0", "forward": "2", "last": "3"}
    assert stones(pressed(client, page, "ply", 2)) == {"d6", "f4"}
    assert stones(pressed(client, page, "ply", 3)) == {"d6", "f4", "d2"}


def test_a_move_of_the_list_is_looked_at_by_a_button(client: Client) -> None:
    page = shown(client, rules="classic", position=MILL_NEXT, moves="g4-f4,c5-c4", ply="2")

    assert '<button class="moves__move" name="ply" value="2" aria-current="true">c5-c4</button>' in markup_of(page)
    then = pressed(client, page, "ply", 1)
    assert (then.context["page"].ply, then.context["page"].last_ply) == (1, 2)
    assert then.context["page"].analysis.rules.name == "classic"


def test_a_position_in_the_address_is_the_start(client: Client) -> None:
    page = shown(client, position=MILL_NEXT)

    assert [move for move in options(page) if "x" in move] == ["g4-g7xc5"]


def test_pink_and_green_have_their_names(client: Client) -> None:
    assert "Green to move." in text_of(shown(client, rules="pink-green"))


def test_the_result_is_said_with_its_reason(client: Client) -> None:
    page = shown(client, position="WW....B.......W......BB. w 0 0 0", moves="g4-g7xc5")

    assert "White won: Black has fewer than three stones left" in text_of(page)
    assert options(page) == []


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("standard", "Draw: 50 moves by each side without a mill"),
        ("applet", "Draw: 50 moves by each side without a mill"),
        ("classic", "half-moves: 100"),
    ],
)
def test_the_quiet_limit_is_that_of_the_rules(client: Client, rules: str, words: str) -> None:
    page = shown(client, rules=rules, position="WW.W..B.......W......BBB w 0 0 99", moves="g4-f4")

    assert words in text_of(page)


def test_german_readers_are_answered_in_german(client: Client) -> None:
    answer = client.get(ADDRESS, {"moves": "d6,d6"}, HTTP_ACCEPT_LANGUAGE="de")

    assert "d6 geht hier nicht: d6 ist besetzt" in text_of(answer)


# --- A game of the server ---


def test_a_game_that_goes_on_can_be_looked_into_at_any_half_move(client: Client, game: Game) -> None:
    play(game, "d6", "f4", "d2")

    page = shown(client, game=str(game.number), ply="2")

    assert stones(page) == {"d6", "f4"}
    assert f"Game {game.number}" in text_of(page)
    assert "anna – bert" in text_of(page)


@pytest.mark.parametrize("number", ["4711", "x", "-1", "9" * 30, ""])
def test_a_game_that_is_not_there_is_not_found(client: Client, number: str) -> None:
    assert client.get(ADDRESS, {"game": number}).status_code == 404


def test_the_page_of_a_game_leads_here(client: Client, game: Game) -> None:
    play(game, "d6", "f4")

    page = client.get(f"/games/{game.number}/?ply=1").content.decode()

    assert f'href="/analysis/?game={game.number}&amp;ply=1"' in page


@pytest.mark.parametrize(("name", "may_mark"), [("anna", False), ("carla", True)])
def test_who_plays_a_rated_game_is_shown_no_zwickmuehle_in_it(
    reader: Reader, game: Game, anna: User, carla: User, name: str, may_mark: bool
) -> None:
    page = reader({"anna": anna, "carla": carla}[name]).get(ADDRESS, {"game": game.number})

    assert page.context["page"].may_mark is may_mark


# --- The forms ---


def test_a_chosen_move_is_played(client: Client) -> None:
    answer = client.get(ADDRESS, {"rules": "classic", "moves": "d6,f4", "choice": "d2", "move": ""})

    assert answer.status_code == 302
    assert answer.headers["Location"] == "/analysis/?rules=classic&moves=d6,f4,d2"


def test_a_typed_move_counts_and_its_case_does_not(client: Client) -> None:
    answer = client.get(ADDRESS, {"position": MILL_NEXT, "move": " G4-g7xc5 ", "choice": "d7-g7"})

    assert parse_qs(urlsplit(answer.headers["Location"]).query)["moves"] == ["g4-g7xc5"]


def test_an_illegal_move_is_explained_and_stays_in_the_field(client: Client) -> None:
    answer = client.get(ADDRESS, {"moves": "d6,f4", "move": "d6"})

    assert answer.status_code == 422
    assert "d6 is not possible here: d6 is occupied" in text_of(answer)
    assert 'value="d6"' in answer.content.decode()
    assert stones(answer) == {"d6", "f4"}


def test_a_move_is_taken_back_by_a_button(client: Client) -> None:
    page = shown(client, moves="d6,f4,d2", ply="2")

    back = re.search(r'<button [^>]*name="(undo)" value="(\d)">.{0,200}Undo', markup_of(page))
    assert back is not None
    assert pressed(client, page, *back.groups()).redirect_chain == [("/analysis/?rules=standard&moves=d6", 302)]


RECORD = '[Variant "classic"]\n\n1. d6 f4 2. d2 *'


def test_a_record_becomes_an_address(client: Client) -> None:
    answer = client.post(ADDRESS, {"record": RECORD})

    assert (answer.status_code, answer.headers["Location"]) == (302, "/analysis/?rules=classic&moves=d6,f4,d2")


def long_line(client: Client) -> Page:
    """The page of a record that is too long for an address."""
    there_and_back = "g4-f4 c5-c4 f4-g4 c4-c5 " * 300
    record = f'[Variant "classic"] [Position "WW.W..B.......W......BBB w 0 0 0"] {there_and_back}'
    return client.post(ADDRESS, {"record": record})


def test_a_record_too_long_for_an_address_is_shown_at_once(client: Client) -> None:
    answer = long_line(client)

    assert answer.status_code == 200
    assert answer.context["page"].ply == 1200


def test_in_such_a_record_one_steps_and_plays_by_posting_it() -> None:
    client = Client(enforce_csrf_checks=True)
    client.get(ADDRESS)
    csrf = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    there_and_back = "g4-f4 c5-c4 f4-g4 c4-c5 " * 300
    sent = {"rules": "classic", "position": "WW.W..B.......W......BBB w 0 0 0", "moves": there_and_back} | csrf

    past = client.post(ADDRESS, sent | {"ply": "3"})
    back = pressed(client, past, "ply", 1200)
    typed = client.post(ADDRESS, fields(back) | {"move": "g4-f4"})
    wrong = client.post(ADDRESS, fields(back) | {"move": "g4-a1"})
    undone = pressed(client, back, "undo", 1200)

    assert [page.context["page"].ply for page in (past, back, typed, wrong, undone)] == [3, 1200, 1201, 1200, 1199]
    assert (wrong.status_code, 'value="g4-a1"' in wrong.content.decode()) == (422, True)
    assert client.post(ADDRESS, fields(back) | {"undo": "3"}).headers["Location"].endswith("&moves=g4-f4,c5-c4")


def test_the_link_to_a_record_too_long_for_one_is_that_to_its_position(client: Client) -> None:
    page = long_line(client)

    [link] = re.findall(r'id="share" readonly value="http://localhost:8000([^"]*)"', page.content.decode())
    assert "moves" not in link
    assert stones(client.get(html.unescape(link))) == stones(page)


def test_an_address_holds_nine_hundred_half_moves(client: Client) -> None:
    opened = "/analysis/?rules=classic&position=WW.W..B.......W......BBB+w+0+0+0&moves="
    page = client.get(opened + ",".join(("g4-f4", "c5-c4", "f4-g4", "c4-c5") * 225))

    assert page.status_code == 200
    assert re.findall(r'<form id="line" method="(\w+)"', page.content.decode()) == ["get"]
    assert len(urlencode(fields(page) | {"ply": 900, "choice": "", "move": "x" * 20})) < MAX_ADDRESS_BYTES


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ("1. d6 f4\n2. d6", "Line 2, half-move 3: d6 is not possible there: d6 is occupied"),
        ("1. d6 f9", "The game record cannot be read. Line 1: “f9” is not a move (half-move 2)."),
        ("", "The game record cannot be read. Line 1: there is no game in the text."),
    ],
)
def test_what_is_wrong_with_a_record_is_said_and_the_record_is_kept(client: Client, record: str, words: str) -> None:
    answer = client.post(ADDRESS, {"record": record})

    assert answer.status_code == 422
    assert words in text_of(answer)
    assert f">{html.escape(record)}</textarea>" in answer.content.decode()


# --- Nonsense ---


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ({"moves": "d6,d6"}, 422, "d6 is occupied"),
        ({"moves": "d6,zz"}, 422, "“zz” is not a move"),
        ({"position": "nonsense"}, 422, "“nonsense” is not a position."),
        ({"position": "WWWWWWWWWW...........BBB w 0 0 0"}, 422, "White has 10 stones"),
        ({"moves": "d6," * 2001}, 422, "You can analyse at most 2000 half-moves"),
        ({"moves": "<script>"}, 422, "“<script>” is not a move"),
        ({"rules": "chess"}, 404, ""),
    ],
)
def test_an_address_that_makes_no_sense_is_refused_in_words(
    client: Client, query: dict[str, str], status: int, words: str
) -> None:
    answer = client.get(ADDRESS, query)

    assert answer.status_code == status
    assert words in text_of(answer)


@pytest.mark.parametrize("ply", ["x", "-1", "99999999", "²", ""])
def test_a_ply_that_is_no_number_is_the_end(client: Client, ply: str) -> None:
    assert stones(shown(client, moves="d6,f4", ply=ply)) == {"d6", "f4"}


def test_of_two_moves_one_of_which_is_illegal_the_first_is_shown(client: Client) -> None:
    assert stones(client.get(ADDRESS, {"moves": "d6,d6,f4"})) == {"d6"}


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_not_known(client: Client, method: str) -> None:
    assert getattr(client, method)(ADDRESS).status_code == 405


def test_who_asks_too_much_is_told_when_to_come_back(client: Client, settings: Settings) -> None:
    rates = {"guest": "7/minute", "user": "7/minute", "pictures": "7/minute"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}

    answers = [client.post(ADDRESS, {"record": RECORD}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 429]
    assert 0 < int(answers[1].headers["Retry-After"]) <= 60
    assert "Too many requests at once" in text_of(answers[1])


# --- Two players ---


def test_two_players_have_a_page_of_their_own_that_is_linked_from_the_beginning(client: Client) -> None:
    page = shown(client, players="2")

    assert heading(page) == "Two players, one screen"
    assert 'href="/analysis/?players=2"' in client.get("/").content.decode()


def test_their_game_goes_on_without_scripts(client: Client) -> None:
    answer = client.get(ADDRESS, {"players": "2", "moves": "d6,f4", "choice": "d2"})

    assert answer.headers["Location"] == "/analysis/?rules=standard&moves=d6,f4,d2&players=2"
    assert fields(client.get(answer.headers["Location"]))["players"] == "2"


def test_it_costs_a_guest_no_query(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        shown(client, moves="d6,f4")


def test_it_knows_the_boards_of_the_rated_games_that_its_reader_plays(
    client: Client, game: Game, anna: User, person: Callable[..., User]
) -> None:
    play(game, "d6")
    client.force_login(anna)

    assert shown(client).context["page"].data["withheld"] == ["....W................... b"]
    Game.objects.update(rated=False)
    assert shown(client).context["page"].data["withheld"] == []
    client.force_login(person("clara"))
    assert shown(client).context["page"].data["withheld"] == []
