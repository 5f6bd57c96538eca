"""Pages: play now, the lobby, the list of computers, a game to watch, and what follows a game."""

from collections.abc import Callable

import pytest
from django.test import Client, override_settings

from accounts.models import User
from games.challenges.models import Challenge
from games.computer import exhibition
from games.computer.models import ComputerGame
from games.core.models.games import Game
from games.play import actions as play
from games.players.guests import MOST_GAMES
from muehle.clocks.days_per_move import DaysPerMove
from tests.support.computers import Against
from tests.support.people import new_guest
from tests.support.signing_in import sign_in

PLAY_A_COMPUTER = '<a class="button button--quiet" href="/computers/">'
PLACES = ["/", "/lobby/", "/computers/", "/learn/done/"]


@pytest.mark.parametrize("address", PLACES)
def test_a_visitor_finds_the_computers(computers: dict[int, User], client: Client, address: str) -> None:
    page = client.get(address).content.decode()

    assert 'action="/lobby/play/"' in page
    assert "players/computers/1.svg" in page


@pytest.mark.parametrize("address", PLACES)
@pytest.mark.parametrize("most", [0, 500])
def test_without_computers_there_is_nothing_to_press(
    db: None, client: Client, address: str, most: int, request: pytest.FixtureRequest
) -> None:
    if not most:
        request.getfixturevalue("computers")
    with override_settings(MOST_COMPUTER_GAMES=most):
        answer = client.get(address)

    assert answer.status_code == 200
    assert 'action="/lobby/play/"' not in answer.content.decode()


def test_a_visitor_plays_as_a_guest(computers: dict[int, User], client: Client) -> None:
    answer = client.post("/lobby/play/", {"level": "3", "colour": "black", "rules": "classic", "answers": "later"})

    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.number}/"
    assert (game.white, game.black.is_guest, game.rules, game.rated) == (computers[3], True, "classic", False)
    assert ComputerGame.objects.get().answers == "later"


def test_what_is_left_out_has_a_default(computers: dict[int, User], client: Client) -> None:
    client.post("/lobby/play/", {"level": "1"})

    challenge = Challenge.objects.get()
    assert (challenge.colour, challenge.rules, challenge.rated, challenge.answers) == (
        "lot",
        "standard",
        False,
        "at_once",
    )


def test_a_player_with_an_account_may_play_rated(computers: dict[int, User], client: Client, anna: User) -> None:
    sign_in(client, anna).post("/lobby/play/", {"level": "1", "rated": "on"})

    assert Game.objects.get().rated


@pytest.mark.parametrize("data", [{}, {"level": "7"}, {"level": "x"}, {"level": "1", "rules": "chess"}])
def test_what_cannot_be_played_begins_nothing(computers: dict[int, User], client: Client, data: dict[str, str]) -> None:
    answer = client.post("/lobby/play/", data, follow=True)

    assert "Choose a computer." in answer.content.decode()
    assert not Game.objects.exists()
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_who_plays_rated_is_refused_in_words(computers: dict[int, User], client: Client) -> None:
    answer = client.post("/lobby/play/", {"level": "1", "rated": "on"}, follow=True)

    assert "Games with a guest cannot be rated." in answer.content.decode()
    assert not Game.objects.exists()
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_with_too_many_games_is_led_to_them(client: Client, against: Against) -> None:
    guest = new_guest()
    numbers = {against(guest).number for _game in range(MOST_GAMES)}

    answer = sign_in(client, guest).post("/lobby/play/", {"level": "1"}, follow=True)

    page = answer.content.decode()
    assert "A guest can play at most 3 games at a time." in page
    assert [number for number in numbers if f'href="/games/{number}/"' not in page] == []
    assert set(Game.objects.values_list("number", flat=True)) == numbers


@pytest.mark.parametrize("has_game", [True, False])
def test_the_home_page_of_a_player_leads_to_the_computers(
    client: Client, anna: User, computers: dict[int, User], begin: Callable[..., Game], has_game: bool
) -> None:
    if has_game:
        begin()
    sign_in(client, anna)

    page = client.get("/").content.decode()
    with override_settings(MOST_COMPUTER_GAMES=0):
        without = client.get("/").content.decode()

    assert PLAY_A_COMPUTER in page
    assert PLAY_A_COMPUTER not in without


def test_where_guests_are_not_welcome_a_visitor_logs_in_first(computers: dict[int, User], client: Client) -> None:
    with override_settings(MOST_GUESTS=0):
        answer = client.post("/lobby/play/", {"level": "1"})

    assert answer["Location"].startswith("/accounts/login/")
    assert not Game.objects.exists()


def test_opening_the_address_begins_nothing(computers: dict[int, User], client: Client) -> None:
    assert client.get("/lobby/play/?level=1").status_code == 302
    assert not Game.objects.exists()


