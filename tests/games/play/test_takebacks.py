"""Taking a move back by agreement: who may ask, what is removed, what ends with it, and what is kept of it."""

import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.core import notifications
from games.core.errors import DeadlinePassed, GameOver, NotAPlayer
from games.core.locking import locked_game
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.models.terms import Agreement
from games.core.presenters import event_data, rfc3339
from games.notifications import bell, choices
from games.play import conditional_moves, interventions
from games.play.actions import (
    accept_draw,
    accept_takeback,
    ask_takeback,
    decline_takeback,
    offer_draw,
    play_move,
    resign,
)
from games.play.errors import (
    GameFrozen,
    NoTakeback,
    NothingToTakeBack,
    TakebackInRatedGame,
    TakebackOpen,
    TakebackTooSoon,
    TakenBackTooOften,
)
from games.play.models import ConditionalMoves, DrawOffer, Takeback
from games.play.takebacks import MOST_TAKEBACKS
from games.play.timeouts import settle_overdue_games
from kit.errors import Refusal
from muehle import RULESETS
from muehle.clocks import DAY, KINDS
from muehle.clocks.total_time import TotalTime
from tests.conftest import NOON
from tests.games.notifications.kinds import notified_of
from tests.support.api import Api, refused
from tests.support.playing import SHUFFLE, SHUFFLING, event_types, fresh, play, stand_at, unchanged
from tests.support.racing import at_once, while_locked
from tests.support.reading import text_of
from tests.support.seeds import seeds

pytestmark = pytest.mark.casual

Begin = Callable[..., Game]
HOUR = timedelta(hours=1)
# What a game is, apart from when its turn began.
STANDING = ("ply", "position", "repetitions", "last_move", "on_move_id", "status", "draw_offered_by_id")


@pytest.fixture(autouse=True)
def _at_noon(clock: time_machine.Traveller) -> None:
    """Everything begins at noon."""


def standing(game: Game) -> list[object]:
    return [getattr(fresh(game), name) for name in STANDING]


def listed(player: User) -> list[str]:
    return [row.event.type for row in bell.items_of(player, choices.settings_of(player))]


# --- What is removed --------------------------------------------------------------------------------------------------


def test_the_move_of_who_has_just_moved_is_taken_back(game: Game, anna: User, bert: User) -> None:
    before = standing(play(game, "d6", "f4"))
    play(game, "d2")

    ask_takeback(game.number, anna)
    after = accept_takeback(game.number, bert)

    assert standing(game) == before
    assert [move.notation for move in after.known_moves or ()] == ["d6", "f4"]
    assert list(Move.objects.filter(game=game).values_list("notation", flat=True)) == ["d6", "f4"]


def test_with_the_move_of_who_was_answered_the_answer_is_taken_back(game: Game, anna: User, bert: User) -> None:
    before = standing(play(game, "d6", "f4"))
    play(game, "d2", "b4")

    ask_takeback(game.number, anna)
    accept_takeback(game.number, bert)

    assert standing(game) == before
    assert [(row["ply"], row["move"]) for row in Takeback.objects.get().moves] == [(3, "d2"), (4, "b4")]


def test_the_first_move_can_be_taken_back_and_the_game_stands_as_at_its_start(
    game: Game, anna: User, bert: User
) -> None:
    before = standing(game)
    play(game, "d6")

    ask_takeback(game.number, anna)
    accept_takeback(game.number, bert)

    assert standing(game) == before


@pytest.mark.parametrize("rules", list(RULESETS))
@pytest.mark.parametrize("who", ["just moved", "answered"])
def test_under_all_rules_the_position_is_counted_as_it_was_before(
    begin: Begin, anna: User, bert: User, rules: str, who: str
) -> None:
    game = play(stand_at(begin(Agreement(rules=rules)), SHUFFLING), *SHUFFLE)
    before = standing(game)
    play(game, *SHUFFLE[: 1 if who == "just moved" else 2])

    ask_takeback(game.number, anna)
    accept_takeback(game.number, bert)

    assert standing(game) == before


@seeds(8)
def test_whatever_is_taken_back_leaves_the_game_as_it_would_be_without_those_moves(begin: Begin, seed: int) -> None:
    chance, game = random.Random(seed), begin()
    states = [standing(game)]
    for _ in range(chance.randint(2, 24)):
        legal = [str(move) for move in fresh(game).board.legal_moves(game.ruleset)]
        states.append(standing(play(game, chance.choice(legal))))
    asker, other = chance.sample([game.white, game.black], 2)
    last = fresh(game)
    left = last.ply - (2 if last.on_move_id == asker.pk else 1)

    ask_takeback(game.number, asker)
    accept_takeback(game.number, other)

    assert standing(game) == states[left]
    assert Move.objects.filter(game=game).count() == left


