"""Draws: those that come by themselves, those that are claimed, and those that are agreed on."""

from collections.abc import Callable
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.chat.models import Message
from games.core.errors import NotAPlayer
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import abort, accept_draw, claim_draw, decline_draw, offer_draw, play_move, resign
from games.play.errors import (
    ClaimNotUsed,
    ClaimRefuted,
    DrawOfferOpen,
    DrawOfferTooSoon,
    MoveIllegal,
    NoDrawOffer,
    NotYourTurn,
)
from games.play.models import DrawOffer
from muehle import Color
from tests.conftest import NOON
from tests.support.playing import SHUFFLE, SHUFFLING, drawn, event_types, fresh, play, stand_at, unchanged

QUIET_98, QUIET_99 = (SHUFFLING.removesuffix(" 0") + f" {count}" for count in (98, 99))
Begin = Callable[..., Game]


# --- By itself --------------------------------------------------------------------------------------------------------


def test_in_standard_the_third_occurrence_of_a_position_draws(begin: Begin) -> None:
    game = play(stand_at(begin(), SHUFFLING), *SHUFFLE, *SHUFFLE[:3])
    assert (game.status, game.repetitions) == ("ongoing", 2)

    after = play(game, SHUFFLE[3])

    assert (after.result, after.termination, after.repetitions) == ("1/2-1/2", "repetition", 3)
    event = Event.objects.get(game=game, type="game_finished")
    assert event.data == {"result": "1/2-1/2", "termination": "repetition", "ply": game.ply + 1}


@pytest.mark.parametrize("rules", ["standard", "applet", "brettspielnetz"])
def test_the_count_of_repetitions_is_part_of_the_game(begin: Begin, rules: str) -> None:
    game = stand_at(begin(Agreement(rules=rules)), SHUFFLING)
    counts = []

    for move in SHUFFLE + SHUFFLE:
        game = play(game, move)
        counts.append(fresh(game).repetitions)

    assert counts == [1, 1, 1, 2, 2, 2, 2, 3]


def test_the_count_of_quiet_half_moves_is_part_of_the_game(begin: Begin) -> None:
    game = play(stand_at(begin(), SHUFFLING), *SHUFFLE[:3])

    assert game.quiet_half_moves == 3


def test_the_position_after_the_last_placement_counts_as_the_first_occurrence(begin: Begin) -> None:
    before = drawn(white="a7 b4 e5 f2", black="c3 f6 d6", turn=Color.BLACK, hands=(0, 1))
    game = play(stand_at(begin(), before), "g1")

    after = play(game, *SHUFFLE, *SHUFFLE)

    assert (after.ply, after.termination) == (game.ply + 8, "repetition")


def test_the_position_after_a_removal_counts_as_the_first_occurrence(begin: Begin) -> None:
    position = drawn(white="a7 b4 e5 f2 b6 d2", black="g1 c3 f6 d6 e4")
    game = play(stand_at(begin(), position), *SHUFFLE, "d2-b2xe4")
    assert (game.repetitions, game.quiet_half_moves) == (1, 0)

    after = play(game, *(SHUFFLE[1], SHUFFLE[0], SHUFFLE[3], SHUFFLE[2]) * 2)

    assert (after.ply, after.termination) == (game.ply + 8, "repetition")


@pytest.mark.parametrize(("rules", "drawn_at"), [("standard", 8), ("applet", 12)])
def test_in_the_applet_it_is_the_sequence_of_moves_that_has_to_recur_three_times(
    begin: Begin, rules: str, drawn_at: int
) -> None:
    game = stand_at(begin(Agreement(rules=rules)), SHUFFLING)
    before = play(game, *(SHUFFLE * 3)[: drawn_at - 1])
    assert before.is_ongoing

    after = play(before, SHUFFLE[3])

    assert (after.result, after.termination) == ("1/2-1/2", "repetition")


def test_in_the_applet_the_same_position_by_other_moves_is_no_repetition(begin: Begin) -> None:
    game = stand_at(begin(Agreement(rules="applet")), SHUFFLING)
    other_way = ("f2-d2", "g1-d1", "d2-f2", "d1-g1")

    after = play(game, *SHUFFLE, *other_way, *SHUFFLE, *other_way)

    assert after.is_ongoing


