"""Reads: who sees what, in which order. Nothing here may write."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import LIFETIME, Proposal
from games.challenges.models import Challenge
from games.challenges.queries import (
    challenge_by_link,
    challenge_for_viewer,
    challenges_of,
    lobby_for,
    open_challenges_of,
    shown_ratings_of,
)
from games.chat.messages import send_message
from games.chat.queries import messages_for
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.core.queries import (
    ended_games_of,
    game_for_viewer,
    games_waiting_for,
    games_waiting_for_others,
    moves_of,
    ongoing_games_of,
)
from games.play.actions import abort, accept_draw, decline_draw, offer_draw, resign
from games.play.presenters import game_data
from games.play.queries import open_draw_offer
from games.players.models import Rating
from games.players.queries import game_counts_of, player_by_name, ratings_of
from games.streams.queries import events_of_game, events_of_user
from kit.errors import NotFound
from tests.conftest import NOON
from tests.support.playing import fresh, play, unchanged

PLAIN = Proposal(agreement=Agreement())
Begin = Callable[..., Game]


# --- One game ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [4711, 0, -1, 10**30])
def test_a_game_that_does_not_exist_is_not_found(db: None, number: int) -> None:
    with pytest.raises(NotFound):
        game_for_viewer(number)


def test_reading_an_overdue_game_by_a_selector_writes_nothing(clock: time_machine.Traveller, game: Game) -> None:
    clock.shift(timedelta(days=4))

    with unchanged():
        assert game_for_viewer(game.number).is_ongoing


@pytest.mark.parametrize("rules", ["standard", "applet", "classic"])
def test_what_is_played_after_a_game_was_read_is_none_of_it(begin: Begin, rules: str) -> None:
    read = play(begin(Agreement(rules=rules)), "d6", "f4")
    play(read, "d2")

    assert [move.notation for move in moves_of(read)] == ["d6", "f4"]
    assert game_data(read, viewer_id=None, now=NOON)["ply"] == 2


def test_a_game_comes_with_its_moves_in_order(game: Game) -> None:
    play(game, "d6", "f4", "d2")

    moves = moves_of(fresh(game))

    assert [(move.ply, move.notation) for move in moves] == [(1, "d6"), (2, "f4"), (3, "d2")]
    assert moves[-1].position == fresh(game).position


def test_the_open_draw_offer_is_found_and_an_answered_one_is_not(game: Game, anna: User, bert: User) -> None:
    assert open_draw_offer(game) is None
    offer = open_draw_offer(offer_draw(game.number, anna))
    assert offer is not None
    assert (offer.offered_by, offer.status) == (anna, "open")

    declined = decline_draw(game.number, bert)

    assert open_draw_offer(declined) is None


# --- Lists of games ---------------------------------------------------------------------------------------------------


def numbers(rows: Any) -> list[int]:
    return [row.number for row in rows]


def test_games_are_listed_by_whose_turn_it_is_most_urgent_first(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User, carla: User
) -> None:
    later = begin()
    play(later, "d6", "f4")
    clock.shift(timedelta(hours=-1))
    urgent = begin()
    theirs = play(begin(), "d6")
    begin(white=carla)
    resign(begin().number, anna)

    assert numbers(games_waiting_for(anna.pk)) == [urgent.number, later.number]
    assert numbers(games_waiting_for_others(anna.pk)) == [theirs.number]
    assert set(numbers(ongoing_games_of(anna.pk))) == {urgent.number, later.number, theirs.number}


def test_ended_games_are_listed_the_latest_end_first(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User, carla: User
) -> None:
    first, second = begin(), begin()
    begin(white=carla)
    resign(second.number, anna)
    clock.shift(timedelta(hours=1))
    abort(first.number, bert)

    assert numbers(ended_games_of(anna.pk)) == [first.number, second.number]
    assert numbers(ended_games_of(carla.pk)) == []


def test_a_players_games_are_counted_by_their_end(begin: Begin, anna: User, bert: User, carla: User) -> None:
    begin()
    resign(begin().number, anna)
    resign(begin(white=bert, black=anna).number, bert)
    abort(begin().number, anna)
    drawn = begin()
    offer_draw(drawn.number, anna)
    accept_draw(drawn.number, bert)

    assert game_counts_of(anna.pk) == {"ongoing": 1, "won": 1, "drawn": 1, "lost": 1, "aborted": 1}
    assert game_counts_of(carla.pk) == {"ongoing": 0, "won": 0, "drawn": 0, "lost": 0, "aborted": 0}


# --- Challenges -------------------------------------------------------------------------------------------------------


def test_the_lobby_has_the_open_challenges_of_others_newest_first(
    clock: time_machine.Traveller, anna: User, bert: User, carla: User
) -> None:
    actions.challenge_anyone(anna, PLAIN)
    actions.challenge_player(anna, bert, PLAIN)
    actions.invite_by_link(anna, PLAIN)
    cancelled = actions.challenge_anyone(anna, PLAIN)
    actions.cancel_challenge(cancelled.number, anna)
    clock.shift(timedelta(hours=1))
    second = actions.challenge_anyone(anna, Proposal(agreement=Agreement(), min_rating=2000))
    own = actions.challenge_anyone(bert, PLAIN)

    now = NOON + LIFETIME

    assert numbers(lobby_for(bert.pk, now=now)) == [second.number]
    assert numbers(lobby_for(carla.pk, now=now)) == [own.number, second.number]
    assert numbers(lobby_for(None, now=now)) == [own.number, second.number]


def test_a_players_challenges_are_those_they_sent_received_or_took(anna: User, bert: User, carla: User) -> None:
    sent = actions.challenge_player(anna, bert, PLAIN)
    received = actions.challenge_player(bert, anna, PLAIN)
    taken = actions.challenge_anyone(carla, PLAIN)
    actions.accept_challenge(taken.number, anna)
    actions.challenge_player(bert, carla, PLAIN)

    assert numbers(challenges_of(anna.pk)) == [taken.number, received.number, sent.number]
    assert numbers(open_challenges_of(anna.pk, now=sent.created_at)) == [received.number, sent.number]
    assert numbers(open_challenges_of(anna.pk, now=sent.expires_at + LIFETIME)) == []


@pytest.mark.parametrize(
    ("kind", "viewers"),
    [("direct", {"anna", "bert"}), ("link", {"anna"}), ("open", {"anna", "bert", "carla", "guest"})],
)
def test_a_challenge_is_seen_by_those_it_concerns(
    anna: User, bert: User, carla: User, kind: str, viewers: set[str]
) -> None:
    sent: dict[str, Callable[[], Challenge]] = {
        "direct": lambda: actions.challenge_player(anna, bert, PLAIN),
        "link": lambda: actions.invite_by_link(anna, PLAIN)[0],
        "open": lambda: actions.challenge_anyone(anna, PLAIN),
    }
    number = sent[kind]().number
    people = {"anna": anna.pk, "bert": bert.pk, "carla": carla.pk, "guest": None}

    seen = set()
    for name, user_id in people.items():
        try:
            challenge_for_viewer(number, user_id)
            seen.add(name)
        except NotFound:
            pass

    assert seen == viewers


def test_an_invitation_is_found_by_its_secret_alone(anna: User) -> None:
    challenge, secret = actions.invite_by_link(anna, PLAIN)

    assert challenge_by_link(secret) == challenge
    for wrong in ("", secret[:-1], "\x00", "\ud800"):
        with pytest.raises(NotFound):
            challenge_by_link(wrong)


# --- People -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["anna", "Anna", "ANNA"])
def test_a_player_is_found_whatever_the_case_of_the_name(anna: User, name: str) -> None:
    assert player_by_name(name) == anna


@pytest.mark.parametrize("name", ["bert", "", "ann", "\x00", "anna\x00", "\ud800", "%", "x" * 10_000])
def test_another_name_is_not_found(anna: User, name: str) -> None:
    with pytest.raises(NotFound):
        player_by_name(name)


def test_a_closed_account_is_not_found(person: Callable[..., User]) -> None:
    person("gone", is_active=False)

    with pytest.raises(NotFound):
        player_by_name("gone")


def test_ratings_are_listed_the_rule_set_played_most_first(anna: User, bert: User) -> None:
    for rules, games in (("standard", 3), ("applet", 7), ("classic", 3)):
        Rating.objects.create(user=anna, rules=rules, games=games, value=1600.4)
    Rating.objects.create(user=bert, rules="standard", value=1700.6)
    challenge = actions.challenge_player(anna, bert, PLAIN)

    assert [row.rules for row in ratings_of(anna.pk)] == ["applet", "classic", "standard"]
    shown = shown_ratings_of([challenge])
    assert (shown[anna.pk, "standard", "people"], shown[bert.pk, "standard", "people"]) == (1600, 1701)
    assert (bert.pk, "classic", "people") not in shown


# --- Words and the log ------------------------------------------------------------------------------------------------


def test_messages_are_for_the_two_players_alone(game: Game, anna: User, bert: User, carla: User) -> None:
    first, second = send_message(game.number, anna, "Hello"), send_message(game.number, bert, "Hello, Anna")

    assert list(messages_for(game, anna.pk)) == [first, second]
    assert list(messages_for(game, bert.pk)) == [first, second]
    assert list(messages_for(game, carla.pk)) == []
    assert list(messages_for(game, None)) == []


def test_what_is_between_the_players_is_not_in_the_log_of_others(
    game: Game, anna: User, bert: User, carla: User
) -> None:
    play(game, "d6")
    send_message(game.number, anna, "Hello")
    offer_draw(game.number, anna, reason="Even?")
    decline_draw(game.number, bert, reason="No.")
    resign(game.number, bert)

    def types(user_id: int | None) -> list[str]:
        return [event.type for event in events_of_game(game, user_id)]

    public = ["game_started", "move_played", "game_finished"]
    assert types(anna.pk) == types(bert.pk)
    assert types(anna.pk) == [*public[:2], "message_sent", "draw_offered", "draw_declined", "game_finished"]
    assert types(carla.pk) == types(None) == public


def test_the_log_is_read_on_from_where_one_has_come(game: Game, anna: User, bert: User) -> None:
    play(game, "d6", "f4")
    first = events_of_game(game, None)[0]

    rest = events_of_game(game, None, after=first.pk)
    stream = events_of_user(anna.pk, after=3)

    assert [event.type for event in rest] == ["move_played", "move_played"]
    assert [(row.seq, row.event.type) for row in stream] == [(4, "move_played"), (5, "move_played")]
    assert list(events_of_user(anna.pk, after=5)) == []
    assert list(events_of_user(anna.pk, after=10**30)) == []
    assert list(events_of_game(game, None, after=10**30)) == []
