"""That a verdict alone changes how a disputed game stands: no form of its page, and no action of the administration."""

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib import admin
from django.db.models import Model
from django.test import Client, RequestFactory

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.play.actions import decline_draw, offer_draw, resign
from games.site.pages.game.forms import ACTIONS
from tests.support.pages import Reader
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at, unchanged
from tests.support.reading import text_of
from tests.support.ruling import Staff
from tests.support.savepoints import rolled_back

Begin = Callable[..., Game]
# What the forms of a game’s page send, beside the move.
FIELDS = {
    "ply": 23,
    "notation": "a7-d7",
    "offer_draw": "on",
    "reason": "Well?",
    "claim": "repetition",
    "text": "Look here.",
    "canned": "",
}
BY_THE_PLAYERS = {"resignation", "draw-acceptance"}
# Of Django, where rows may be deleted; of tables of other packages; and one that does not exist.
FORGED = ("delete_selected", "revoke", "set_result", "")
FIELDS_OF_ROWS = {"result": "0-1", "status": "finished", "termination": "adjudication", "ply": 99, "verdict": "draw"}


@pytest.fixture
def frozen(begin: Begin, anna: User, bert: User) -> Game:
    """Anna is on move and has gone to the arbiters; the clocks stand."""
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    filing.open_dispute(game.number, anna, category="draw", text="Nobody can win this.")
    return fresh(game)


@pytest.fixture
def over(frozen: Game, bert: User) -> Game:
    """Anna has won: Bert has given up meanwhile."""
    resign(frozen.number, bert)
    return fresh(frozen)


def standing(game: Game) -> tuple[object, ...]:
    now = fresh(game)
    return now.status, now.result, now.termination, now.ply, now.position, now.finished_at


def test_the_page_of_a_frozen_game_asks_nobody_for_a_move(reader: Reader, frozen: Game, anna: User, bert: User) -> None:
    pages = [text_of(reader(player).get(f"/games/{frozen.number}/")) for player in (anna, bert)]

    for page in pages:
        assert "Nobody can move until the dispute is decided." in page
        assert "Choose a stone to move." not in page


def test_the_clock_of_a_frozen_game_shows_the_time_that_it_holds(
    reader: Reader, frozen: Game, anna: User, clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(days=2))

    page = reader(anna).get(f"/games/{frozen.number}/").content.decode()
    home = reader(anna).get("/").content.decode()

    for shown, words in ((page, "clock paused"), (home, "clock paused")):
        assert "3 days left" in shown
        assert words in shown
        assert "data-deadline" not in shown


def test_no_form_of_its_page_moves_a_frozen_game(reader: Reader, frozen: Game) -> None:
    assert sent_with_effect(reader, frozen, ACTIONS.keys() - BY_THE_PLAYERS) == {}


def test_no_form_of_its_page_changes_a_result(reader: Reader, over: Game) -> None:
    assert sent_with_effect(reader, over, ACTIONS.keys()) == {}


def sent_with_effect(reader: Reader, game: Game, actions: Collection[str]) -> dict[str, list[int]]:
    """The forms that change how the game stands, or that fail, with the answers to both players."""
    before, clients, found = standing(game), [reader(player) for player in (game.white, game.black)], {}
    for action in actions:
        with rolled_back():
            statuses = [client.post(f"/games/{game.number}/{action}/", FIELDS).status_code for client in clients]
            if standing(game) != before or max(statuses) >= 500:
                found[action] = statuses
    return found


def tables() -> list[type[Model]]:
    """Everything about games that the administration shows."""
    return [model for model in admin.site._registry if model.__module__.startswith("games.")]


def actions_of(root: User) -> set[str]:
    """Whatever can be done to chosen rows of any table, and what somebody might make up."""
    request = RequestFactory().get("/admin/")
    request.user = root
    offered = {name for shown in admin.site._registry.values() for name in shown.get_actions(request)}
    return {*offered, *FORGED}


def chosen(model: type[Model], action: str) -> dict[str, Any]:
    rows = [str(pk) for pk in model._default_manager.values_list("pk", flat=True)]
    form = {f"form-0-{name}": value for name, value in FIELDS_OF_ROWS.items()} | {
        "form-TOTAL_FORMS": 1,
        "_save": "Save",
    }
    return {"action": action, "_selected_action": rows, "select_across": "1", "post": "yes", **form}


def after_every_action(browser: Client, root: User, model: type[Model]) -> set[int]:
    address = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    return {browser.post(address, chosen(model, action)).status_code for action in actions_of(root)}


@pytest.mark.parametrize("state", ["frozen", pytest.param("over", marks=pytest.mark.campaign)])
def test_no_action_of_the_administration_does_anything_to_games(
    request: pytest.FixtureRequest, reader: Reader, staff: Staff, state: str
) -> None:
    game, root = request.getfixturevalue(state), staff("root", "superuser")
    browser = reader(root)
    before = standing(game)

    with unchanged():
        answers = {model.__name__: after_every_action(browser, root, model) for model in tables()}

    assert standing(game) == before
    assert {name: codes for name, codes in answers.items() if max(codes) >= 500} == {}


def test_no_table_of_games_offers_an_action(staff: Staff) -> None:
    request = RequestFactory().get("/admin/")
    request.user = staff("root", "superuser")

    # What is not part of games.
    others = {"Club": {"dissolve"}, "Post": {"remove"}, "Profile": {"take_words_away"}}

    assert {model.__name__: set(admin.site._registry[model].get_actions(request)) for model in tables()} == {
        model.__name__: others.get(model.__name__, set()) for model in tables()
    }


def test_who_plays_a_game_is_not_deleted_with_it(reader: Reader, staff: Staff, over: Game) -> None:
    """The account of a player, deleted by whoever may do everything."""
    browser, before = reader(staff("root", "superuser")), standing(over)
    rows = {"action": "delete_selected", "_selected_action": [over.white_id, over.black_id], "post": "yes"}

    browser.post("/admin/accounts/user/", rows)

    assert standing(over) == before
    assert User.objects.filter(pk__in=over.player_ids).count() == 2
