"""The spectator chat in real browsers: writing, deleting, and when the players may read it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from accounts.models import User
from games.chat import spectators
from games.chat.models import SpectatorMessage
from games.core.models.games import Game
from games.play.actions import resign
from tests.e2e.sitting import Sit
from tests.e2e.table import Table

pytestmark = pytest.mark.e2e

# Those who look on ask by themselves, every half a minute.
TWO_ROUNDS = 60_000


def spectators_said(table: Table) -> Locator:
    return table.page.locator("#spectator-chat .talk__text")


def test_what_is_said_stands_there_at_once_and_the_players_read_it_after_the_end(
    sit: Sit, game: Game, anna: User, carla: User
) -> None:
    player, onlooker = sit(game, anna), sit(game, carla)

    onlooker.open_tab("Chat")
    onlooker.page.get_by_label("To the other spectators").fill("b6 looks strong.")
    onlooker.page.get_by_role("button", name="Send message").click()
    expect(spectators_said(onlooker)).to_have_text("b6 looks strong.")
    expect(onlooker.page.get_by_label("To the other spectators")).to_have_value("")
    expect(player.page.locator("#spectator-message-text")).not_to_be_attached()
    resign(game.number, anna)

    expect(spectators_said(player)).to_have_text("b6 looks strong.")
    expect(player.page.get_by_role("button", name="Delete: b6 looks strong.")).not_to_be_attached()


def test_what_its_author_deletes_goes_from_every_page(
    sit: Sit, game: Game, carla: User, person: Callable[..., User]
) -> None:
    spectators.write(game.number, carla, "b6 looks strong.")
    author, reader = sit(game, carla), sit(game, person("david"))
    expect(spectators_said(reader)).to_have_text("b6 looks strong.")

    author.open_tab("Chat")
    author.page.get_by_role("button", name="Delete: b6 looks strong.").click()

    expect(spectators_said(author)).to_have_count(0)
    assert not SpectatorMessage.objects.filter(deleted_at=None).exists()
    expect(spectators_said(reader)).to_have_count(0, timeout=TWO_ROUNDS)
