"""The Zwickmühlen of a game's position: for everybody but the players of a rated game that goes on."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import resign
from tests.support.api import Api, refused
from tests.support.playing import drawn, play, stand_at, unchanged

# White's stone on d6 swings between d7 and d6: a7 g7 wait on the outer ring, b6 f6 on the middle one.
SWINGING = drawn(white="a7 g7 b6 f6 d6", black="a1 g1 e4 c3 d3")
PARTNERS = ["a7", "g7", "b6", "f6"]
FOUND: dict[str, object] = {
    "color": "white",
    "stone": "d6",
    "u": "d6",
    "v": "d7",
    "kind": "spoke",
    "partners": PARTNERS,
}


def test_everybody_else_is_shown_them(api: Api, game: Game, carla: User) -> None:
    stand_at(game, SWINGING)

    for caller in (api(), api(carla)):
        answer = caller.read(f"games/{game.number}/zwickmuehlen/")
        assert (answer["number"], answer["ply"]) == (game.number, 18)
        assert [sorted_partners(found) for found in answer["zwickmuehlen"]] == [sorted_partners(FOUND)]


def sorted_partners(found: dict[str, object]) -> dict[str, object]:
    return found | {"partners": sorted(found["partners"])}  # type: ignore[call-overload]  # a list of points


def test_the_players_of_a_rated_game_are_refused_at_every_half_move(
    api: Api, game: Game, anna: User, bert: User
) -> None:
    stand_at(game, SWINGING)

    for player in (anna, bert):
        for query in ("", "?ply=0"):
            with unchanged():
                answer = api(player).get(f"/api/v1/games/{game.number}/zwickmuehlen/{query}")
            refused(answer, 403, "zwickmuehlen_withheld")


def test_a_casual_or_ended_game_shows_them_to_its_players(
    api: Api, begin: Callable[..., Game], anna: User, bert: User
) -> None:
    casual, ended = begin(Agreement(rated=False)), begin()
    for game in (casual, ended):
        stand_at(game, SWINGING)
    resign(ended.number, bert)

    for game in (casual, ended):
        assert len(api(anna).read(f"games/{game.number}/zwickmuehlen/")["zwickmuehlen"]) == 1


@pytest.mark.parametrize("ply", [0, 1, 2])
def test_an_earlier_half_move_has_its_own(api: Api, game: Game, ply: int) -> None:
    play(game, "d6", "f4")

    assert api().read(f"games/{game.number}/zwickmuehlen/", ply=ply) == {
        "number": game.number,
        "ply": ply,
        "zwickmuehlen": [],
    }


def test_a_half_move_that_was_not_played_is_not_found(api: Api, game: Game) -> None:
    refused(api().get(f"/api/v1/games/{game.number}/zwickmuehlen/?ply=1"), 404, "not_found")


@pytest.mark.parametrize("ply", ["x", "-1", "32768", "1.5", "%00"])
def test_what_is_no_half_move_is_invalid(api: Api, game: Game, ply: str) -> None:
    answer = refused(api().get(f"/api/v1/games/{game.number}/zwickmuehlen/?ply={ply}"), 400, "invalid")

    assert list(answer["errors"]) == ["ply"]
