"""Conditional moves on the page of a game without scripts: who may store them and when, what is kept, what is refused,
and how they end."""

import pytest
from django.test import Client

from accounts.models import User
from games.core.models.games import Game
from games.play.models import ConditionalMoves
from muehle import Color
from tests.support.pages import Reader
from tests.support.playing import drawn, play, stand_at, unchanged
from tests.support.reading import messages_in, text_of

ZWICK = drawn(white="a7 g7 b6 f6 d7 c5", black="a1 c4 g1 e3 d5 f2", turn=Color.BLACK)


@pytest.fixture
def placed(game: Game) -> Game:
    """Anna has begun; Bert is to move."""
    return play(game, "d6")


@pytest.fixture
def zwick(game: Game) -> Game:
    """Anna has a Zwickmühle, Bert is to move."""
    return stand_at(game, ZWICK)


def page_of(game: Game) -> str:
    return f"/games/{game.number}/"


def lines_of(game: Game) -> str:
    return f"{page_of(game)}conditional-moves/"


def programme_of(game: Game) -> str:
    return f"{page_of(game)}programme/"


def lines_sent(text: str, *, ply: int = 2) -> dict[str, object]:
    return {"ply": ply, "lines": text}


def work(zwick: Game, take: str) -> dict[str, object]:
    return {"ply": zwick.ply + 1, "u": "d6", "v": "d7", "take": take}


# --- Who may store them, and when -------------------------------------------------------------------------------------


def test_only_the_players_have_the_forms(reader: Reader, placed: Game, anna: User, bert: User, carla: User) -> None:
    shown = {user: reader(user).get(page_of(placed)).content.decode() for user in (anna, bert, carla)}

    assert 'id="conditional-form"' in shown[anna]
    assert "novalidate hidden>" in shown[bert]
    assert 'id="conditional-form"' not in shown[carla] + Client().get(page_of(placed)).content.decode()


def test_nobody_else_stores_any_in_a_game(reader: Reader, placed: Game, carla: User) -> None:
    with unchanged():
        stranger = reader(carla).post(lines_of(placed), lines_sent("f4 d2"))
        guest = Client().post(lines_of(placed), lines_sent("f4 d2"))

    assert (stranger.status_code, guest.status_code) == (403, 302)
    assert guest.headers["Location"].startswith("/accounts/login/")


def test_a_bot_stores_them_by_its_program(reader: Reader, placed: Game, bert: User) -> None:
    play(placed, "f4")
    User.objects.filter(pk=bert.pk).update(bot_since=placed.started_at)

    with unchanged():
        answer = reader(User.objects.get(pk=bert.pk)).post(lines_of(placed), lines_sent("b4 d2", ply=3))

    assert answer.status_code == 403


def test_the_address_of_the_form_leads_to_the_game(reader: Reader, placed: Game, anna: User) -> None:
    assert reader(anna).get(lines_of(placed)).headers["Location"] == ".."


@pytest.mark.parametrize("number", [0, 999999999])
def test_there_are_none_without_a_game(reader: Reader, anna: User, number: int) -> None:
    assert reader(anna).post(f"/games/{number}/conditional-moves/", lines_sent("f4 d2")).status_code == 404


# --- Lines ------------------------------------------------------------------------------------------------------------


def test_lines_are_kept_shown_and_dropped(reader: Reader, placed: Game, anna: User) -> None:
    browser = reader(anna)

    answer = browser.post(lines_of(placed), lines_sent("F4, d2\r\n\r\nb4 f2  d2 b2\r\n"))

    assert answer.headers["Location"] == f"/games/{placed.number}/#sheet-conditional-moves"
    assert messages_in(answer) == ["Conditional moves saved."]
    assert ConditionalMoves.objects.get().lines == [["f4", "d2"], ["b4", "f2", "d2", "b2"]]
    assert "f4 d2\nb4 f2 d2 b2</textarea>" in browser.get(page_of(placed)).content.decode()
    assert "Discard conditional moves" in text_of(browser.get(page_of(placed)))

    dropped = browser.post(lines_of(placed), {"ply": 2})

    assert messages_in(dropped)[-1:] == ["Conditional moves discarded."]
    assert not ConditionalMoves.objects.exists()
    assert "Discard conditional moves" not in text_of(browser.get(page_of(placed)))


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("f4", 422, "line 1, half-move 2"),
        ("d6 f4", 422, "line 1, half-move 1"),
        ("f4 d2\nf4 b4", 422, "line 2, half-move 2"),
        ("f4 nonsense", 400, "“nonsense”"),
        ("f4 d2\n" * 51, 422, "At most 50 lines of 40 half-moves each."),
        ("f4 d2 " * 21, 422, "At most 50 lines of 40 half-moves each."),
        ("x" * 20_000, 422, "at most 18000 characters"),
    ],
)
def test_what_cannot_be_stored_is_said_and_can_be_mended(
    reader: Reader, placed: Game, anna: User, text: str, status: int, said: str
) -> None:
    with unchanged():
        answer = reader(anna).post(lines_of(placed), lines_sent(text))

    assert answer.status_code == status
    assert said in text_of(answer)
    assert text.splitlines()[0][:100] in answer.content.decode()