def test_in_the_applet_a_sequence_of_placements_that_take_draws_as_well(begin: Begin) -> None:
    game = play(begin(Agreement(rules="applet")), "f6", "a4", "b6", "a7", "g1", "a1xg1", *("d6xa1", "a1xd6") * 2)

    after = play(game, "d6xa1", "a1xd6")

    assert (after.result, after.termination, after.ply) == ("1/2-1/2", "repetition", 12)


@pytest.mark.parametrize("rules", ["pink-green", "classic", "brettspielnetz"])
def test_where_the_rules_know_no_automatic_draw_a_repetition_goes_on(begin: Begin, rules: str) -> None:
    game = stand_at(begin(Agreement(rules=rules)), SHUFFLING)

    after = play(game, *SHUFFLE * 4)

    assert (after.status, after.ply) == ("ongoing", game.ply + 16)


@pytest.mark.parametrize("rules", ["standard", "applet"])
def test_the_hundredth_quiet_half_move_draws(begin: Begin, rules: str) -> None:
    game = play(stand_at(begin(Agreement(rules=rules)), QUIET_98), "a7-d7")
    assert (game.status, game.quiet_half_moves) == ("ongoing", 99)

    after = play(game, "g1-d1")

    assert (after.result, after.termination, after.quiet_half_moves) == ("1/2-1/2", "quiet_limit", 100)


@pytest.mark.parametrize("rules", ["pink-green", "classic", "brettspielnetz"])
def test_where_the_rules_know_no_quiet_limit_or_want_a_claim_the_game_goes_on(begin: Begin, rules: str) -> None:
    game = stand_at(begin(Agreement(rules=rules)), QUIET_99)

    after = play(game, "a7-d7", "g1-d1")

    assert (after.status, after.quiet_half_moves) == ("ongoing", 101)


def test_a_mill_on_the_hundredth_half_move_starts_the_count_anew(begin: Begin) -> None:
    position = drawn(white="a7 d7 g4 b2", black="a1 c3 e5 f6", quiet=99)

    after = play(stand_at(begin(), position), "g4-g7xa1")

    assert (after.status, after.quiet_half_moves) == ("ongoing", 0)


def test_a_move_that_wins_on_the_hundredth_half_move_wins(begin: Begin) -> None:
    position = drawn(white="g7 d6 b4 g1", black="a7 d7 a4 a1", quiet=99)

    after = play(stand_at(begin(), position), "g1-d1")

    assert (after.result, after.termination, after.quiet_half_moves) == ("1-0", "blocked", 100)


# --- By claim ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def claiming(begin: Begin) -> Game:
    """Anna and Bert at a position from which they can shuffle, under the rules where draws are claimed."""
    return stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING)


def test_a_claim_of_repetition_is_proved_by_the_plies_of_the_three_positions(claiming: Game, anna: User) -> None:
    start = claiming.ply
    play(claiming, *SHUFFLE, *SHUFFLE)

    after = claim_draw(claiming.number, anna, claim="repetition")

    assert (after.status, after.result, after.termination) == ("finished", "1/2-1/2", "repetition")
    event = Event.objects.get(game=claiming, type="game_finished")
    proof = {"claim": "repetition", "count": 3, "needed": 3, "plies": [start, start + 4, start + 8]}
    assert event.data == {"result": "1/2-1/2", "termination": "repetition", "ply": start + 8, "proof": proof}
    assert event.actor == anna


def test_a_claim_of_the_quiet_limit_is_proved_by_the_count(begin: Begin, bert: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), QUIET_99), "a7-d7")

    after = claim_draw(game.number, bert, claim="quiet_limit")

    assert (after.result, after.termination) == ("1/2-1/2", "quiet_limit")
    event = Event.objects.get(game=game, type="game_finished")
    assert event.data["proof"] == {"claim": "quiet_limit", "count": 100, "needed": 100, "plies": []}


def test_a_claim_of_repetition_that_does_not_hold_is_refused_with_the_figures(claiming: Game, anna: User) -> None:
    start = claiming.ply
    play(claiming, *SHUFFLE)

    with unchanged(), pytest.raises(ClaimRefuted) as refusal:
        claim_draw(claiming.number, anna, claim="repetition")

    figures = {"claim": "repetition", "count": 2, "needed": 3, "plies": [start, start + 4]}
    assert refusal.value.details == figures
    assert refusal.value.message == "The claim is not justified: 2 of 3 needed."


