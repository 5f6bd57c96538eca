"""Which event tells whom what. The events come from the actions themselves."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.chat.messages import send_message
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.play.actions import abort, accept_draw, decline_draw, offer_draw, resign
from games.play.deadline_notifications import record_due
from games.play.events import game_finished
from games.play.timeouts import settle
from tests.conftest import NOON
from tests.games.notifications.kinds import is_due, name_of, notified_of
from tests.support.playing import let_time_run_out, play


def last_event(event_type: str) -> Event:
    return Event.objects.select_related("game").filter(type=event_type).latest("id")


def due(event: Event) -> bool:
    return is_due(event, now=timezone.now())


def test_white_is_notified_that_the_game_has_begun(game: Game, anna: User) -> None:
    event = last_event("game_started")

    assert (name_of(event), notified_of(event), due(event)) == ("your_move", (anna.pk,), True)


def test_after_a_move_the_other_side_is_notified(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    of_white = last_event("move_played")
    play(game, "f4")
    of_black = last_event("move_played")

    assert (notified_of(of_white), notified_of(of_black)) == ((bert.pk,), (anna.pk,))


def test_a_move_that_has_been_answered_is_not_sent_any_more(game: Game) -> None:
    play(game, "d6", "f4")
    answered, waiting = Event.objects.select_related("game").filter(type="move_played").order_by("id")

    assert (due(answered), due(waiting), due(last_event("game_started"))) == (False, True, False)


def test_a_move_in_a_game_that_has_ended_is_not_sent_any_more(game: Game, bert: User) -> None:
    play(game, "d6")
    resign(game.number, bert)

    assert not due(last_event("move_played"))


def test_a_player_who_resigns_is_not_notified_of_it(game: Game, anna: User, bert: User) -> None:
    resign(game.number, bert)
    event = last_event("game_finished")

    assert (name_of(event), notified_of(event), due(event)) == ("game_over", (anna.pk,), True)


def test_who_accepts_a_draw_is_not_notified_of_it(game: Game, anna: User, bert: User) -> None:
    offer_draw(game.number, anna)
    accept_draw(game.number, bert)

    assert notified_of(last_event("game_finished")) == (anna.pk,)


def test_who_aborts_is_not_notified_of_it(game: Game, anna: User, bert: User) -> None:
    abort(game.number, anna)

    assert notified_of(last_event("game_finished")) == (bert.pk,)


def test_a_time_out_is_sent_to_both(game: Game, anna: User, bert: User) -> None:
    let_time_run_out()
    settle(game.number)

    assert notified_of(last_event("game_finished")) == (anna.pk, bert.pk)


@pytest.mark.parametrize("termination", ["stones", "blocked", "repetition", "quiet_limit"])
def test_who_ends_the_game_by_a_move_has_seen_it(game: Game, anna: User, bert: User, termination: str) -> None:
    game.termination = termination

    told = []
    for game.ply in (31, 32):
        told.append(game_finished(game, actor_id=None).notified)

    assert told == [(bert.pk,), (anna.pk,)]


def test_a_ruling_is_sent_to_both(game: Game, anna: User, bert: User) -> None:
    game.termination, game.ply = "adjudication", 31

    assert game_finished(game, actor_id=None).notified == (anna.pk, bert.pk)


def test_a_challenge_is_notified_to_its_receiver_while_it_is_open(anna: User, bert: User) -> None:
    challenge = actions.challenge_player(anna, bert, Proposal(agreement=Agreement()))
    event = last_event("challenge_received")
    assert due(event)

    actions.decline_challenge(challenge.number, bert)
    declined = last_event("challenge_received")

    assert (name_of(event), notified_of(event)) == ("challenge", (bert.pk,))
    assert not due(declined)


def test_what_a_player_says_is_sent_to_the_other(game: Game, anna: User, bert: User) -> None:
    offer_draw(game.number, anna)
    offer = last_event("draw_offered")
    standing = due(offer)
    send_message(game.number, bert, "No.")
    decline_draw(game.number, bert)

    assert (name_of(offer), notified_of(offer), standing) == ("draw_offer", (bert.pk,), True)
    assert not due(last_event("draw_offered"))
    assert (name_of(last_event("message_sent")), notified_of(last_event("message_sent"))) == ("message", (anna.pk,))


@pytest.mark.parametrize(("moves", "is_still_sent"), [((), True), (("d6",), False), (("d6", "f4"), False)])
def test_a_no_to_a_draw_is_sent_to_whom_it_was_said_until_they_have_moved(
    game: Game, anna: User, bert: User, moves: tuple[str, ...], is_still_sent: bool
) -> None:
    offer_draw(game.number, anna)
    decline_draw(game.number, bert, reason="I like my position.")
    play(game, *moves)

    no = last_event("draw_declined")
    assert (name_of(no), notified_of(no), due(no)) == ("draw_offer", (anna.pk,), is_still_sent)


def test_a_no_to_a_draw_is_old_news_where_the_game_is_disputed_or_over(
    begin: Callable[..., Game], anna: User, bert: User
) -> None:
    disputed, over = begin(Agreement(rules="brettspielnetz")), begin()
    for game in (disputed, over):
        offer_draw(game.number, anna)
        decline_draw(game.number, bert)
    filing.open_dispute(disputed.number, anna, category="draw", text="Nobody can win this.")
    resign(over.number, bert)

    for game in (disputed, over):
        assert not due(Event.objects.select_related("game").get(game=game, type="draw_declined"))


def test_a_move_that_passes_an_offer_over_is_sent_as_a_move(game: Game, anna: User, bert: User) -> None:
    offer_draw(game.number, bert)
    play(game, "d6")

    assert not Event.objects.filter(type="draw_declined").exists()
    assert notified_of(last_event("move_played")) == (bert.pk,)


@pytest.mark.parametrize(("moves", "is_still_sent"), [((), True), (("d6",), True), (("d6", "f4"), False)])
def test_a_message_is_sent_until_its_reader_has_moved(
    game: Game, anna: User, moves: tuple[str, ...], is_still_sent: bool
) -> None:
    send_message(game.number, anna, "Good luck.")
    play(game, *moves)

    assert due(last_event("message_sent")) is is_still_sent


@pytest.mark.parametrize(("moves", "is_still_sent"), [((), True), (("d6",), False)])
def test_a_message_to_the_player_on_move_is_sent_until_their_move(
    game: Game, bert: User, moves: tuple[str, ...], is_still_sent: bool
) -> None:
    send_message(game.number, bert, "Good luck.")
    play(game, *moves)

    assert due(last_event("message_sent")) is is_still_sent


def test_a_deadline_is_sent_to_the_player_on_move_and_no_more_after_the_move(
    clock: time_machine.Traveller, game: Game, anna: User
) -> None:
    Game.objects.update(
        turn_started_at=NOON - timedelta(days=3), deadline_at=NOON + timedelta(hours=2), deadline_notification_at=NOON
    )
    record_due()
    event = last_event("deadline_near")
    before = due(event)
    play(game, "d6")

    assert (name_of(event), notified_of(event), before) == ("deadline_near", (anna.pk,), True)
    assert not due(last_event("deadline_near"))
