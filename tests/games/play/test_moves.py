"""Playing a move: who may, when, and what it leaves behind."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import translation

from accounts.models import User
from games.chat.models import Message
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.core.models.moves import Move
from games.play.actions import play_move
from games.play.errors import MoveIllegal, StalePly
from games.play.models import DrawOffer
from games.players import relations
from games.players.errors import PlayerUnavailable
from kit.errors import NotFound, Refusal, TextTooLong
from tests.conftest import NOON
from tests.support.playing import play, unchanged


def test_a_move_is_stored_and_hands_the_turn_over(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    clock.shift(timedelta(hours=5))

    after = play_move(game.number, anna, "d6", ply=1).game

    stored = Move.objects.get(game=game)
    assert (stored.ply, stored.notation, stored.seconds_spent) == (1, "d6", 5 * 3600)
    assert stored.position == after.position == "....W................... b 8 9 0"
    assert (after.ply, after.last_move, after.on_move_id) == (1, "d6", after.black_id)
    assert after.deadline_at == NOON + timedelta(hours=5, days=3)


def test_a_move_is_logged_for_both_players_in_its_transaction(game: Game, anna: User, bert: User) -> None:
    play_move(game.number, anna, "d6", ply=1)

    event = Event.objects.get(type="move_played")
    assert (event.game, event.actor) == (game, anna)
    assert event.data["move"] == "d6"
    assert set(UserEvent.objects.filter(event=event).values_list("user_id", flat=True)) == {anna.pk, bert.pk}


def test_a_users_stream_counts_without_gaps(game: Game, anna: User, bert: User) -> None:
    play(game, "d6", "f4", "d2")

    seqs = UserEvent.objects.filter(user=anna).order_by("seq").values_list("seq", flat=True)

    assert list(seqs) == list(range(1, len(seqs) + 1))


def test_the_same_move_sent_again_is_answered_and_not_played_twice(game: Game, anna: User) -> None:
    first = play_move(game.number, anna, "d6", ply=1)

    again = play_move(game.number, anna, "d6", ply=1)

    assert (first.is_new, again.is_new) == (True, False)
    assert Move.objects.count() == 1
    assert Event.objects.filter(type="move_played").count() == 1


@pytest.mark.parametrize(
    ("mover", "notation", "ply", "code"),
    [
        ("carla", "d6", 1, "not_a_player"),
        ("bert", "d6", 1, "not_your_turn"),
        ("anna", "d6", 2, "stale_ply"),
        ("anna", "d6", 0, "stale_ply"),
        ("anna", "d6xa1", 1, "illegal_move"),
        ("anna", "d6-f6", 1, "illegal_move"),
        ("anna", "h9", 1, "malformed_move"),
        ("anna", "", 1, "malformed_move"),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(
    game: Game, anna: User, bert: User, carla: User, mover: str, notation: str, ply: int, code: str
) -> None:
    with unchanged(), pytest.raises(Refusal) as refusal:
        play_move(game.number, {"anna": anna, "bert": bert, "carla": carla}[mover], notation, ply=ply)

    assert refusal.value.code == code


def test_another_move_for_a_played_ply_is_stale(game: Game, anna: User) -> None:
    play(game, "d6")

    with unchanged(), pytest.raises(StalePly) as refusal:
        play_move(game.number, anna, "d2", ply=1)

    assert refusal.value.details == {"ply": 1, "expected": 2}
    assert refusal.value.game == game


def test_an_illegal_move_names_the_reason_in_words_and_the_legal_moves(game: Game, bert: User) -> None:
    play(game, "d6")

    with pytest.raises(MoveIllegal) as refusal:
        play_move(game.number, bert, "d6", ply=2)

    assert refusal.value.message == "d6 is not possible here: d6 is occupied"
    assert refusal.value.details["reason"] == "occupied"
    assert len(refusal.value.details["legal_moves"]) == 23
    assert refusal.value.game == game


def test_an_unknown_game_is_not_found(anna: User) -> None:
    with pytest.raises(NotFound):
        play_move(4711, anna, "d6", ply=1)


def test_a_move_that_was_stored_before_is_distinguished_from_a_new_one(game: Game, anna: User, bert: User) -> None:
    assert [play_move(game.number, anna, "d6", ply=1).is_new for _each in range(2)] == [True, False]
    assert [play_move(game.number, bert, "f4", ply=2).is_new for _each in range(2)] == [True, False]


def test_only_a_message_beside_an_offer_is_as_short_as_the_reason_of_one(game: Game, anna: User, bert: User) -> None:
    play_move(game.number, anna, "d6", ply=1, message="a" * Message.LONGEST)
    with pytest.raises(TextTooLong):
        play_move(game.number, bert, "f4", ply=2, message="a" * (DrawOffer.LONGEST + 1), offer_draw=True)

    assert len(game.messages.get().text) == Message.LONGEST > DrawOffer.LONGEST


def test_a_message_goes_with_a_move(game: Game, anna: User) -> None:
    play_move(game.number, anna, "d6", ply=1, message="  Good luck!  ")

    message = game.messages.get()
    assert (message.author, message.text, message.ply) == (anna, "Good luck!", 1)
    assert Event.objects.filter(type="message_sent").count() == 1


def test_a_sentence_that_is_ready_goes_with_a_move_and_gives_an_offer_no_reason(game: Game, anna: User) -> None:
    with translation.override("de"):
        play_move(game.number, anna, "d6", ply=1, canned="good_luck", offer_draw=True)

    message = game.messages.get()
    assert (message.author, message.text, message.canned, message.ply) == (
        anna,
        "Good luck, have fun!",
        "good_luck",
        1,
    )
    assert Event.objects.get(type="message_sent").data["canned"] == "good_luck"
    assert (DrawOffer.objects.get().reason, Event.objects.get(type="draw_offered").data["reason"]) == ("", "")


def test_a_sentence_for_whom_one_may_not_write_to_refuses_the_move_with_it(game: Game, anna: User, bert: User) -> None:
    relations.change(bert, anna, blocked=True)

    with unchanged(), pytest.raises(PlayerUnavailable):
        play_move(game.number, anna, "d6", ply=1, canned="good_luck")


def test_a_message_that_is_too_long_refuses_the_move_with_it(game: Game, anna: User) -> None:
    with unchanged(), pytest.raises(TextTooLong):
        play_move(game.number, anna, "d6", ply=1, message="x" * 1001)