def test_the_form_of_a_challenge_leads_to_the_game(computers: dict[int, User], client: Client, anna: User) -> None:
    fields = {"kind": "direct", "opponent": "computer-1", "pace": "normal", "rules": "standard", "colour": "white"}
    more = {"leave_days": "30", "clock_system": "days_per_move", "timeout": "automatic"}

    answer = sign_in(client, anna).post("/challenges/new/", fields | more)

    assert answer["Location"] == f"/games/{Game.objects.get().number}/"


# --- The page of a game -----------------------------------------------------------------------------------------------


def test_the_page_says_that_the_computer_thinks(client: Client, anna: User, against: Against) -> None:
    game = against(anna, colour="black")

    page = sign_in(client, anna).get(f"/games/{game.number}/").content.decode()

    assert "is thinking" in page
    assert "players/computers/1.svg" in page


def test_the_page_says_that_the_computer_answers_later(client: Client, anna: User, against: Against) -> None:
    game = against(anna, colour="black", answers="later")

    page = sign_in(client, anna).get(f"/games/{game.number}/").content.decode()

    assert "is thinking" not in page
    # In the page, and for its script.
    assert page.count("The computer answers after minutes or hours, as you chose.") == 2
    assert "The next move will appear here automatically." not in page


@pytest.mark.parametrize(("answers", "stays"), [("at_once", True), ("later", False)])
def test_a_move_leads_to_another_game_only_where_the_computer_answers_later(
    client: Client, anna: User, begin: Callable[..., Game], against: Against, answers: str, stays: bool
) -> None:
    game, other = against(anna, answers=answers), begin()
    sign_in(client, anna)
    go_on = client.get(f"/games/{game.number}/").context["data"]["preferences"]["go_on"]

    answer = client.post(f"/games/{game.number}/move/", {"ply": 1, "choice": "d6"})

    assert go_on is not stays
    assert answer["Location"] == (f"/games/{game.number}/" if stays else f"/games/{other.number}/?from={game.number}")


@pytest.mark.parametrize(("level", "up", "down"), [(1, True, False), (3, True, True), (6, False, True)])
def test_an_ended_game_offers_the_next(
    client: Client, anna: User, against: Against, level: int, up: bool, down: bool
) -> None:
    game = against(anna, level)
    sign_in(client, anna)
    assert "One level" not in client.get(f"/games/{game.number}/").content.decode()
    play.resign(game.number, anna)

    page = client.get(f"/games/{game.number}/").content.decode()

    assert "Play again with the same colour" in page
    assert f'formaction="/games/{game.number}/rematch/"' in page
    assert (("One level up" in page), ("One level down" in page)) == (up, down)


@pytest.mark.parametrize("rated", [True, False])
def test_it_says_whether_the_next_game_is_rated(client: Client, anna: User, against: Against, rated: bool) -> None:
    game = against(anna, 3, rated=rated)
    play.resign(game.number, anna)

    page = sign_in(client, anna).get(f"/games/{game.number}/").content.decode()

    assert ("The next game is rated too." in page) is rated


def test_the_lobby_leads_visitors_to_the_computers_if_there_are_any(client: Client, computers: dict[int, User]) -> None:
    link = 'href="#computers"'

    assert link in client.get("/lobby/").content.decode()
    with override_settings(MOST_COMPUTER_GAMES=0):
        assert link not in client.get("/lobby/").content.decode()


def test_the_next_game_has_the_terms_of_the_last_one(client: Client, anna: User, against: Against) -> None:
    clock = DaysPerMove(5)
    game = against(anna, 2, colour="black", answers="later", rules="classic", rated=True, clock=clock)
    play.resign(game.number, anna)

    sign_in(client, anna).post("/lobby/play/", {"level": "3", "again": game.number})

    following = Game.objects.latest("number")
    assert (following.white, following.black) == (User.objects.get(computer_level=3), anna)
    assert following.agreement == game.agreement
    assert ComputerGame.objects.get(game=following).answers == "later"


@pytest.mark.parametrize("number", ["others", "4711", "99999999999999999999"])
def test_the_next_game_has_no_terms_of_a_game_of_others(
    client: Client, anna: User, bert: User, against: Against, number: str
) -> None:
    of_others = against(bert, colour="black", rules="classic")
    again = of_others.number if number == "others" else number

    sign_in(client, anna).post("/lobby/play/", {"level": "1", "again": again})

    challenge = Challenge.objects.latest("number")
    assert (challenge.challenger, challenge.rules, challenge.colour) == (anna, "standard", "lot")


