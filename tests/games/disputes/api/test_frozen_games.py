"""That nothing which can be sent changes a game that a dispute holds, nor the result of one that has ended."""

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import URLPattern

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.play import conditional_moves
from games.play.actions import decline_draw, offer_draw, resign
from games.play.timeouts import settle, settle_overdue_games
from muehle_server.urls import collected
from tests.support.api import Api, ApiClient
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at
from tests.support.savepoints import rolled_back

Begin = Callable[..., Game]
WRITING = ("post", "put", "patch", "delete")
STANDING = ("status", "result", "termination", "ply", "position", "on_move_id", "finished_at")

# By the names of the addresses below games/{number}/: what is sent to each. Whoever adds one adds a line.
SENT: dict[str, tuple[str, dict[str, Any]]] = {
    "moves": ("post", {"move": "a7-d7", "ply": 23}),
    "conditional-moves": ("put", {"ply": 23, "lines": [["a7-d7", "g1-d1"]]}),
    "draw_offer": ("post", {"reason": "Well?"}),
    "draw_acceptance": ("post", {}),
    "draw_refusal": ("post", {}),
    "takeback": ("post", {}),
    "takeback_acceptance": ("post", {}),
    "takeback_refusal": ("post", {}),
    "pause": ("post", {"until": "2026-03-20T12:00:00Z"}),
    "pause_acceptance": ("post", {}),
    "pause_refusal": ("post", {}),
    "draw_claim": ("post", {"claim": "repetition"}),
    "resignation": ("post", {}),
    "abort": ("post", {}),
    "timeout_claim": ("post", {}),
    "time_gift": ("post", {}),
    "rematch": ("post", {}),
    "messages": ("post", {"text": "Look here."}),
    "reminder": ("post", {}),
    "spectator_chat": ("post", {"text": "Look here."}),
    "note": ("put", {"text": "Mind a7."}),
    "game_disputes": ("post", {"category": "other", "text": "Look here."}),
    "review": ("post", {}),
    "presence": ("put", {"event": 1}),
}
# Nobody is kept from giving up or from agreeing: what the players settle between them needs no verdict.
BY_THE_PLAYERS = {"resignation": ("1-0", "resignation"), "draw_acceptance": ("1/2-1/2", "agreement")}


def addresses() -> dict[str, str]:
    """Of one game: each name with what stands behind games/{number}/, where something can be sent to it."""
    found = {}
    for pattern in collected("api.urls"):
        assert isinstance(pattern, URLPattern)
        path, view = str(pattern.pattern), getattr(pattern.callback, "view_class", None)
        writes = any(hasattr(view, method) for method in WRITING)
        if path.startswith("games/<int:number>/") and path.count("<") == 1 and writes:
            found[str(pattern.name)] = path.removeprefix("games/<int:number>/")
    return found


def standing(game: Game) -> tuple[object, ...]:
    return tuple(getattr(fresh(game), column) for column in STANDING)


@pytest.fixture
def frozen(clock: time_machine.Traveller, begin: Begin, anna: User, bert: User) -> Game:
    """Anna is on move and has gone to the arbiters; Bert has a move ahead, and offers a draw after all."""
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    conditional_moves.keep_lines(game.number, bert, [["a7-d7", "g1-d1"]], ply=game.ply + 1)
    offer_draw(game.number, bert)
    filing.open_dispute(game.number, anna, category="draw", text="Nobody can win this.")
    return fresh(game)


@pytest.fixture
def over(frozen: Game, bert: User) -> Game:
    """Bert has given up: Anna has won."""
    resign(frozen.number, bert)
    return fresh(frozen)


def test_every_address_of_a_game_is_in_the_table() -> None:
    assert set(SENT) == set(addresses())


def answers_to(game: Game, name: str, *clients: ApiClient) -> list[int]:
    method, body = SENT[name]
    address = f"/api/v1/games/{game.number}/{addresses()[name]}"
    return [getattr(client, method)(address, body, format="json").status_code for client in clients]


def sent_with_effect(game: Game, names: Collection[str], *clients: ApiClient) -> dict[str, list[int]]:
    """What changes how the game stands, or fails, with the answers to the clients."""
    before, found = standing(game), {}
    for name in names:
        with rolled_back():
            statuses = answers_to(game, name, *clients)
            if standing(game) != before or max(statuses) >= 500:
                found[name] = statuses
    return found


def test_nothing_that_is_sent_moves_a_frozen_game(api: Api, frozen: Game, anna: User, bert: User, carla: User) -> None:
    assert sent_with_effect(frozen, SENT.keys() - BY_THE_PLAYERS, *map(api, (anna, bert, carla))) == {}


@pytest.mark.parametrize("name", sorted(BY_THE_PLAYERS))
def test_players_may_settle_it_themselves(api: Api, frozen: Game, anna: User, bert: User, name: str) -> None:
    answers_to(frozen, name, api(bert if name == "resignation" else anna))

    after = fresh(frozen)
    assert (after.result, after.termination) == BY_THE_PLAYERS[name]
    assert frozen.disputes.get().verdict == "settled"


def test_nothing_that_is_sent_changes_a_result(api: Api, over: Game, anna: User, bert: User, carla: User) -> None:
    assert sent_with_effect(over, SENT, *map(api, (anna, bert, carla))) == {}


def test_time_does_not_end_a_frozen_game(clock: time_machine.Traveller, frozen: Game) -> None:
    """Its deadline was to be after three days; nobody takes the case, so that the clocks run again after seven."""
    before = standing(frozen)
    clock.shift(timedelta(days=6))

    assert settle_overdue_games() == 0
    assert standing(settle(frozen.number)) == before

    clock.shift(timedelta(days=4, seconds=1))
    assert settle_overdue_games() == 1
    assert fresh(frozen).termination == "timeout"
