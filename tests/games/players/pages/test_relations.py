"""Blocking and muting on the pages."""

import pytest

from accounts.models import User
from games.chat import messages
from games.core.models.games import Game
from games.players import relations
from games.players.models import Relation
from tests.support.pages import Reader
from tests.support.playing import unchanged
from tests.support.reading import text_of


def test_a_player_is_blocked_and_muted_on_their_page(reader: Reader, anna: User, bert: User) -> None:
    browser = reader(anna)

    page = browser.post("/players/bert/relation/", {"block": "on"}, follow=True)
    assert "You have blocked bert." in text_of(page)
    assert "?to=bert" not in page.content.decode()
    page = browser.post("/players/bert/relation/", {"mute": "on"}, follow=True)
    assert "You have muted bert." in text_of(page)

    listed = text_of(browser.get("/preferences/relations/"))
    assert "bert blocked and muted" in listed


def test_everything_is_lifted_in_the_list(reader: Reader, anna: User, bert: User) -> None:
    relations.change(anna, bert, blocked=True, muted=True)
    browser = reader(anna)

    browser.post("/players/bert/relation/", {"mute": "off", "back": "relations"})
    page = browser.post("/players/bert/relation/", {"block": "off", "back": "relations"}, follow=True)

    assert page.request["PATH_INFO"] == "/preferences/relations/"
    assert "You have not blocked or muted anyone. If somebody spoils your games" in text_of(page)
    assert not Relation.objects.exists()


@pytest.mark.parametrize("body", [{}, {"block": "perhaps"}, {"mute": ""}])
def test_what_says_nothing_changes_nothing(reader: Reader, anna: User, bert: User, body: dict[str, str]) -> None:
    with unchanged():
        assert reader(anna).post("/players/bert/relation/", body).status_code == 302


def test_nobody_blocks_themselves_or_by_a_link(reader: Reader, anna: User) -> None:
    with unchanged():
        page = reader(anna).post("/players/anna/relation/", {"block": "on"}, follow=True)
        assert "You can neither block nor mute yourself." in text_of(page)
        assert reader(anna).get("/players/anna/relation/").url == ".."  # type: ignore[attr-defined]
        assert reader(anna).post("/players/nobody/relation/", {"block": "on"}).status_code == 404


def test_the_panel_of_the_game_says_so_to_the_one_who_did_it(
    reader: Reader, game: Game, anna: User, bert: User
) -> None:
    messages.send_message(game.number, bert, "Hello?")
    relations.change(anna, bert, blocked=True, muted=True)

    own = reader(anna).get(f"/games/{game.number}/")
    other = reader(bert).get(f"/games/{game.number}/")

    assert "so you do not see messages from bert." in text_of(own)
    assert "neither of you can write here." in text_of(own)
    assert "Hello?" not in text_of(own)
    assert 'id="talk-text"' not in own.content.decode()
    assert 'id="talk-text"' in other.content.decode()
    refused = reader(bert).post(f"/games/{game.number}/message/", {"text": "And now?"})
    assert (refused.status_code, "This is not possible with this player." in text_of(refused)) == (403, True)