def test_an_ended_game_leads_to_the_rematch_that_has_begun(client: Client, anna: User, against: Against) -> None:
    game = against(anna)
    play.resign(game.number, anna)
    address = sign_in(client, anna).post(f"/games/{game.number}/rematch/")["Location"]

    page = client.get(f"/games/{game.number}/").content.decode()

    assert f'href="{address}"' in page.partition('id="fold-computers"')[2].partition("</details>")[0]
    assert "/rematch/" not in page


def test_a_spectator_is_offered_no_next_game(client: Client, anna: User, bert: User, against: Against) -> None:
    game = against(anna)
    play.resign(game.number, anna)

    assert "Play again" not in sign_in(client, bert).get(f"/games/{game.number}/").content.decode()


def test_a_rematch_leads_to_the_new_game(client: Client, anna: User, against: Against) -> None:
    game = against(anna)
    play.resign(game.number, anna)

    answer = sign_in(client, anna).post(f"/games/{game.number}/rematch/")

    assert answer["Location"] == f"/games/{Game.objects.latest('number').number}/"
    assert Game.objects.latest("number").black == anna


@pytest.mark.parametrize("is_guest", [True, False])
def test_a_guest_confirms_no_moves_against_a_computer(
    client: Client, person: Callable[..., User], against: Against, is_guest: bool
) -> None:
    player = new_guest() if is_guest else person("dora")
    game = against(player)
    sign_in(client, player)

    data = client.get(f"/games/{game.number}/").context["data"]

    assert data["preferences"]["confirm_moves"] is not is_guest


# --- Watching ---------------------------------------------------------------------------------------------------------


def test_a_visitor_watches_two_computers(computers: dict[int, User], client: Client) -> None:
    first = client.post("/computers/watch/")
    second = client.post("/computers/watch/")

    game = Game.objects.get()
    assert first["Location"] == second["Location"] == f"/games/{game.number}/"
    assert abs((game.white.computer_level or 0) - (game.black.computer_level or 0)) == 1
    assert game.rated is False
    row = ComputerGame.objects.get()
    assert (row.player, row.answers) == (None, "shown")
    assert row.due_at is not None
    assert not User.objects.filter(is_guest=True).exists()


def test_no_game_to_watch_begins_while_the_computers_are_busy(client: Client, anna: User, against: Against) -> None:
    against(anna)
    with override_settings(MOST_COMPUTER_GAMES=1):
        answer = client.post("/computers/watch/", follow=True)

    assert "The computers are playing as many games as they can right now." in answer.content.decode()
    assert Game.objects.count() == 1


def test_the_page_of_an_ended_game_between_computers_begins_the_next_one(
    computers: dict[int, User], client: Client
) -> None:
    first = exhibition.watch()
    assert "Watch the next game" not in client.get(f"/games/{first}/").content.decode()
    play.resign(first, Game.objects.get().white)

    page = client.get(f"/games/{first}/").content.decode()
    answer = client.post("/computers/watch/")

    second = Game.objects.latest("number").number
    assert 'action="/computers/watch/"' in page
    assert "Watch the next game" in page
    assert 'href="/computers/"' in page.partition('id="game-actions"')[2].partition("</div>")[0]
    assert second != first
    assert answer["Location"] == f"/games/{second}/"


def test_the_page_of_an_ended_game_between_computers_leads_to_the_one_that_followed(
    computers: dict[int, User], client: Client, anna: User, against: Against
) -> None:
    numbers = []
    for _game in range(3):
        numbers.append(exhibition.watch())
        play.resign(numbers[-1], Game.objects.get(number=numbers[-1]).white)
        # A game that is not shown to anybody is none that follows.
        against(anna)

    pages = [client.get(f"/games/{number}/").content.decode() for number in numbers]

    assert [f'href="/games/{numbers[1]}/"' in pages[0], f'href="/games/{numbers[2]}/"' in pages[1]] == [True, True]
    assert ['action="/computers/watch/"' in page for page in pages] == [False, False, True]


def test_where_computers_do_not_play_any_more_an_ended_game_leads_to_ended_ones_only(
    computers: dict[int, User], client: Client
) -> None:
    numbers = []
    for _game in range(2):
        numbers.append(exhibition.watch())
        play.resign(numbers[-1], Game.objects.get(number=numbers[-1]).white)

    with override_settings(MOST_COMPUTER_GAMES=0):
        pages = [client.get(f"/games/{number}/").content.decode() for number in numbers]

    assert ["Watch the next game" in page for page in pages] == [True, False]
    assert ['action="/computers/watch/"' in page for page in pages] == [False, False]


def test_the_player_page_of_a_computer_has_its_face_and_a_game(computers: dict[int, User], client: Client) -> None:
    page = client.get("/players/computer-4/").content.decode()

    assert "players/computers/4.svg" in page
    assert "This is a computer player of this server, at level 4 of 6." in page
    assert 'action="/lobby/play/"' in page
    assert "/challenges/new/?to=" not in page