def test_another_move_is_played_after_it_and_has_the_same_number(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    accept_takeback(game.number, bert)

    after = play_move(game.number, anna, "a1", ply=1)

    assert after.is_new
    assert (after.game.ply, after.game.last_move) == (1, "a1")


# --- Who may ask, and when --------------------------------------------------------------------------------------------


def test_in_a_rated_game_nobody_may_ask(begin: Begin, anna: User) -> None:
    game = play(begin(), "d6")
    Game.objects.filter(number=game.number).update(rated=True)

    with unchanged(), pytest.raises(TakebackInRatedGame):
        ask_takeback(game.number, anna)


@pytest.mark.parametrize("action", [ask_takeback, accept_takeback, decline_takeback])
def test_a_stranger_may_do_nothing(game: Game, anna: User, carla: User, action: Callable[[int, User], Game]) -> None:
    play(game, "d6")
    if action is not ask_takeback:
        ask_takeback(game.number, anna)

    with unchanged(), pytest.raises(NotAPlayer):
        action(game.number, carla)


def test_who_has_not_moved_has_nothing_to_take_back(game: Game, anna: User, bert: User) -> None:
    for player in (anna, bert):
        with unchanged(), pytest.raises(NothingToTakeBack):
            ask_takeback(game.number, player)
    play(game, "d6")
    with unchanged(), pytest.raises(NothingToTakeBack):
        ask_takeback(game.number, bert)


def test_there_is_one_open_request_at_a_time(game: Game, anna: User, bert: User) -> None:
    play(game, "d6", "f4")
    ask_takeback(game.number, anna)

    for player in (anna, bert):
        with unchanged(), pytest.raises(TakebackOpen):
            ask_takeback(game.number, player)


@pytest.mark.parametrize("action", [accept_takeback, decline_takeback])
def test_only_the_opponent_of_the_asker_answers(
    game: Game, anna: User, bert: User, action: Callable[[int, User], Game]
) -> None:
    play(game, "d6")
    with unchanged(), pytest.raises(NoTakeback):
        action(game.number, bert)
    ask_takeback(game.number, anna)

    with unchanged(), pytest.raises(NoTakeback):
        action(game.number, anna)


def test_who_was_declined_may_ask_again_after_the_next_move(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    decline_takeback(game.number, bert)
    with unchanged(), pytest.raises(TakebackTooSoon):
        ask_takeback(game.number, anna)
    play(game, "f4")

    ask_takeback(game.number, anna)

    assert Takeback.objects.filter(status="open").count() == 1


def test_each_side_may_take_back_ten_moves_in_a_game(game: Game, anna: User, bert: User) -> None:
    for _ in range(MOST_TAKEBACKS):
        play(game, "d6")
        ask_takeback(game.number, anna)
        accept_takeback(game.number, bert)
    play(game, "d6")

    with unchanged(), pytest.raises(TakenBackTooOften) as refusal:
        ask_takeback(game.number, anna)

    assert refusal.value.details == {"most": MOST_TAKEBACKS}
    play(game, "f4")
    ask_takeback(game.number, bert)


def test_in_a_frozen_game_nothing_is_taken_back_but_a_request_can_be_declined(
    game: Game, anna: User, bert: User, clock: time_machine.Traveller
) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    held = locked_game(game.number)
    interventions.hold(held, 1, until=NOON + timedelta(days=1), now=NOON)

    with unchanged(), pytest.raises(GameFrozen):
        accept_takeback(game.number, bert)
    decline_takeback(game.number, bert)
    with unchanged(), pytest.raises(GameFrozen):
        ask_takeback(game.number, anna)


# --- What ends a request ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asker", ["anna", "bert"])
def test_a_move_of_either_side_ends_the_request(game: Game, anna: User, bert: User, asker: str) -> None:
    play(game, "d6", "f4")
    who, other = (anna, bert) if asker == "anna" else (bert, anna)
    ask_takeback(game.number, who)

    play(game, "d2")

    row = Takeback.objects.get()
    assert (row.status, row.moves, row.answered_at) == ("lapsed", [], NOON)
    with unchanged(), pytest.raises(NoTakeback):
        accept_takeback(game.number, other)


def test_the_end_of_the_game_ends_the_request(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)

    resign(game.number, anna)

    assert Takeback.objects.get().status == "lapsed"
    with unchanged(), pytest.raises(GameOver):
        accept_takeback(game.number, bert)


def test_the_sweep_ends_the_request_with_the_game(
    game: Game, anna: User, bert: User, clock: time_machine.Traveller
) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    clock.shift(timedelta(days=400))

    settle_overdue_games()

    assert (fresh(game).status, Takeback.objects.get().status) == ("finished", "lapsed")


def test_a_request_is_not_accepted_after_the_deadline(
    game: Game, anna: User, bert: User, clock: time_machine.Traveller
) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    clock.shift(timedelta(days=400))

    with pytest.raises(DeadlinePassed):
        accept_takeback(game.number, bert)

    assert (fresh(game).termination, fresh(game).ply) == ("timeout", 1)


# --- What ends with the position --------------------------------------------------------------------------------------


def test_an_open_draw_offer_ends_with_the_position(game: Game, anna: User, bert: User) -> None:
    play_move(game.number, anna, "d6", ply=1, offer_draw=True)
    ask_takeback(game.number, anna)

    after = accept_takeback(game.number, bert)

    assert (after.draw_offered_by_id, DrawOffer.objects.get().status) == (None, "lapsed")


def test_a_draw_can_be_accepted_while_a_request_is_open(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    offer_draw(game.number, anna)

    after = accept_draw(game.number, bert)

    assert (after.status, Takeback.objects.get().status) == ("finished", "lapsed")


def test_conditional_moves_end_with_the_position_and_only_their_player_is_told(
    game: Game, anna: User, bert: User
) -> None:
    play(game, "d6")
    conditional_moves.keep_lines(game.number, anna, [["f4", "d2"]], ply=2)
    ask_takeback(game.number, anna)

    accept_takeback(game.number, bert)

    assert not ConditionalMoves.objects.exists()
    event = Event.objects.get(type="conditional_moves_stopped")
    assert (event.actor, event.data) == (anna, {"ply": 0, "reason": "taken_back"})
    assert [row.user_id for row in event.user_events.all()] == [anna.pk]


# --- The clock --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", [kind() for kind in KINDS.values()], ids=list(KINDS))
@pytest.mark.parametrize("answered", [False, True])
def test_the_askers_clock_begins_again_with_what_it_showed_and_all_time_used_stays_used(
    begin: Begin, anna: User, bert: User, clock: time_machine.Traveller, system: TotalTime, answered: bool
) -> None:
    game = begin(Agreement(clock=system))
    for move in ("d6", "f4")[: 1 + answered]:
        clock.shift(HOUR)
        play(game, move)
    before = fresh(game)
    clock.shift(HOUR)
    ask_takeback(game.number, anna)

    after = accept_takeback(game.number, bert)

    assert (after.white_seconds, after.black_seconds) == (before.white_seconds, before.black_seconds)
    assert after.turn_started_at == NOON + (2 + answered) * HOUR
    assert after.deadline_at == after.turn_started_at + timedelta(seconds=after.white_seconds)
    assert (fresh(game).deadline_at, fresh(game).on_move) == (after.deadline_at, anna)


def test_of_a_total_time_the_time_for_the_move_is_gone(
    begin: Begin, anna: User, bert: User, clock: time_machine.Traveller
) -> None:
    game = begin(Agreement(clock=TotalTime(10 * DAY)))
    clock.shift(24 * HOUR)
    play(game, "d6")
    ask_takeback(game.number, anna)

    after = accept_takeback(game.number, bert)

    assert (after.white_seconds, after.black_seconds) == (9 * DAY, 10 * DAY)


# --- The log ----------------------------------------------------------------------------------------------------------


def test_the_log_tells_everything_in_order_and_keeps_what_was_played(game: Game, anna: User, bert: User) -> None:
    play(game, "d6", "f4")
    ask_takeback(game.number, anna)
    accept_takeback(game.number, bert)
    play(game, "a1")
    ask_takeback(game.number, anna)
    decline_takeback(game.number, bert)

    assert event_types(game) == [
        "game_started",
        "move_played",
        "move_played",
        "takeback_asked",
        "moves_taken_back",
        "move_played",
        "takeback_asked",
        "takeback_declined",
    ]
    asked, taken = (Event.objects.filter(type=name).first() for name in ("takeback_asked", "moves_taken_back"))
    assert asked is not None
    assert taken is not None
    assert (asked.actor, asked.data) == (anna, {"ply": 2, "ply_after": 0})
    assert taken.actor == bert
    assert (taken.data["ply"], taken.data["moves"]) == (0, ["d6", "f4"])
    played = [event.data["move"] for event in Event.objects.filter(type="move_played").order_by("id")]
    assert played == ["d6", "f4", "a1"]


def test_removed_moves_are_kept_with_their_times(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    accept_takeback(game.number, bert)

    (row,) = Takeback.objects.get().moves

    assert row == {"ply": 1, "move": "d6", "at": rfc3339(NOON), "seconds_spent": 0}


def test_an_event_of_a_move_that_was_taken_back_gives_no_legal_moves_of_a_position_that_has_gone(
    game: Game, anna: User, bert: User
) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    accept_takeback(game.number, bert)
    play(game, "a1")

    events = Event.objects.filter(game=game, type__in=["move_played", "moves_taken_back"]).select_related("game")
    old, taken, new = events.order_by("id")

    data = [event_data(event, seq=1, reader_id=bert.pk)["data"] for event in (old, new)]
    assert data[0]["legal_moves"] is None
    assert "d6" in data[1]["legal_moves"]
    assert event_data(taken, seq=1, reader_id=anna.pk)["data"]["legal_moves"] is None


def test_who_is_on_move_again_gets_their_legal_moves_in_the_event(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    accept_takeback(game.number, bert)

    event = Event.objects.select_related("game").get(type="moves_taken_back")

    data = event_data(event, seq=1, reader_id=anna.pk)["data"]
    assert (data["turn"], len(data["legal_moves"])) == ("white", 24)
    assert event_data(event, seq=1, reader_id=None)["data"]["legal_moves"] is None


def test_the_opponent_reads_of_each_step_on_the_bell(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    assert "takeback_asked" in listed(bert)
    decline_takeback(game.number, bert)
    assert "takeback_declined" in listed(anna)
    play(game, "f4")
    ask_takeback(game.number, anna)
    accept_takeback(game.number, bert)
    assert "moves_taken_back" in listed(anna)


def test_the_mail_about_a_request_is_not_sent_when_it_has_been_answered(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    event = Event.objects.select_related("game").get(type="takeback_asked")
    kind = notifications.kind_named("takeback")
    assert (kind.is_due(event, now=NOON), kind.still_stands(event)) == (True, True)
    assert notified_of(event) == (bert.pk,)
    assert kind.line(event, bert).text == "anna asks to take a move back"

    decline_takeback(game.number, bert)

    assert not kind.still_stands(Event.objects.select_related("game").get(type="takeback_asked"))


def test_a_move_that_was_taken_back_is_no_news_when_another_one_has_its_number(
    game: Game, anna: User, bert: User
) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    accept_takeback(game.number, bert)
    play(game, "a1")

    played = Event.objects.filter(type="move_played").select_related("game").order_by("id")

    assert [notifications.kind_named("your_move").is_due(event, now=NOON) for event in played] == [False, True]


# --- At the same instant ----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mover", ["anna", "bert"])
def test_a_move_and_the_consent_at_once_have_one_outcome(game: Game, anna: User, bert: User, mover: str) -> None:
    play(game, "d6") if mover == "bert" else play(game, "d6", "f4")
    ply, player = (2, bert) if mover == "bert" else (3, anna)
    ask_takeback(game.number, anna)

    answers = at_once(lambda: accept_takeback(game.number, bert), lambda: play_move(game.number, player, "d2", ply=ply))

    refused = [answer.code for answer in answers if isinstance(answer, Refusal)]
    outcomes = {0: ("accepted", ["stale_ply"]), ply: ("lapsed", ["no_takeback"])}
    assert (Takeback.objects.get().status, refused) == outcomes[fresh(game).ply]
    assert Move.objects.filter(game=game).count() == fresh(game).ply


@pytest.mark.django_db(transaction=True)
def test_a_move_that_waited_for_a_request_ends_it(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")

    with while_locked(
        game, partial(play_move, game.number, bert, "f4", ply=2), first=partial(ask_takeback, game.number, anna)
    ):
        pass

    assert (fresh(game).ply, Takeback.objects.get().status) == (2, "lapsed")


@pytest.mark.django_db(transaction=True)
def test_of_many_consents_at_once_one_takes_back(game: Game, anna: User, bert: User) -> None:
    play(game, "d6", "f4", "d2")
    ask_takeback(game.number, anna)

    answers = at_once(*[partial(accept_takeback, game.number, bert)] * 5)

    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["no_takeback"] * 4
    assert (fresh(game).ply, Event.objects.filter(type="moves_taken_back").count()) == (2, 1)


@pytest.mark.django_db(transaction=True)
def test_when_both_ask_at_once_one_request_is_open(game: Game, anna: User, bert: User) -> None:
    play(game, "d6", "f4")

    answers = at_once(*(partial(ask_takeback, game.number, player) for player in (anna, bert)))

    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["takeback_open"]
    assert Takeback.objects.get().status == "open"


# --- On the page and in the API ---------------------------------------------------------------------------------------


def test_the_players_ask_and_answer_on_the_page(
    reader: Callable[[User], Client], game: Game, anna: User, bert: User, carla: User
) -> None:
    def page(user: User) -> str:
        return text_of(reader(user).get(f"/games/{game.number}/"))

    def send(user: User, name: str) -> int:
        return reader(user).post(f"/games/{game.number}/{name}/").status_code

    assert "Ask for a take-back" not in page(anna)
    play(game, "d6", "f4")
    assert "Ask for a take-back" in page(anna)
    assert "Ask for a take-back" not in page(carla)

    assert send(anna, "takeback") == 302
    assert "anna asks for a take-back." in page(bert)
    assert "Your opponent’s last move and your answer to it are removed." in page(bert)
    assert "Your request to take your move back stands" in page(anna)
    assert "take-back" not in page(carla)
    assert send(bert, "takeback-refusal") == 302
    assert "bert has declined your take-back request." in page(anna)
    assert "Ask for a take-back" not in page(anna)

    play(game, "d2")
    assert (send(anna, "takeback"), send(bert, "takeback-acceptance")) == (302, 302)
    for user in (anna, bert, carla):
        assert "Taken back by agreement: d2" in page(user)
    play(game, "a1")
    assert "Taken back by agreement" not in page(bert)


def test_in_a_rated_game_the_page_does_not_offer_it(reader: Callable[[User], Client], game: Game, anna: User) -> None:
    play(game, "d6")
    Game.objects.filter(number=game.number).update(rated=True)

    assert "Ask for a take-back" not in text_of(reader(anna).get(f"/games/{game.number}/"))


def test_over_the_api_the_request_is_shown_to_the_players_and_the_result_to_everybody(
    api: Api, game: Game, anna: User, bert: User, carla: User
) -> None:
    play(game, "d6", "f4")

    asked = api(anna).send(f"games/{game.number}/takeback/")

    assert asked.status_code == 201
    shown = {"by": "white", "ply": 2, "ply_after": 0, "at": rfc3339(NOON)}
    assert (asked.json()["takeback"], api(bert).read(f"games/{game.number}/")["takeback"]) == (shown, shown)
    assert api(carla).read(f"games/{game.number}/")["takeback"] is None
    with unchanged():
        refused(api(bert).send(f"games/{game.number}/takeback/"), 409, "takeback_open")
    agreed = api(bert).send(f"games/{game.number}/takeback/acceptance/")
    assert (agreed.status_code, agreed.json()["ply"], agreed.json()["takeback"]) == (201, 0, None)
    types = [event["type"] for event in api(carla).read(f"games/{game.number}/events/")["results"]]
    assert types == ["game_started", "move_played", "move_played", "moves_taken_back"]
    with unchanged():
        refused(api(bert).send(f"games/{game.number}/takeback/refusal/"), 409, "no_takeback")


def test_the_stream_of_each_player_and_the_log_of_the_game_have_the_same_events(
    api: Api, game: Game, anna: User, bert: User
) -> None:
    play(game, "d6")
    ask_takeback(game.number, anna)
    accept_takeback(game.number, bert)

    for user in (anna, bert):
        own = [event["type"] for event in api(user).read("events/")["results"]]
        assert own[-3:] == ["move_played", "takeback_asked", "moves_taken_back"]
        (event,) = [each for each in api(user).read("events/")["results"] if each["type"] == "moves_taken_back"]
        assert (event["data"]["legal_moves"] is not None) == (user == anna)


def test_arbiters_find_what_was_taken_back_with_the_game(
    reader: Callable[[User], Client], game: Game, anna: User, bert: User, iris: User
) -> None:
    play(game, "d6", "f4")
    ask_takeback(game.number, anna)
    accept_takeback(game.number, bert)

    page = text_of(reader(iris).get(f"/admin/core/game/{game.number}/change/"))

    assert "Take-backs" in page or "take-backs" in page
    assert page.count("'move': 'd6'") + page.count('"move": "d6"') + page.count("&quot;move&quot;: &quot;d6&quot;") > 0