def test_a_claim_of_the_quiet_limit_one_half_move_too_soon_is_refused(begin: Begin, bert: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), QUIET_98), "a7-d7")

    with unchanged(), pytest.raises(ClaimRefuted) as refusal:
        claim_draw(game.number, bert, claim="quiet_limit")

    assert refusal.value.details == {"claim": "quiet_limit", "count": 99, "needed": 100, "plies": []}


def test_a_claim_holds_as_long_as_nobody_plays_on(claiming: Game, anna: User, bert: User) -> None:
    play(claiming, *SHUFFLE, *SHUFFLE, "b4-b2")

    with unchanged(), pytest.raises(ClaimRefuted):
        claim_draw(claiming.number, bert, claim="repetition")


def test_only_the_player_on_move_may_claim(claiming: Game, bert: User) -> None:
    play(claiming, *SHUFFLE * 2)

    with unchanged(), pytest.raises(NotYourTurn):
        claim_draw(claiming.number, bert, claim="repetition")


def test_a_stranger_may_not_claim(claiming: Game, carla: User) -> None:
    play(claiming, *SHUFFLE * 2)

    with unchanged(), pytest.raises(NotAPlayer):
        claim_draw(claiming.number, carla, claim="repetition")


@pytest.mark.parametrize("claim", ["repetition", "quiet_limit"])
@pytest.mark.parametrize("rules", ["standard", "applet", "pink-green", "classic"])
def test_where_the_rules_know_no_claims_there_is_nothing_to_claim(
    begin: Begin, anna: User, rules: str, claim: str
) -> None:
    game = begin(Agreement(rules=rules))

    with unchanged(), pytest.raises(ClaimNotUsed):
        claim_draw(game.number, anna, claim=claim)


# --- By agreement: the offer ------------------------------------------------------------------------------------------


def test_an_offer_on_its_own_is_stored_with_its_reason(clock: time_machine.Traveller, game: Game, bert: User) -> None:
    play(game, "d6")

    after = offer_draw(game.number, bert, reason="Even enough?")

    offer = DrawOffer.objects.get()
    assert (offer.game, offer.offered_by, offer.ply, offer.reason) == (game, bert, 1, "Even enough?")
    assert (offer.status, offer.created_at, offer.answered_at) == ("open", NOON, None)
    assert (after.draw_offered_by, fresh(game).draw_offered_by) == (bert, bert)


@pytest.mark.parametrize("who", ["anna", "bert"])
def test_an_offer_can_be_made_on_either_sides_turn(game: Game, anna: User, bert: User, who: str) -> None:
    player = {"anna": anna, "bert": bert}[who]

    after = offer_draw(game.number, player)

    assert (after.draw_offered_by, after.status) == (player, "ongoing")


def test_an_offer_goes_with_a_move_and_its_message_is_the_reason(game: Game, anna: User) -> None:
    after = play_move(game.number, anna, "d6", ply=1, offer_draw=True, message=" Let us share it. ").game

    offer = DrawOffer.objects.get()
    assert (offer.offered_by, offer.ply, offer.reason, offer.status) == (anna, 1, "Let us share it.", "open")
    assert Message.objects.get().text == "Let us share it."
    assert after.draw_offered_by == anna
    assert event_types(game) == ["game_started", "move_played", "draw_offered", "message_sent"]


def test_an_offer_is_logged_for_both_players(game: Game, anna: User) -> None:
    offer_draw(game.number, anna, reason="Even?")

    event = Event.objects.get(type="draw_offered")
    assert (event.actor, event.data) == (anna, {"ply": 0, "reason": "Even?"})
    assert event.user_events.count() == 2


def test_a_move_that_ends_the_game_offers_nothing(begin: Begin, anna: User) -> None:
    game = stand_at(begin(), QUIET_99)

    after = play_move(game.number, anna, "a7-d7", ply=game.ply + 1, offer_draw=True).game

    assert (after.termination, after.draw_offered_by) == ("quiet_limit", None)
    assert not DrawOffer.objects.exists()
    assert "draw_offered" not in event_types(game)


def test_a_refused_move_offers_nothing(game: Game, anna: User) -> None:
    with unchanged(), pytest.raises(MoveIllegal):
        play_move(game.number, anna, "d6xa1", ply=1, offer_draw=True, message="Even?")


