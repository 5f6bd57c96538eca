"""The spectator chat: who may write and read there, and that players learn nothing of it."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.chat import spectators
from games.chat.errors import MessageMissing, SpectatorChatClosed, TooManyMessages
from games.chat.models import SpectatorMessage
from games.chat.queries import may_use_spectator_chat, spectator_messages_for
from games.core.models.events import Event
from games.core.models.games import Game
from games.disputes import filing
from games.disputes.models import Dispute
from games.play.actions import resign
from games.players import relations
from games.players.errors import PlayerBlocked, PlayerUnavailable
from kit.errors import NotFound, Refusal, TextMalformed, TextTooLong
from tests.conftest import NOON
from tests.support.playing import fresh, play, unchanged
from tests.support.racing import while_locked


@pytest.fixture
def david(person: Callable[..., User]) -> User:
    return person("david")


def read_by(game: Game, reader: User) -> list[str]:
    return [message.text for message in spectator_messages_for(fresh(game), reader.pk)]


def test_spectators_write_to_each_other_and_nothing_is_logged(game: Game, carla: User, david: User) -> None:
    play(game, "d6")
    before = Game.objects.values().get(), Event.objects.count()

    spectators.write(game.number, carla, "  Hm. \n")
    spectators.write(game.number, david, "Quite so.")

    assert list(SpectatorMessage.objects.values_list("author", "ply", "text")) == [
        (carla.pk, 1, "Hm."),
        (david.pk, 1, "Quite so."),
    ]
    assert read_by(game, carla) == read_by(game, david) == ["Quite so.", "Hm."]
    assert (Game.objects.values().get(), Event.objects.count()) == before


def test_players_stay_outside_until_the_game_is_over(game: Game, anna: User, bert: User, carla: User) -> None:
    for player in (anna, bert):
        assert not may_use_spectator_chat(game, player.pk)
        with unchanged(), pytest.raises(SpectatorChatClosed):
            spectators.write(game.number, player, "Hello?")

    resign(game.number, anna)

    assert may_use_spectator_chat(fresh(game), anna.pk)
    spectators.write(game.number, anna, "Well played.")
    assert read_by(game, carla) == ["Well played."]


@pytest.mark.parametrize(
    ("text", "refusal"),
    [(" \n", MessageMissing), ("x" * 501, TextTooLong), ("a\x00", TextMalformed)],
)
def test_what_is_no_message_is_refused(game: Game, carla: User, text: str, refusal: type[Refusal]) -> None:
    with unchanged(), pytest.raises(refusal):
        spectators.write(game.number, carla, text)
    spectators.write(game.number, carla, "x" * 500)


def test_whom_a_player_has_blocked_may_not_write_and_is_not_told_why(game: Game, anna: User, carla: User) -> None:
    relations.change(anna, carla, blocked=True)
    with unchanged(), pytest.raises(PlayerUnavailable):
        spectators.write(game.number, carla, "Hello?")

    relations.change(anna, carla, blocked=False)
    relations.change(carla, anna, blocked=True)
    with unchanged(), pytest.raises(PlayerBlocked):
        spectators.write(game.number, carla, "Hello?")


@pytest.mark.parametrize("how", ["muted", "blocked"])
def test_whom_a_reader_has_muted_or_blocked_they_do_not_read(game: Game, carla: User, david: User, how: str) -> None:
    spectators.write(game.number, david, "Hm.")
    relations.change(carla, david, **{how: True})
    spectators.write(game.number, david, "Hm!")
    spectators.write(game.number, carla, "Ah.")

    assert read_by(game, carla) == ["Ah."]
    assert read_by(game, david) == ["Ah.", "Hm!", "Hm."]


def test_one_writes_thirty_times_an_hour_at_most(
    clock: time_machine.Traveller, game: Game, carla: User, david: User
) -> None:
    for _ in range(30):
        spectators.write(game.number, carla, "And another thing:")

    with unchanged(), pytest.raises(TooManyMessages) as refusal:
        spectators.write(game.number, carla, "And another thing:")
    assert refusal.value.details == {"most": 30}
    spectators.write(game.number, david, "Well.")

    clock.shift(timedelta(hours=1))
    spectators.write(game.number, carla, "To go on:")


def test_one_takes_back_what_one_wrote_and_nothing_else(game: Game, carla: User) -> None:
    first, _second = [spectators.write(game.number, carla, text) for text in ("Hm.", "Ah.")]

    spectators.delete(game.number, carla, first.pk)

    assert read_by(game, carla) == ["Ah."]
    with unchanged(), pytest.raises(NotFound):
        spectators.delete(game.number, carla, first.pk)


def test_what_was_taken_back_is_read_by_nobody_and_kept_with_its_time(
    clock: time_machine.Traveller, game: Game, anna: User, carla: User, david: User
) -> None:
    message = spectators.write(game.number, carla, "Hm.")
    clock.shift(timedelta(minutes=5))

    spectators.delete(game.number, carla, message.pk)

    resign(game.number, anna)
    assert [read_by(game, reader) for reader in (anna, carla, david)] == [[], [], []]
    assert SpectatorMessage.objects.values_list("text", "deleted_at").get() == ("Hm.", NOON + timedelta(minutes=5))


def test_taking_back_leaves_no_more_to_write(game: Game, carla: User) -> None:
    for _ in range(30):
        spectators.delete(game.number, carla, spectators.write(game.number, carla, "And another thing:").pk)

    with unchanged(), pytest.raises(TooManyMessages):
        spectators.write(game.number, carla, "And another thing:")


def test_after_ninety_days_it_is_gone_and_what_was_not_taken_back_stays(
    clock: time_machine.Traveller, game: Game, carla: User
) -> None:
    taken_back, _stays = [spectators.write(game.number, carla, text) for text in ("Hm.", "Ah.")]
    spectators.delete(game.number, carla, taken_back.pk)

    clock.move_to(NOON + timedelta(days=90))
    with unchanged():
        spectators.purge_deleted(kept_for=[Dispute.objects.pending()])
    clock.shift(timedelta(seconds=1))
    spectators.purge_deleted(kept_for=[Dispute.objects.pending()])

    assert list(SpectatorMessage.objects.values_list("text", flat=True)) == ["Ah."]


def test_it_stays_for_as_long_as_a_dispute_of_its_game_waits(
    begin: Callable[..., Game], game: Game, anna: User, carla: User
) -> None:
    for of in (game, begin()):
        spectators.delete(of.number, carla, spectators.write(of.number, carla, "Hm.").pk)
    SpectatorMessage.objects.update(deleted_at=timezone.now() - timedelta(days=91))
    dispute = filing.open_dispute(game.number, anna, category="abuse", text="Read the room.")

    spectators.purge_deleted(kept_for=[Dispute.objects.pending()])
    assert list(SpectatorMessage.objects.values_list("game", flat=True)) == [game.pk]

    filing.withdraw_dispute(dispute.number, anna)
    spectators.purge_deleted(kept_for=[Dispute.objects.pending()])
    assert not SpectatorMessage.objects.exists()


def test_nobody_else_takes_it_back_nor_as_that_of_another_game(
    begin: Callable[..., Game], game: Game, anna: User, carla: User, david: User
) -> None:
    written, other = spectators.write(game.number, carla, "Hm."), begin()
    resign(game.number, anna)

    for number, person in ((game.number, david), (game.number, anna), (other.number, carla), (4711, carla)):
        with unchanged(), pytest.raises(NotFound):
            spectators.delete(number, person, written.pk)


def test_who_was_blocked_meanwhile_can_still_take_it_back(game: Game, anna: User, carla: User) -> None:
    written = spectators.write(game.number, carla, "Hm.")
    relations.change(anna, carla, blocked=True)

    spectators.delete(game.number, carla, written.pk)

    assert read_by(game, carla) == []


@pytest.mark.django_db(transaction=True)
def test_the_game_is_held_before_its_spectator(game: Game, carla: User) -> None:
    with while_locked(game, partial(spectators.write, game.number, carla, "Hm.")) as writing:
        with transaction.atomic():
            User.objects.select_for_update(nowait=True).get(pk=carla.pk)
        assert not writing.done()

    assert SpectatorMessage.objects.get().text == "Hm."


def test_the_spectator_chat_of_no_game_is_not_found(carla: User) -> None:
    with pytest.raises(NotFound):
        spectators.write(4711, carla, "Hello?")
