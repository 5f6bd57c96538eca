"""Private notes over the API; who can read them is in test_leaks."""

import pytest

from accounts.models import User
from games.chat.models import Note
from games.core.models.games import Game
from games.play.actions import resign
from tests.support.api import Api, refused
from tests.support.playing import unchanged


def test_a_note_is_written_read_and_deleted(api: Api, game: Game, anna: User, bert: User) -> None:
    client, address = api(anna), f"/api/v1/games/{game.number}/note/"
    nothing = {"text": "", "revealed": False, "updated_at": None}
    assert client.get(address).json() == nothing

    written = client.put(address, {"text": " Mind a7. "}, format="json").json()

    assert (written["text"], written["revealed"]) == ("Mind a7.", False)
    assert client.get(address).json() == written
    assert api(bert).get(address).json() == nothing
    assert client.delete(address).status_code == 204
    assert client.get(address).json() == nothing


def test_it_is_shown_when_the_game_is_over(api: Api, game: Game, anna: User) -> None:
    api(anna).put(f"/api/v1/games/{game.number}/note/", {"text": "Mind a7.", "revealed": True}, format="json")
    assert api().read(f"games/{game.number}/notes/")["results"] == []

    resign(game.number, anna)

    (shown,) = api().read(f"games/{game.number}/notes/")["results"]
    assert (shown["author"], shown["text"]) == ("anna", "Mind a7.")


@pytest.mark.parametrize("text", ["x" * 4001, None, 3, ["x"], "a\x00b"])
def test_what_is_no_note_is_refused(api: Api, game: Game, anna: User, text: object) -> None:
    with unchanged():
        answer = api(anna).put(f"/api/v1/games/{game.number}/note/", {"text": text}, format="json")

    assert list(refused(answer, 400, "invalid")["errors"]) == ["text"]
    assert not Note.objects.exists()