def test_a_move_with_an_offer_sent_again_offers_once(game: Game, anna: User) -> None:
    play_move(game.number, anna, "d6", ply=1, offer_draw=True)

    with unchanged():
        again = play_move(game.number, anna, "d6", ply=1, offer_draw=True)

    assert not again.is_new


def test_a_stranger_can_neither_offer_nor_answer(game: Game, anna: User, carla: User) -> None:
    offer_draw(game.number, anna)

    for action in (offer_draw, accept_draw, decline_draw):
        with unchanged(), pytest.raises(NotAPlayer):
            action(game.number, carla)


# --- By agreement: how long an offer stands ---------------------------------------------------------------------------


def test_the_offerers_own_move_keeps_the_offer(game: Game, anna: User) -> None:
    offer_draw(game.number, anna)

    after = play(game, "d6")

    assert after.draw_offered_by == anna
    assert DrawOffer.objects.get().status == "open"


def test_the_opponents_move_lapses_the_offer(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    play_move(game.number, anna, "d6", ply=1, offer_draw=True)

    after = play(game, "f4")

    offer = DrawOffer.objects.get()
    assert (offer.status, offer.answered_at) == ("lapsed", NOON)
    assert (after.draw_offered_by, fresh(game).draw_offered_by) == (None, None)


def test_a_lapsed_offer_can_not_be_accepted(game: Game, anna: User, bert: User) -> None:
    offer_draw(game.number, anna)
    play(game, "d6", "f4")

    with unchanged(), pytest.raises(NoDrawOffer):
        accept_draw(game.number, bert)


def test_a_move_with_an_offer_answers_the_opponents_offer_with_no(game: Game, anna: User, bert: User) -> None:
    offer_draw(game.number, bert)

    after = play_move(game.number, anna, "d6", ply=1, offer_draw=True).game

    assert after.draw_offered_by == anna
    statuses = dict(DrawOffer.objects.values_list("offered_by", "status"))
    assert statuses == {bert.pk: "lapsed", anna.pk: "open"}


@pytest.mark.parametrize("who", ["anna", "bert"])
def test_there_is_one_open_offer_at_a_time(game: Game, anna: User, bert: User, who: str) -> None:
    offer_draw(game.number, anna)

    with unchanged(), pytest.raises(DrawOfferOpen):
        offer_draw(game.number, {"anna": anna, "bert": bert}[who])


def test_a_move_with_a_second_offer_is_refused_whole(game: Game, anna: User) -> None:
    offer_draw(game.number, anna)

    with unchanged(), pytest.raises(DrawOfferOpen) as refusal:
        play_move(game.number, anna, "d6", ply=1, offer_draw=True)

    assert (refusal.value.game.ply, refusal.value.game.position) == (0, fresh(game).position)


# --- By agreement: the answer -----------------------------------------------------------------------------------------


def test_accepting_ends_the_game_as_drawn(clock: time_machine.Traveller, game: Game, anna: User, bert: User) -> None:
    play_move(game.number, anna, "d6", ply=1, offer_draw=True)

    after = accept_draw(game.number, bert)

    assert (after.status, after.result, after.termination) == ("finished", "1/2-1/2", "agreement")
    assert (after.draw_offered_by, after.on_move) == (None, None)
    offer = DrawOffer.objects.get()
    assert (offer.status, offer.answered_at) == ("accepted", NOON)
    event = Event.objects.get(type="game_finished")
    assert (event.actor, event.data) == (bert, {"result": "1/2-1/2", "termination": "agreement", "ply": 1})


def test_declining_lets_the_game_go_on(clock: time_machine.Traveller, game: Game, anna: User, bert: User) -> None:
    offer_draw(game.number, anna)

    after = decline_draw(game.number, bert, reason="I like my position.")

    assert (after.status, after.draw_offered_by, fresh(game).draw_offered_by) == ("ongoing", None, None)
    offer = DrawOffer.objects.get()
    assert (offer.status, offer.answered_at) == ("declined", NOON)
    event = Event.objects.get(type="draw_declined")
    assert (event.actor, event.data) == (bert, {"ply": 0, "reason": "I like my position."})


@pytest.mark.parametrize("answer", [accept_draw, decline_draw])
def test_nobody_answers_their_own_offer(game: Game, anna: User, answer: Callable[..., Game]) -> None:
    offer_draw(game.number, anna)

    with unchanged(), pytest.raises(NoDrawOffer):
        answer(game.number, anna)


@pytest.mark.parametrize("answer", [accept_draw, decline_draw])
def test_without_an_offer_there_is_nothing_to_answer(game: Game, bert: User, answer: Callable[..., Game]) -> None:
    with unchanged(), pytest.raises(NoDrawOffer):
        answer(game.number, bert)


@pytest.mark.parametrize("answer", [accept_draw, decline_draw])
def test_a_declined_offer_is_gone(game: Game, anna: User, bert: User, answer: Callable[..., Game]) -> None:
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)

    with unchanged(), pytest.raises(NoDrawOffer):
        answer(game.number, bert)