@pytest.mark.parametrize("ply", ["", "x", "1", "3", "99999999999999999999"])
def test_conditional_moves_are_for_one_half_move(reader: Reader, placed: Game, anna: User, ply: str) -> None:
    with unchanged():
        answer = reader(anna).post(lines_of(placed), {"ply": ply, "lines": "f4 d2"})

    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (["f4"], "The game has moved on: half-move 3 is next, not 2."),
        (["f4", "d2"], "The game has moved on: half-move 4 is next, not 2."),
    ],
)
def test_conditional_moves_that_come_too_late_are_refused_and_still_on_the_page(
    reader: Reader, placed: Game, anna: User, moves: list[str], said: str
) -> None:
    play(placed, *moves)

    with unchanged():
        answer = reader(anna).post(lines_of(placed), lines_sent("f4 d2\nb4 f2 d2 b2"))

    page = answer.content.decode()
    assert answer.status_code == 409
    assert said in text_of(answer)
    assert "f4 d2\nb4 f2 d2 b2</textarea>" in page
    assert f'<input type="hidden" name="ply" value="{2 + len(moves)}">' in page
    assert 'id="sheet-conditional-moves" data-shown' in page


def test_nobody_else_sees_that_something_is_stored(reader: Reader, placed: Game, anna: User, bert: User) -> None:
    reader(anna).post(lines_of(placed), lines_sent("f4 d2"))

    for browser in (reader(bert), Client()):
        assert '["f4", "d2"]' not in browser.get(page_of(placed)).content.decode()
    assert '["f4", "d2"]' in reader(anna).get(page_of(placed)).content.decode()


# --- A Zwickmühle that works ------------------------------------------------------------------------------------------


def test_a_zwickmuehle_is_set_to_work_and_shown_again(reader: Reader, zwick: Game, anna: User) -> None:
    browser = reader(anna)

    answer = browser.post(programme_of(zwick), work(zwick, "c4, E3 f2"))

    assert messages_in(answer) == ["Conditional moves saved."]
    assert ConditionalMoves.objects.get().programme == {"u": "d6", "v": "d7", "take": ["c4", "e3", "f2"]}
    assert 'value="c4 e3 f2"' in browser.get(page_of(zwick)).content.decode()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"take": ""}, "This field is required."),
        ({"take": "z9"}, "“z9” is not a point of the board."),
        ({"take": "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1"}, "At most 9 points."),
        ({"u": "z9"}, "z9"),
        ({"u": "a1", "v": "a4"}, "You have no Zwickmühle between a1 and a4."),
    ],
)
def test_what_cannot_work_is_said(reader: Reader, zwick: Game, anna: User, changed: dict[str, str], said: str) -> None:
    with unchanged():
        answer = reader(anna).post(programme_of(zwick), work(zwick, "c4") | changed)

    assert 400 <= answer.status_code < 500
    assert said in text_of(answer)


@pytest.mark.parametrize("rated", [True, False])
def test_only_in_a_casual_game_the_form_knows_the_zwickmuehle(
    reader: Reader, zwick: Game, anna: User, *, rated: bool
) -> None:
    Game.objects.filter(pk=zwick.pk).update(rated=rated)

    page = reader(anna).get(page_of(zwick)).content.decode()

    assert ('<option value="d7" selected>' in page) is not rated


def test_a_player_who_places_stones_has_no_zwickmuehle_to_work(reader: Reader, placed: Game, anna: User) -> None:
    assert "Repeat a Zwickmühle automatically" not in text_of(reader(anna).get(page_of(placed)))


# --- Their end --------------------------------------------------------------------------------------------------------


def test_the_page_of_the_game_says_that_they_have_ended(reader: Reader, placed: Game, anna: User, bert: User) -> None:
    reader(anna).post(lines_of(placed), lines_sent("f4 d2"))
    play(placed, "b4")
    said = "Your conditional moves have ended: they had no answer to this move."

    assert said in text_of(reader(anna).get(f"/games/{placed.number}/"))
    assert said not in text_of(reader(bert).get(f"/games/{placed.number}/"))
    assert said not in text_of(Client().get(f"/games/{placed.number}/"))

    play(placed, "d2", "f2")

    assert said not in text_of(reader(anna).get(f"/games/{placed.number}/"))
