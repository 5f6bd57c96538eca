"""A move is played from a mail: looking changes nothing, the link is for one turn, and it opens nothing else."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client

from accounts import signals
from accounts.models import User
from games.core.models.games import Game
from games.core.models.moves import Move
from games.mail_moves import links
from games.notifications import unsubscribing
from games.notifications.delivery import deliver, dispatch
from games.play import conditional_moves
from games.play.actions import play_move, resign
from tests.games.notifications.people import confirm
from tests.games.notifications.postbox import PostBox, post_box, text_of
from tests.support.playing import fresh, play, unchanged
from tests.support.reading import heading
from tests.support.reading import text_of as text_on


@pytest.fixture(autouse=True)
def _limits_begin_anew() -> Iterator[None]:
    yield
    cache.clear()


@pytest.fixture
def box(settings: LazySettings) -> Iterator[PostBox]:
    with post_box() as found:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", found.port
        yield found


def address(game: Game, player: User) -> str:
    return f"/move/{links.token_for(fresh(game), player)}/"


def moves_of(game: Game) -> list[str]:
    return list(Move.objects.filter(game=game).order_by("ply").values_list("notation", flat=True))


# --- The mail ---------------------------------------------------------------------------------------------------------


def test_the_mail_about_a_turn_has_the_link_in_both_its_parts(
    game: Game, anna: User, client: Client, box: PostBox
) -> None:
    confirm(anna)
    dispatch()
    deliver(seconds=30)

    (mail,) = box.emails
    found = re.search(r"Play from here, without logging in: http://localhost:8000(/move/\S+)", text_of(mail))
    assert found is not None
    assert f'href="http://localhost:8000{found[1]}"' in text_of(mail, "html")
    client.post(found[1], {"choice": "d6"})
    assert moves_of(game) == ["d6"]


def test_a_mail_about_anything_else_has_none(game: Game, anna: User, bert: User, box: PostBox) -> None:
    confirm(bert)
    resign(game.number, anna)
    dispatch()
    deliver(seconds=30)

    (mail,) = box.emails
    assert "/move/" not in text_of(mail)
    assert "/move/" not in text_of(mail, "html")


# --- Looking and playing ----------------------------------------------------------------------------------------------


def test_the_page_shows_board_moves_and_deadline_without_logging_in(
    game: Game, anna: User, bert: User, client: Client
) -> None:
    play(game, "d6", "f4")

    page = client.get(address(game, anna))

    text = text_on(page)
    assert heading(page) == "Your move against bert"
    assert f"This is game {game.number} of anna. You play White." in text
    assert "bert has played f4." in text
    assert f"/games/{game.number}/board.svg?ply=2" in page.content.decode()
    assert page.content.decode().count("<option>") == 22
    assert "d6 f4" in text


def test_looking_changes_nothing(game: Game, anna: User, client: Client) -> None:
    target = address(game, anna)

    with unchanged():
        client.get(target)
        client.head(target)
        client.get(f"{target}?choice=d6&notation=d6")
        assert client.put(target).status_code == 405


@pytest.mark.parametrize("fields", [{"choice": "d6"}, {"notation": "D 6"}, {"notation": "d6", "choice": "a1"}])
def test_a_post_plays_the_move(game: Game, anna: User, client: Client, fields: dict[str, str]) -> None:
    target = address(game, anna)

    answer = client.post(target, fields)

    assert (answer.status_code, answer["Location"]) == (302, target)
    assert moves_of(game) == ["d6"]
    page = client.get(target)
    assert heading(page) == "This link is no longer valid"
    assert "d6 has been played." in text_on(page)


def test_it_is_in_the_language_of_the_player(game: Game, anna: User, client: Client) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")

    assert heading(client.get(address(game, anna))) == "Dein Zug gegen bert"


def test_black_sees_the_board_from_their_side(game: Game, bert: User, client: Client) -> None:
    play(game, "d6")

    assert "&amp;turned=1" in client.get(address(game, bert)).content.decode()


def test_a_conditional_move_is_one_tap_away(game: Game, anna: User, bert: User, client: Client) -> None:
    play(game, "d6")
    conditional_moves.keep_lines(game.number, anna, [["f4", "d2"]], ply=2)
    play_move(game.number, bert, "f4", ply=2, offer_draw=True)
    target = address(game, anna)

    page = client.get(target).content.decode()

    assert moves_of(game) == ["d6", "f4"]
    assert '<input type="hidden" name="choice" value="d2">' in page
    assert "Play d2, as planned" in page
    client.post(target, {"choice": "d2"})
    assert moves_of(game) == ["d6", "f4", "d2"]


def test_a_conditional_move_upon_another_move_is_not_offered(game: Game, anna: User, client: Client) -> None:
    play(game, "d6")
    conditional_moves.keep_lines(game.number, anna, [["f4", "d2"]], ply=2)
    play(game, "b4")

    assert "as planned" not in client.get(address(game, anna)).content.decode()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Choose a move, or type one."),
        ({"notation": "d5-d6"}, "d5"),
        ({"notation": "zz"}, "zz"),
        ({"choice": "d6x"}, "d6x"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(
    game: Game, anna: User, client: Client, fields: dict[str, str], words: str
) -> None:
    target = address(game, anna)

    with unchanged():
        answer = client.post(target, fields)

    assert answer.status_code == 422
    assert words in text_on(answer)


# --- For one turn -----------------------------------------------------------------------------------------------------


def test_it_is_for_one_turn_only(game: Game, anna: User, client: Client) -> None:
    target = address(game, anna)
    client.post(target, {"choice": "d6"})
    play(game, "f4")

    with unchanged():
        answer = client.post(target, {"choice": "d2"})

    assert heading(answer) == "This link is no longer valid"
    assert moves_of(game) == ["d6", "f4"]


@pytest.mark.casual
def test_it_ends_with_the_deadline(clock: time_machine.Traveller, game: Game, anna: User, client: Client) -> None:
    target = address(game, anna)
    clock.shift(timedelta(days=40))

    answer = client.post(target, {"choice": "d6"})

    assert heading(answer) == "This link is no longer valid"
    assert fresh(game).termination == "timeout"
    assert moves_of(game) == []


def test_it_ends_with_the_game(game: Game, anna: User, bert: User, client: Client) -> None:
    target = address(game, anna)
    resign(game.number, bert)

    assert heading(client.post(target, {"choice": "d6"})) == "This link is no longer valid"
    assert moves_of(game) == []


@pytest.mark.parametrize("change", ["x", ""])
def test_a_link_that_is_none_of_ours_finds_nothing(game: Game, anna: User, client: Client, change: str) -> None:
    token = links.token_for(fresh(game), anna)

    assert client.get(f"/move/{token[:-1]}{change}/").status_code == 404
    assert client.post(f"/move/{token[:-1]}{change}/", {"choice": "d6"}).status_code == 404


def test_a_link_that_ends_mails_plays_no_move(game: Game, anna: User, client: Client) -> None:
    assert client.get(f"/move/{unsubscribing.token_for(anna, [])}/").status_code == 404


@pytest.mark.parametrize("revoke", [unsubscribing.revoke, lambda user: signals.account_secured.send(User, user=user)])
def test_it_can_be_revoked_and_is_when_the_account_is_secured(
    game: Game, anna: User, client: Client, revoke: Callable[[User], object]
) -> None:
    target = address(game, anna)
    revoke(anna)

    assert client.get(target).status_code == 404
    assert client.post(target, {"choice": "d6"}).status_code == 404
    assert moves_of(game) == []


def test_the_link_of_a_closed_account_finds_nothing(game: Game, anna: User, client: Client) -> None:
    target = address(game, anna)
    User.objects.filter(pk=anna.pk).update(is_active=False)

    assert client.get(target).status_code == 404


# --- Nothing else -----------------------------------------------------------------------------------------------------


def test_it_gives_no_session_and_takes_no_cookie(game: Game, anna: User, client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    target = address(game, anna)

    strict.post(target, {"choice": "d6"})

    assert moves_of(game) == ["d6"]
    assert "sessionid" not in " ".join(strict.cookies)
    assert strict.get("/preferences/notifications/").status_code == 302


def test_it_is_about_its_player_whoever_is_logged_in(game: Game, anna: User, bert: User, client: Client) -> None:
    client.force_login(bert)

    client.post(address(game, anna), {"choice": "d6"})

    assert moves_of(game) == ["d6"]
    assert int(client.session["_auth_user_id"]) == bert.pk


def test_the_address_goes_nowhere_else(game: Game, anna: User, client: Client) -> None:
    answer = client.get(address(game, anna))

    assert (answer["Referrer-Policy"], answer["Cache-Control"], answer["X-Robots-Tag"]) == (
        "no-referrer",
        "no-store",
        "noindex",
    )


def test_who_asks_too_often_is_told_when_to_come_again(
    game: Game, anna: User, client: Client, settings: LazySettings
) -> None:
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"guest": "3/minute"}
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}
    target = address(game, anna)

    codes = [client.get(target).status_code for _each in range(4)]

    assert codes == [200, 200, 200, 429]
