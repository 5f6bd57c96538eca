"""Words between players: messages, reasons of offers and refusals, and what cannot be stored of them."""

import json
from collections.abc import Callable

import pytest
from django.utils import translation

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.chat.errors import MessageMissing
from games.chat.messages import send_message
from games.chat.models import Message
from games.core.errors import NotAPlayer
from games.core.models.events import Event
from games.core.models.games import Game
from games.play.actions import decline_draw, offer_draw, play_move
from games.play.errors import MoveMalformed
from games.play.models import DrawOffer
from games.players import relations
from games.players.errors import PlayerUnavailable
from kit.errors import NotFound, TextMalformed, TextTooLong
from tests.support.playing import event_types, fresh, play, unchanged


def test_a_message_is_stored_and_logged(game: Game, anna: User) -> None:
    message = send_message(game.number, anna, "  Hello, Bert!\n")

    assert (message.game, message.author, message.text, message.ply) == (game, anna, "Hello, Bert!", 0)
    event = Event.objects.get(game=game, type="message_sent")
    assert (event.actor, event.data) == (anna, {"message": message.pk, "ply": 0, "text": "Hello, Bert!"})


def test_a_message_is_written_on_either_sides_turn(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")

    send_message(game.number, anna, "Your turn.")
    send_message(game.number, bert, "I know.")

    assert list(Message.objects.values_list("author", "ply")) == [(anna.pk, 1), (bert.pk, 1)]


def test_a_message_does_not_change_the_game(game: Game, anna: User) -> None:
    before = Game.objects.values().get()

    send_message(game.number, anna, "Hello")

    assert Game.objects.values().get() == before


@pytest.mark.parametrize("text", ["", " ", "\n\t \u3000"])
def test_an_empty_message_is_refused(game: Game, anna: User, text: str) -> None:
    with unchanged(), pytest.raises(MessageMissing):
        send_message(game.number, anna, text)


def test_a_stranger_can_not_write(game: Game, carla: User) -> None:
    with unchanged(), pytest.raises(NotAPlayer):
        send_message(game.number, carla, "Hello")


def test_a_message_to_no_game_is_not_found(anna: User) -> None:
    with pytest.raises(NotFound):
        send_message(4711, anna, "Hello")


# --- What cannot be stored --------------------------------------------------------------------------------------------


Write = Callable[[Game, str], object]


def challenge_with(game: Game, text: str) -> Challenge:
    return actions.challenge_player(game.white, game.black, Proposal(agreement=game.agreement, message=text))


def decline_challenge_with(game: Game, text: str) -> Challenge:
    challenge = Challenge.objects.get(status="open")
    return actions.decline_challenge(challenge.number, game.black, reason=text)


def decline_offer_with(game: Game, text: str) -> Game:
    return decline_draw(game.number, game.white, reason=text)


WRITERS: dict[str, tuple[Write, int]] = {
    "message": (lambda game, text: send_message(game.number, game.white, text), 1000),
    "message with a move": (lambda game, text: play_move(game.number, game.white, "d6", ply=1, message=text), 1000),
    "message with a move and an offer": (
        lambda game, text: play_move(game.number, game.white, "d6", ply=1, offer_draw=True, message=text),
        500,
    ),
    "reason of an offer": (lambda game, text: offer_draw(game.number, game.white, reason=text), 500),
    "reason of declining an offer": (decline_offer_with, 500),
    "message of a challenge": (challenge_with, 500),
    "reason of declining a challenge": (decline_challenge_with, 500),
}
every_writer = pytest.mark.parametrize(("write", "longest"), WRITERS.values(), ids=WRITERS)


@pytest.fixture
def talking(game: Game, write: Write) -> Game:
    """A game in which Bert has a challenge of Anna's to answer, and Anna, if she is to decline one, a draw offer."""
    if write is decline_offer_with:
        offer_draw(game.number, game.black)
    challenge_with(game, "")
    return fresh(game)


@every_writer
def test_a_text_of_the_greatest_length_is_stored(talking: Game, write: Write, longest: int) -> None:
    write(talking, " " + "ß" * longest + " ")

    assert "ß" * longest in json.dumps(Event.objects.latest("id").data, ensure_ascii=False)


@every_writer
def test_a_text_that_is_too_long_is_refused(talking: Game, write: Write, longest: int) -> None:
    with unchanged(), pytest.raises(TextTooLong) as refusal:
        write(talking, "ß" * (longest + 1))

    assert refusal.value.details == {"longest": longest}
    assert refusal.value.message == f"The text is longer than {longest} characters."


# The first four cannot be stored; the others have control characters.
MALFORMED = ["\x00", "a\x00b", "\ud800", "a\udfffb", "a\x01b", "\x1b[31mred", "a\x0bb", "a\x7fb", "a\x84b", "a\x9fb"]


@every_writer
def test_a_text_that_can_not_be_stored_or_has_control_characters_is_refused(
    talking: Game, write: Write, longest: int
) -> None:
    with unchanged():
        for text in MALFORMED:
            with pytest.raises(TextMalformed):
                write(talking, text)


@every_writer
def test_a_text_may_have_tabs_and_line_ends(talking: Game, write: Write, longest: int) -> None:
    text = "a\tb\r\nc\u0085d\u2028e\u2029f"

    write(talking, text)

    assert text in (value for event in Event.objects.all() for value in event.data.values())


@pytest.mark.parametrize("text", ["you \u202ewin\u202c", "\u2066a\u2069"])
@every_writer
def test_a_text_that_turns_the_reading_direction_is_refused(
    talking: Game, write: Write, longest: int, text: str
) -> None:
    with unchanged(), pytest.raises(TextMalformed):
        write(talking, text)


@pytest.mark.parametrize("mark", ["\u0301", "\u20dd", "\u0e49"])
@every_writer
def test_a_letter_with_nine_marks_is_refused(talking: Game, write: Write, longest: int, mark: str) -> None:
    with unchanged(), pytest.raises(TextMalformed):
        write(talking, f"Z{mark * 9}algo")


@pytest.mark.parametrize("text", ["Z" + "\u0301" * 8 + "algo", "กี่ปี้ ผู้ใหญ่", "שָׁלוֹם", "བསྒྲུབས", "👩🏽‍🚀 ❤️"])
def test_letters_with_the_marks_of_their_script_are_taken(game: Game, anna: User, text: str) -> None:
    assert send_message(game.number, anna, text).text == text


@pytest.mark.parametrize("text", ["\u200b", " \u200d \ufeff", "\u3164", "\u2800\u115f"])
def test_a_message_of_invisible_characters_is_empty(game: Game, anna: User, text: str) -> None:
    with unchanged(), pytest.raises(MessageMissing):
        send_message(game.number, anna, text)


@pytest.mark.parametrize("move", ["d6\x00", "\x00", "\ud800", "x" * 10_000, "%s", "%(move)s"])
def test_a_move_that_can_not_be_stored_is_malformed(game: Game, anna: User, move: str) -> None:
    with unchanged(), pytest.raises(MoveMalformed) as refusal:
        play_move(game.number, anna, move, ply=1)

    assert refusal.value.message == f"“{move[:20]}” is not a move. Write it like d6, d6-f6 or d6-f6xa1."


def test_a_refused_text_refuses_the_move_with_the_game_as_it_stands(game: Game, anna: User) -> None:
    with unchanged(), pytest.raises(TextTooLong):
        play_move(game.number, anna, "d6", ply=1, message="x" * 1001)

    assert event_types(game) == ["game_started"]


def test_an_offer_on_its_own_is_stored_without_the_white_space_around_its_reason(game: Game, anna: User) -> None:
    offer_draw(game.number, anna, reason="  Even? \n")

    assert DrawOffer.objects.get().reason == "Even?"
    assert Event.objects.get(type="draw_offered").data["reason"] == "Even?"


def test_a_ready_made_sentence_is_stored_by_its_key_and_in_english(game: Game, anna: User) -> None:
    with translation.override("de"):
        message = send_message(game.number, anna, canned="thanks")
        assert message.translated_text == "Danke für die Partie!"

    assert (message.canned, message.text, message.translated_text) == ("thanks", *["Thanks for the game!"] * 2)


def test_a_ready_made_sentence_does_not_reach_whom_one_has_blocked(game: Game, anna: User, bert: User) -> None:
    relations.change(bert, anna, blocked=True)

    with unchanged(), pytest.raises(PlayerUnavailable):
        send_message(game.number, anna, canned="thanks")