# --- By agreement: not again before both have moved -------------------------------------------------------------------


@pytest.mark.parametrize("moves_between", [(), ("d6",)])
def test_after_an_offer_alone_the_same_side_waits_until_both_have_moved(
    game: Game, anna: User, bert: User, moves_between: tuple[str, ...]
) -> None:
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    play(game, *moves_between)

    with unchanged(), pytest.raises(DrawOfferTooSoon):
        offer_draw(game.number, anna)


def test_after_both_have_moved_the_same_side_may_offer_again(game: Game, anna: User, bert: User) -> None:
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    play(game, "d6", "f4")

    after = offer_draw(game.number, anna)

    assert after.draw_offered_by == anna
    assert DrawOffer.objects.filter(offered_by=anna).count() == 2


def test_after_an_offer_with_a_move_the_next_may_come_with_the_next_move(game: Game, anna: User) -> None:
    play_move(game.number, anna, "d6", ply=1, offer_draw=True)
    play(game, "f4")

    after = play_move(game.number, anna, "d2", ply=3, offer_draw=True).game

    assert after.draw_offered_by == anna


def test_after_an_offer_with_a_move_the_next_may_not_come_before_the_next_move(game: Game, anna: User) -> None:
    play_move(game.number, anna, "d6", ply=1, offer_draw=True)
    play(game, "f4")

    with unchanged(), pytest.raises(DrawOfferTooSoon):
        offer_draw(game.number, anna)


def test_a_move_with_an_offer_that_comes_too_soon_is_refused_whole(game: Game, anna: User, bert: User) -> None:
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)

    with unchanged(), pytest.raises(DrawOfferTooSoon) as refusal:
        play_move(game.number, anna, "d6", ply=1, offer_draw=True)

    assert (refusal.value.game.ply, refusal.value.game.on_move) == (0, anna)


def test_the_other_side_may_offer_at_once(game: Game, anna: User, bert: User) -> None:
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)

    after = offer_draw(game.number, bert)

    assert after.draw_offered_by == bert


# --- By agreement: no offer outlives its game -------------------------------------------------------------------------


ENDINGS: dict[str, Any] = {
    "resignation by the offerer": lambda number, anna, bert: resign(number, anna),
    "resignation by the opponent": lambda number, anna, bert: resign(number, bert),
    "abort": lambda number, anna, bert: abort(number, bert),
}


@pytest.mark.parametrize("end", ENDINGS.values(), ids=ENDINGS)
def test_an_ending_lapses_the_open_offer(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User, end: Callable[[int, User, User], Game]
) -> None:
    offer_draw(game.number, anna)

    after = end(game.number, anna, bert)

    offer = DrawOffer.objects.get()
    assert (after.draw_offered_by, offer.status, offer.answered_at) == (None, "lapsed", NOON)


def test_the_offerers_own_last_move_lapses_their_offer(begin: Begin, anna: User) -> None:
    game = stand_at(begin(), QUIET_99)
    offer_draw(game.number, anna)

    after = play(game, "a7-d7")

    assert (after.termination, after.draw_offered_by) == ("quiet_limit", None)
    assert DrawOffer.objects.get().status == "lapsed"


def test_a_draw_by_agreement_is_possible_under_every_rule_set(begin: Begin, anna: User, bert: User) -> None:
    for rules in ("standard", "applet", "pink-green", "classic", "brettspielnetz"):
        game = begin(Agreement(rules=rules))
        offer_draw(game.number, anna)

        after = accept_draw(game.number, bert)

        assert after.termination == "agreement"
