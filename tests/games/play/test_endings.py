"""How games end: every word for it, what is stored, and what is logged, once and in the right order."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

import muehle
from accounts.models import User
from games.chat.messages import send_message
from games.chat.models import Message
from games.core.errors import DeadlinePassed, GameOver, NotAPlayer
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.models.terms import Agreement
from games.play.actions import abort, accept_draw, claim_draw, decline_draw, offer_draw, play_move, resign
from games.play.errors import AbortTooLate
from games.play.timeouts import settle_overdue_games
from kit.errors import NotFound
from muehle import Position
from tests.conftest import NOON
from tests.support.playing import SHUFFLE, SHUFFLING, drawn, event_types, fresh, play, stand_at, unchanged

pytestmark = pytest.mark.casual

Begin = Callable[..., Game]
End = Callable[[Game, time_machine.Traveller], object]

TAKES_THE_THIRD_LAST = drawn(white="a7 d7 g4 b2", black="a1 c3 e5")
SHUTS_IN = drawn(white="g7 d6 b4 g1", black="a7 d7 a4 a1")
QUIET = SHUFFLING.removesuffix(" 0") + " 99"


def swapped(position: str) -> str:
    """The same position with the colours exchanged, Black to move."""
    return Position.parse(position).swapped().text


# --- By the rules -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "moves", "result", "termination"),
    [
        (TAKES_THE_THIRD_LAST, ["g4-g7xa1"], "1-0", "stones"),
        (swapped(TAKES_THE_THIRD_LAST), ["g4-g7xa1"], "0-1", "stones"),
        (SHUTS_IN, ["g1-d1"], "1-0", "blocked"),
        (swapped(SHUTS_IN), ["g1-d1"], "0-1", "blocked"),
        (SHUFFLING, [*SHUFFLE, *SHUFFLE], "1/2-1/2", "repetition"),
        (swapped(SHUFFLING), [*SHUFFLE, *SHUFFLE], "1/2-1/2", "repetition"),
        (QUIET, ["a7-d7"], "1/2-1/2", "quiet_limit"),
        (swapped(QUIET), ["a7-d7"], "1/2-1/2", "quiet_limit"),
    ],
)
def test_the_rules_end_a_game_with_the_move(
    begin: Begin, position: str, moves: list[str], result: str, termination: str
) -> None:
    game = stand_at(begin(), position)

    play(game, *moves)

    after = fresh(game)
    assert (after.status, after.result, after.termination) == ("finished", result, termination)
    assert (after.ply, after.last_move) == (game.ply + len(moves), moves[-1])
    assert event_types(game) == ["game_started"] + ["move_played"] * len(moves) + ["game_finished"]
    event = Event.objects.get(game=game, type="game_finished")
    assert event.data == {"result": result, "termination": termination, "ply": after.ply}


def test_a_game_may_be_lost_on_stones_while_some_are_in_hand_still(begin: Begin) -> None:
    position = drawn(white="a7 d7 g4 b2 d2 d6", black="a1 c3", hands=(1, 1))

    after = play(stand_at(begin(), position), "g7xa1")

    assert (after.result, after.termination) == ("1-0", "stones")


def test_the_last_move_of_a_game_is_stored_like_any_other(clock: time_machine.Traveller, begin: Begin) -> None:
    game = stand_at(begin(), SHUTS_IN)
    clock.shift(timedelta(minutes=1))

    after = play(game, "g1-d1")

    move = Move.objects.get(game=game, ply=after.ply)
    assert (move.notation, move.seconds_spent, move.position) == ("g1-d1", 60, after.position)


# --- By the players ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [(), ("d6",)], ids=["on one's own turn", "on the opponent's turn"])
@pytest.mark.parametrize(("who", "result"), [("anna", "0-1"), ("bert", "1-0")])
def test_a_player_who_resigns_has_lost(
    game: Game, anna: User, bert: User, who: str, result: str, moves: tuple[str, ...]
) -> None:
    play(game, *moves)
    player = {"anna": anna, "bert": bert}[who]

    after = resign(game.number, player)

    assert (after.status, after.result, after.termination) == ("finished", result, "resignation")
    event = Event.objects.get(game=game, type="game_finished")
    data = {"result": result, "termination": "resignation", "ply": len(moves)}
    assert (event.actor, event.data) == (player, data)


@pytest.mark.parametrize(
    ("who", "half_moves"),
    [("anna", 0), ("anna", 1), ("anna", 2), ("bert", 0), ("bert", 1), ("bert", 2), ("bert", 3)],
)
def test_either_side_may_abort_before_its_own_second_move(
    game: Game, anna: User, bert: User, who: str, half_moves: int
) -> None:
    play(game, *["d6", "f4", "d2", "b4"][:half_moves])
    player = {"anna": anna, "bert": bert}[who]

    after = abort(game.number, player)

    assert (after.status, after.result, after.termination) == ("aborted", "*", "abort")
    assert (after.deadline_at, after.on_move) == (None, None)
    event = Event.objects.get(game=game, type="game_finished")
    assert (event.actor, event.data) == (player, {"result": "*", "termination": "abort", "ply": half_moves})


@pytest.mark.parametrize(("who", "half_moves"), [("anna", 3), ("anna", 4), ("bert", 4), ("bert", 5)])
def test_nobody_aborts_after_their_own_second_move(
    game: Game, anna: User, bert: User, who: str, half_moves: int
) -> None:
    play(game, *["d6", "f4", "d2", "b4", "a1"][:half_moves])

    with unchanged(), pytest.raises(AbortTooLate):
        abort(game.number, {"anna": anna, "bert": bert}[who])


@pytest.mark.parametrize("action", [resign, abort])
def test_a_stranger_ends_nobodys_game(game: Game, carla: User, action: Callable[[int, User], Game]) -> None:
    with unchanged(), pytest.raises(NotAPlayer):
        action(game.number, carla)


@pytest.mark.parametrize("action", [resign, abort, offer_draw, accept_draw, decline_draw])
@pytest.mark.parametrize("number", [4711, 0, -1, 10**30])
def test_a_game_that_does_not_exist_is_not_found(anna: User, action: Callable[[int, User], Game], number: int) -> None:
    with pytest.raises(NotFound):
        action(number, anna)


# --- Every ending -----------------------------------------------------------------------------------------------------


def by_moves(position: str, *moves: str) -> End:
    return lambda game, _clock: play(stand_at(game, position), *moves)


def by_agreement(game: Game, clock: time_machine.Traveller) -> None:
    offer_draw(game.number, game.white)
    clock.shift(timedelta(hours=1))
    accept_draw(game.number, game.black)


def by_time(game: Game, clock: time_machine.Traveller) -> None:
    clock.shift(timedelta(days=4))
    settle_overdue_games()


def by_no_first_move(game: Game, clock: time_machine.Traveller) -> None:
    Game.objects.update(rated=True)
    by_time(game, clock)


ENDINGS: dict[str, End] = {
    "stones": by_moves(TAKES_THE_THIRD_LAST, "g4-g7xa1"),
    "blocked": by_moves(SHUTS_IN, "g1-d1"),
    "repetition": by_moves(SHUFFLING, *SHUFFLE, *SHUFFLE),
    "quiet_limit": by_moves(QUIET, "a7-d7"),
    "agreement": by_agreement,
    "resignation": lambda game, _clock: resign(game.number, game.white),
    "timeout": by_time,
    "abort": lambda game, _clock: abort(game.number, game.black),
    "aborted": by_no_first_move,
}
every_ending = pytest.mark.parametrize(("termination", "end"), ENDINGS.items(), ids=ENDINGS)


def test_every_ending_is_tested_here_but_the_arbiters() -> None:
    assert set(ENDINGS) == set(Game.Termination.values) - {"adjudication"}


def test_the_engine_and_the_server_have_the_same_words_for_endings() -> None:
    assert {word.value for word in muehle.Termination} == set(Game.Termination.values)


@every_ending
def test_every_ending_has_its_word_and_leaves_nothing_to_wait_for(
    clock: time_machine.Traveller, game: Game, termination: str, end: End
) -> None:
    end(game, clock)

    after = fresh(game)
    assert after.termination == termination
    assert after.status == ("aborted" if termination in ("abort", "aborted") else "finished")
    assert (after.deadline_at, after.on_move, after.draw_offered_by) == (None, None, None)
    assert after.finished_at is not None
    assert not after.draw_offers.filter(status="open").exists()


@every_ending
def test_every_ending_is_logged_once_and_last_for_both_players(
    clock: time_machine.Traveller, game: Game, termination: str, end: End
) -> None:
    end(game, clock)

    types = event_types(game)
    assert (types.count("game_finished"), types[-1]) == (1, "game_finished")
    event = Event.objects.get(game=game, type="game_finished")
    assert (event.data["termination"], event.data["result"]) == (termination, fresh(game).result)
    recipients = set(UserEvent.objects.filter(event=event).values_list("user_id", flat=True))
    assert recipients == set(game.player_ids)


@every_ending
def test_every_ending_has_the_time_of_its_action(
    clock: time_machine.Traveller, game: Game, termination: str, end: End
) -> None:
    clock.shift(timedelta(hours=1))

    end(game, clock)

    event = Event.objects.get(game=game, type="game_finished")
    assert event.created_at == fresh(game).finished_at == timezone.now()


@every_ending
def test_after_every_ending_every_action_is_refused(
    clock: time_machine.Traveller, game: Game, termination: str, end: End
) -> None:
    end(game, clock)
    number, players = game.number, (game.white, game.black)
    ply = fresh(game).ply + 1

    for player in players:
        refusal = DeadlinePassed if fresh(game).was_ended_by_deadline_of(player.pk) else GameOver
        for action in (resign, abort, offer_draw, accept_draw, decline_draw):
            with unchanged(), pytest.raises(refusal) as refused:
                action(number, player)
            assert refused.value.game.termination == termination
        with unchanged(), pytest.raises(refusal):
            claim_draw(number, player, claim="repetition")
        with unchanged(), pytest.raises(refusal):
            play_move(number, player, "e3", ply=ply)


@every_ending
def test_after_every_ending_the_players_may_still_talk(
    clock: time_machine.Traveller, game: Game, termination: str, end: End
) -> None:
    end(game, clock)

    message = send_message(game.number, game.black, "Thank you for the game!")

    assert message == Message.objects.get()
    assert event_types(game)[-1] == "message_sent"


# --- Afterwards -------------------------------------------------------------------------------------------------------


def test_the_last_move_sent_again_is_answered_as_stored(begin: Begin, anna: User) -> None:
    game = stand_at(begin(), SHUTS_IN)
    play(game, "g1-d1")

    with unchanged():
        again = play_move(game.number, anna, "g1-d1", ply=game.ply + 1)

    assert (again.is_new, again.game.termination) == (False, "blocked")


def test_the_end_is_dated(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    clock.shift(timedelta(hours=1))

    after = resign(game.number, anna)

    assert (after.finished_at, fresh(game).finished_at) == (NOON + timedelta(hours=1),) * 2


def test_a_game_of_every_rule_set_can_be_resigned_and_aborted(begin: Begin, anna: User) -> None:
    for rules in ("standard", "applet", "pink-green", "classic", "brettspielnetz"):
        agreement = Agreement(rules=rules)

        endings = [resign(begin(agreement).number, anna), abort(begin(agreement).number, anna)]

        assert [game.termination for game in endings] == ["resignation", "abort"]
