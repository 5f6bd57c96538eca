"""Pauses by agreement: who may offer one and until when, what it does to the clocks, and what ends an offer."""

import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

import pytest
import time_machine
from django.apps import apps
from django.db.models import Model
from django.test import Client

from accounts.models import User
from games.calendar import feeds
from games.core import event_types, notifications
from games.core.errors import DeadlinePassed, GameOver, NotAPlayer
from games.core.locking import locked_game
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.core.presenters import rfc3339
from games.notifications import bell, choices
from games.play import clocks, deadline_notifications, interventions, opponent_reminders
from games.play.actions import (
    abort,
    accept_draw,
    accept_pause,
    accept_takeback,
    ask_takeback,
    decline_pause,
    give_time,
    offer_draw,
    offer_pause,
    play_move,
    resign,
    withdraw_pause,
)
from games.play.errors import (
    ClockStands,
    GameFrozen,
    NoPauseOffer,
    NothingToPause,
    PausedTooOften,
    PauseInvalid,
    PauseOfferOpen,
    PauseOfferTooSoon,
    PauseWithBot,
)
from games.play.pause_offers import MOST_PAUSES
from games.play.timeouts import settle_overdue_games
from games.time_off.leave import take_leave
from games.time_off.models import Leave, PauseOffer
from kit import database_time
from kit.errors import Refusal
from muehle.clocks import DAY, KINDS
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.pauses import Pause, Reason, course_of
from muehle.clocks.total_time import TotalTime
from tests.conftest import NOON
from tests.games.notifications.kinds import notified_of
from tests.support.api import Api, refused
from tests.support.playing import event_types as types_of
from tests.support.playing import fresh, play, unchanged
from tests.support.racing import at_once, while_locked
from tests.support.reading import markup_of, text_of
from tests.support.seeds import seeds

Begin = Callable[..., Game]
ONE, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)
UNTIL = NOON + 14 * ONE


def offer(number: int, player: User) -> Game:
    return offer_pause(number, player, until=UNTIL)


@pytest.fixture(autouse=True)
def _at_noon(clock: time_machine.Traveller) -> None:
    """Everything begins at noon."""


@pytest.fixture
def paused(game: Game, anna: User, bert: User) -> Game:
    """Anna is on move, and both clocks stand for two weeks."""
    offer(game.number, anna)
    return accept_pause(game.number, bert)


def listed(player: User) -> list[str]:
    return [row.event.type for row in bell.items_of(player, choices.settings_of(player))]


# --- What it does to the clocks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", [kind() for kind in KINDS.values()], ids=list(KINDS))
@pytest.mark.parametrize("offerer", ["anna", "bert"])
def test_both_clocks_stand_until_the_end_and_go_on_with_what_they_showed(
    begin: Begin, anna: User, bert: User, clock: time_machine.Traveller, system: TotalTime, offerer: str
) -> None:
    game = begin(Agreement(clock=system, rated=False))
    clock.shift(HOUR)
    who, other = (anna, bert) if offerer == "anna" else (bert, anna)
    before = fresh(game)
    assert before.deadline_at is not None

    offer(game.number, who)
    clock.shift(HOUR)
    after = accept_pause(game.number, other)

    assert after.deadline_at == before.deadline_at + (UNTIL - NOON - 2 * HOUR)
    assert (after.white_seconds, after.black_seconds) == (before.white_seconds, before.black_seconds)
    left = before.white_seconds - 2 * 3600
    for at in (NOON + 2 * HOUR, NOON + 9 * ONE, UNTIL):
        assert after.course.seconds_left_at(at) == left
    assert after.course.seconds_left_at(UNTIL + HOUR) == left - 3600


def test_a_move_is_possible_and_the_other_clock_stands_until_the_end_too(
    begin: Begin, anna: User, bert: User, clock: time_machine.Traveller
) -> None:
    game = begin(Agreement(clock=TotalTime(10 * DAY)))
    offer(game.number, bert)
    accept_pause(game.number, anna)
    clock.shift(5 * ONE)

    after = play(game, "d6")

    assert (after.white_seconds, after.black_seconds) == (10 * DAY, 10 * DAY)
    assert after.course.reasons_at(NOON + 6 * ONE) == {Reason.AGREEMENT}
    assert after.deadline_at is not None
    # A first move is due within seven days.
    assert after.deadline_at == UNTIL + 7 * ONE
    clock.move_to(UNTIL + ONE)
    assert play(game, "f4").black_seconds == 9 * DAY


def test_its_end_needs_no_task(paused: Game, anna: User, clock: time_machine.Traveller) -> None:
    clock.move_to(UNTIL + SECOND)

    after = play(paused, "d6")

    assert after.standstills == ""
    assert after.deadline_at == UNTIL + SECOND + 3 * ONE


def test_no_leave_is_used_while_it_lasts(paused: Game, anna: User, clock: time_machine.Traveller) -> None:
    take_leave(anna, ends_at=NOON + 5 * ONE)
    clocks.renew_stale_clocks()
    clock.move_to(UNTIL)

    assert play(paused, "d6").white_leave_seconds == 0


@pytest.mark.parametrize("terms", [{"leave_days": 0, "days_off": False}, {}], ids=["no pauses in the terms", "pauses"])
@pytest.mark.casual
def test_nobody_loses_on_time_before_the_end_and_the_time_they_had(
    begin: Begin, anna: User, bert: User, clock: time_machine.Traveller, terms: dict[str, object]
) -> None:
    game = begin(Agreement(**terms))  # type: ignore[arg-type]
    clock.shift(2 * ONE)
    offer(game.number, anna)
    accept_pause(game.number, bert)
    clock.move_to(UNTIL + ONE)
    settle_overdue_games()
    assert fresh(game).is_ongoing

    clock.shift(SECOND)
    settle_overdue_games()

    assert fresh(game).termination == "timeout"


def test_no_deadline_notification_comes_before_the_end(paused: Game, anna: User, clock: time_machine.Traveller) -> None:
    at: list[datetime] = []
    while fresh(paused).is_ongoing:
        clock.shift(HOUR)
        settle_overdue_games()
        deadline_notifications.record_due()
        near = Event.objects.filter(type="deadline_near").count()
        at += [database_time.now()] * (near - len(at))

    assert [each - UNTIL for each in at] == [2 * ONE, 2 * ONE + 6 * HOUR]


def test_nobody_is_reminded_while_it_lasts(paused: Game, bert: User, clock: time_machine.Traveller) -> None:
    clock.shift(13 * ONE)

    assert not opponent_reminders.is_possible(fresh(paused), bert.pk, now=NOON + 13 * ONE)
    with unchanged(), pytest.raises(ClockStands):
        opponent_reminders.remind(paused.number, bert)


Stretch = tuple[datetime, datetime]


def looked_at_every_hour(
    began: datetime, hours: int, *, agreed: Sequence[Stretch], away: Sequence[Stretch], leave: int
) -> tuple[datetime, dict[datetime, int]]:
    """The deadline of a turn, and the hours of leave that are left at each hour before it, by nothing but looking."""
    at, left = began, dict[datetime, int]()
    while True:
        left[at] = leave
        stands = any(start <= at < end for start, end in agreed)
        if not stands and leave and any(start <= at < end for start, end in away):
            stands, leave = True, leave - 1
        if not stands and hours == 0:
            return at, left
        hours -= not stands
        at += HOUR


@seeds(12)
def test_the_deadline_is_that_of_a_clock_looked_at_every_hour(
    begin: Begin, anna: User, bert: User, clock: time_machine.Traveller, seed: int
) -> None:
    chance, game = random.Random(seed), begin(Agreement(clock=DaysPerMove(seed % 3 + 1), leave_days=2))
    User.objects.update(date_joined=NOON - 400 * ONE, emergency_day=False)
    now, began, players = NOON, NOON, (anna, bert)
    agreed, away, leave = list[Stretch](), {player: [(NOON, NOON)] for player in players}, dict.fromkeys(players, 48)
    for _step in range(40):
        current = fresh(game)
        mover = players[current.ply % 2]
        hours = (seed % 3 + 1) * 24
        deadline, left = looked_at_every_hour(began, hours, agreed=agreed, away=away[mover], leave=leave[mover])
        assert current.deadline_at == deadline
        shift = min(chance.randint(0, 30) * HOUR, deadline - now)
        clock.shift(shift)
        now += shift
        who, other = chance.sample(players, 2)
        what, end = chance.choice(["move", "move", "leave", "pause"]), now + chance.randint(24, 100) * HOUR
        if what == "move":
            play(game, str(next(iter(current.board.legal_moves(current.ruleset)))))
            leave[mover], began = left[now], now
        elif what == "leave" and away[who][-1][1] <= now:
            take_leave(who, ends_at=end)
            clocks.renew_stale_clocks()
            away[who].append((now, end))
        elif what == "pause" and current.pauses < MOST_PAUSES and max(agreed, default=(now, now))[1] <= now:
            offer_pause(game.number, who, until=end)
            accept_pause(game.number, other)
            agreed.append((now, end))
    assert len(agreed) == MOST_PAUSES


# --- Who may offer one, and until when --------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [offer, accept_pause, decline_pause, withdraw_pause])
@pytest.mark.parametrize("who", ["offerer", "opponent", "stranger"])
@pytest.mark.parametrize("is_open", [False, True])
def test_an_offer_is_answered_by_the_opponent_and_withdrawn_by_the_offerer(
    game: Game, anna: User, bert: User, carla: User, action: Callable[[int, User], Game], who: str, is_open: bool
) -> None:
    players = {"offerer": anna, "opponent": bert, "stranger": carla}
    may: set[tuple[Callable[[int, User], Game], str]] = {(offer, "offerer"), (offer, "opponent")}
    if is_open:
        offer(game.number, anna)
        may = {(accept_pause, "opponent"), (decline_pause, "opponent"), (withdraw_pause, "offerer")}
    if (action, who) in may:
        action(game.number, players[who])
        return
    expected = NotAPlayer if who == "stranger" else PauseOfferOpen if action is offer else NoPauseOffer
    with unchanged(), pytest.raises(expected):
        action(game.number, players[who])


@pytest.mark.parametrize(
    ("until", "is_possible"),
    [
        (NOON - ONE, False),
        (NOON + ONE - SECOND, False),
        (NOON + ONE, True),
        (NOON + 60 * ONE, True),
        (NOON + 60 * ONE + SECOND, False),
        (datetime.max.replace(tzinfo=NOON.tzinfo), False),
    ],
    ids=["past", "hours", "a day", "sixty days", "more", "for ever"],
)
def test_a_pause_lasts_one_to_sixty_days(game: Game, anna: User, until: datetime, is_possible: bool) -> None:
    if is_possible:
        offer_pause(game.number, anna, until=until)
        return
    with unchanged(), pytest.raises(PauseInvalid) as refusal:
        offer_pause(game.number, anna, until=until)
    assert refusal.value.details == {"longest_days": 60}


def test_a_pause_that_holds_can_be_made_longer_by_a_day_at_least(paused: Game, anna: User, bert: User) -> None:
    with unchanged(), pytest.raises(PauseInvalid):
        offer_pause(paused.number, bert, until=UNTIL + ONE - SECOND)

    offer_pause(paused.number, bert, until=UNTIL + ONE)
    after = accept_pause(paused.number, anna)

    assert after.course.stands_until(NOON) == UNTIL + ONE
    assert after.deadline_at == UNTIL + 4 * ONE


def test_a_game_is_paused_twice_at_most(paused: Game, anna: User, bert: User, clock: time_machine.Traveller) -> None:
    clock.move_to(UNTIL)
    for again in range(MOST_PAUSES - 1):
        offer_pause(paused.number, bert, until=UNTIL + (again + 2) * ONE)
        accept_pause(paused.number, anna)

    for player in (anna, bert):
        with unchanged(), pytest.raises(PausedTooOften) as refusal:
            offer_pause(paused.number, player, until=UNTIL + 30 * ONE)
        assert refusal.value.details == {"most": MOST_PAUSES}


def test_who_was_declined_may_offer_again_after_the_next_move_and_the_opponent_at_once(
    game: Game, anna: User, bert: User
) -> None:
    offer(game.number, anna)
    decline_pause(game.number, bert)
    with unchanged(), pytest.raises(PauseOfferTooSoon):
        offer(game.number, anna)
    offer(game.number, bert)
    withdraw_pause(game.number, bert)
    play(game, "d6")

    offer(game.number, anna)

    assert PauseOffer.objects.filter(status="open").count() == 1


def test_who_has_withdrawn_may_offer_another_one(game: Game, anna: User) -> None:
    offer(game.number, anna)
    withdraw_pause(game.number, anna)

    offer_pause(game.number, anna, until=NOON + 3 * ONE)

    assert list(PauseOffer.objects.order_by("id").values_list("status", flat=True)) == ["withdrawn", "open"]


def test_with_a_bot_no_pause_is_agreed_on(game: Game, anna: User) -> None:
    Game.objects.update(pool="bots")

    with unchanged(), pytest.raises(PauseWithBot):
        offer(game.number, anna)


def test_in_a_frozen_game_none_is_offered_or_accepted_but_one_can_be_declined(
    game: Game, anna: User, bert: User
) -> None:
    offer(game.number, anna)
    interventions.hold(locked_game(game.number), 1, until=NOON + ONE, now=NOON)

    with unchanged(), pytest.raises(GameFrozen):
        accept_pause(game.number, bert)
    decline_pause(game.number, bert)
    with unchanged(), pytest.raises(GameFrozen):
        offer(game.number, bert)


@pytest.mark.casual
def test_where_the_time_has_run_out_nothing_is_paused_until_time_is_given(
    begin: Begin, anna: User, bert: User, clock: time_machine.Traveller
) -> None:
    game = begin(Agreement(timeout="claim", leave_days=0, days_off=False))
    offer(game.number, anna)
    clock.shift(4 * ONE)
    settle_overdue_games()

    for action in (accept_pause, partial(offer_pause, until=UNTIL + ONE)):
        with unchanged(), pytest.raises(NothingToPause):
            action(game.number, bert)
    give_time(game.number, bert)
    after = accept_pause(game.number, bert)

    assert after.deadline_at == UNTIL + ONE


def test_an_offer_whose_end_has_passed_is_not_accepted_and_another_one_may_follow(
    begin: Begin, anna: User, bert: User, clock: time_machine.Traveller
) -> None:
    game = begin(Agreement(clock=DaysPerMove(5)))
    offer_pause(game.number, anna, until=NOON + ONE)
    clock.shift(ONE)
    with unchanged(), pytest.raises(NoPauseOffer):
        accept_pause(game.number, bert)

    offer(game.number, bert)

    assert list(PauseOffer.objects.order_by("id").values_list("status", flat=True)) == ["lapsed", "open"]


# --- What ends an offer -----------------------------------------------------------------------------------------------

# By the model of what waits for an answer: how it is asked, and how it is said yes to.
ASKED: dict[str, tuple[Callable[[int, User], Game], Callable[[int, User], Game]]] = {
    "DrawOffer": (offer_draw, accept_draw),
    "Takeback": (ask_takeback, accept_takeback),
    "PauseOffer": (offer, accept_pause),
}


def _time_out(_number: int, _player: User) -> None:
    settle_overdue_games(now=NOON + 400 * ONE)


def _conclude(number: int, _player: User) -> None:
    interventions.conclude(locked_game(number), Game.Result.DRAWN, now=NOON)


ENDED: dict[str, Callable[[int, User], object]] = {
    "resignation": resign,
    "abort": abort,
    "time-out": _time_out,
    "verdict": _conclude,
}


def asked_models() -> dict[str, type[Model]]:
    """The tables of games with rows that are open until they are answered, or lapse."""
    found = {}
    for model in apps.get_app_config("play").get_models(), apps.get_app_config("time_off").get_models():
        for each in model:
            status = getattr(each, "Status", None)
            if status is not None and {"open", "lapsed"} <= set(status.values):
                found[each.__name__] = each
    return found


def test_every_kind_of_offer_is_in_the_table() -> None:
    assert set(asked_models()) == set(ASKED)


@pytest.mark.casual
@pytest.mark.parametrize("name", list(ASKED))
@pytest.mark.parametrize("ending", list(ENDED))
def test_every_offer_ends_with_the_game(game: Game, anna: User, bert: User, name: str, ending: str) -> None:
    play(game, "d6")
    ask, accept = ASKED[name]
    ask(game.number, anna)

    ENDED[ending](game.number, bert)

    row = asked_models()[name]._default_manager.get()
    assert (fresh(game).is_ongoing, row.status) == (False, "lapsed")  # type: ignore[attr-defined]
    assert not fresh(game).has_pause_offer
    with unchanged(), pytest.raises((GameOver, DeadlinePassed)):
        accept(game.number, bert)


@pytest.mark.casual
@pytest.mark.parametrize("name", list(ASKED))
def test_every_offer_ends_with_the_move_that_answers_it(game: Game, anna: User, bert: User, name: str) -> None:
    play(game, "d6")
    ask, accept = ASKED[name]
    ask(game.number, anna)

    play(game, "f4")

    assert asked_models()[name]._default_manager.get().status == "lapsed"  # type: ignore[attr-defined]
    with unchanged(), pytest.raises(Refusal):
        accept(game.number, bert)


def test_a_move_of_the_offerer_ends_the_offer_too(game: Game, anna: User, bert: User) -> None:
    offer(game.number, anna)

    play(game, "d6")

    row = PauseOffer.objects.get()
    assert (row.status, row.answered_at, fresh(game).has_pause_offer) == ("lapsed", NOON, False)


# --- The log, and who is told -----------------------------------------------------------------------------------------


def test_the_log_tells_each_step(game: Game, anna: User, bert: User) -> None:
    offer(game.number, anna)
    withdraw_pause(game.number, anna)
    offer(game.number, anna)
    decline_pause(game.number, bert)
    offer(game.number, bert)
    after = accept_pause(game.number, anna)

    assert types_of(game) == [
        "game_started",
        "pause_offered",
        "pause_withdrawn",
        "pause_offered",
        "pause_declined",
        "pause_offered",
        "game_paused",
    ]
    last = Event.objects.get(type="game_paused")
    assert last.actor == anna
    assert last.data == {"ply": 0, "until": rfc3339(UNTIL), "deadline_at": rfc3339(after.deadline_at)}
    assert {row.user_id for row in last.user_events.all()} == {anna.pk, bert.pk}


def test_each_side_reads_on_the_bell_what_the_other_has_said(game: Game, anna: User, bert: User) -> None:
    offer(game.number, anna)
    assert "pause_offered" in listed(bert)
    decline_pause(game.number, bert)
    assert "pause_declined" in listed(anna)
    offer(game.number, bert)
    accept_pause(game.number, anna)
    assert "game_paused" in listed(bert)
    assert "game_paused" not in listed(anna)


@pytest.mark.parametrize("answer", ["decline", "withdraw", "accept", "move", "another"])
def test_the_mail_about_an_offer_is_not_sent_when_it_waits_no_more(
    game: Game, anna: User, bert: User, answer: str
) -> None:
    offer(game.number, anna)
    kind = notifications.kind_named("pause")

    def is_sent() -> bool:
        event = Event.objects.select_related("game").filter(type="pause_offered").earliest("id")
        return kind.is_due(event, now=NOON) and kind.still_stands(event)

    assert is_sent()
    event = Event.objects.select_related("game").get(type="pause_offered")
    assert notified_of(event) == (bert.pk,)
    assert kind.line(event, bert).text == "anna offers a pause until Monday 16 March 2026, 12:00 (UTC)"
    if answer == "decline":
        decline_pause(game.number, bert)
    elif answer == "accept":
        accept_pause(game.number, bert)
    elif answer == "move":
        play(game, "d6")
    else:
        withdraw_pause(game.number, anna)
        if answer == "another":
            offer_pause(game.number, anna, until=UNTIL + ONE)

    assert not is_sent()


def test_every_event_that_moves_a_deadline_changes_the_calendar() -> None:
    moving = {
        each.name
        for each in event_types.event_types()
        if each.data is not None and "deadline_at" in each.data().fields and each.name != "deadline_near"
    }

    assert moving <= set(feeds._CHANGES)


# --- At the same instant ----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mover", ["offerer", "opponent"])
def test_a_move_and_the_consent_at_once_have_one_outcome(game: Game, anna: User, bert: User, mover: str) -> None:
    offerer, opponent = (anna, bert) if mover == "offerer" else (bert, anna)
    offer(game.number, offerer)

    answers = at_once(lambda: accept_pause(game.number, opponent), lambda: play_move(game.number, anna, "d6", ply=1))

    refused_with = [answer.code for answer in answers if isinstance(answer, Refusal)]
    after, row = fresh(game), PauseOffer.objects.get()
    assert after.ply == 1
    assert (row.status, after.pauses, refused_with) in [("accepted", 1, []), ("lapsed", 0, ["no_pause_offer"])]
    stands = after.course.stands_until(after.turn_started_at) == UNTIL
    assert stands == (row.status == "accepted")


@pytest.mark.django_db(transaction=True)
def test_a_move_that_waited_for_an_offer_ends_it(game: Game, anna: User, bert: User) -> None:
    with while_locked(
        game, partial(play_move, game.number, anna, "d6", ply=1), first=partial(offer, game.number, bert)
    ):
        pass

    assert (fresh(game).ply, fresh(game).has_pause_offer, PauseOffer.objects.get().status) == (1, False, "lapsed")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("other", [accept_pause, decline_pause])
def test_of_many_answers_at_once_one_counts(
    game: Game, anna: User, bert: User, other: Callable[[int, User], Game]
) -> None:
    offer(game.number, anna)

    answers = at_once(*[partial(accept_pause, game.number, bert)] * 3, *[partial(other, game.number, bert)] * 3)

    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["no_pause_offer"] * 5
    accepted = PauseOffer.objects.get().status == "accepted"
    assert fresh(game).pauses == accepted
    assert Event.objects.filter(type="game_paused").count() == accepted


@pytest.mark.django_db(transaction=True)
def test_withdrawing_and_accepting_at_once_have_one_outcome(game: Game, anna: User, bert: User) -> None:
    offer(game.number, anna)

    answers = at_once(partial(withdraw_pause, game.number, anna), partial(accept_pause, game.number, bert))

    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["no_pause_offer"]
    assert (PauseOffer.objects.get().status == "accepted") == bool(fresh(game).pauses)


@pytest.mark.django_db(transaction=True)
def test_when_both_offer_at_once_one_offer_is_open(game: Game, anna: User, bert: User) -> None:
    answers = at_once(*(partial(offer, game.number, player) for player in (anna, bert)))

    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["pause_offer_open"]
    assert PauseOffer.objects.get().status == "open"


# --- On the page and in the API ---------------------------------------------------------------------------------------


def test_the_players_offer_and_answer_on_the_page(
    reader: Callable[[User], Client], game: Game, anna: User, bert: User, carla: User
) -> None:
    def page(user: User) -> str:
        return text_of(reader(user).get(f"/games/{game.number}/"))

    def send(user: User, name: str, **values: str) -> int:
        return reader(user).post(f"/games/{game.number}/{name}/", values).status_code

    assert "Offer a pause" in page(anna)
    assert "Offer a pause" not in page(carla)
    assert send(anna, "pause", day="2026-03-16") == 302
    assert "anna offers a pause until 16 Mar." in page(bert)
    assert "Your offer of a pause (until Mon 16 Mar, 00:00) stands" in page(anna)
    assert "offers a pause" not in page(carla)
    assert "Offer a pause" not in page(bert)
    assert (send(anna, "pause-withdrawal"), send(anna, "pause", day="2026-03-17")) == (302, 302)
    assert send(bert, "pause-refusal") == 302
    assert "bert has declined your pause offer." in page(anna)
    assert "Offer a pause" not in page(anna)

    assert (send(bert, "pause", day="2026-03-18"), send(anna, "pause-acceptance")) == (302, 302)
    for user in (anna, bert, carla):
        assert "Paused by agreement until Wed 18 Mar, 00:00: both clocks are paused." in page(user)
        assert "due by Sat 21 Mar, 00:00." in page(user)
        assert "paused until 18 Mar" in page(user)
    assert "paused until Wed 18 Mar, 00:00" in text_of(reader(anna).get("/"))


@pytest.mark.parametrize("day", ["", "soon", "2026-03-02", "2027-03-02"])
def test_a_day_that_is_not_possible_stays_in_the_form(
    reader: Callable[[User], Client], game: Game, anna: User, day: str
) -> None:
    with unchanged():
        answer = reader(anna).post(f"/games/{game.number}/pause/", {"day": day})

    assert answer.status_code in (400, 422)
    body = markup_of(answer)
    assert f'name="day" min="2026-03-04" max="2026-05-01" value="{day}"' in body
    assert 'role="alert"' in body


def test_over_the_api_the_offer_is_shown_to_the_players_and_the_pause_to_everybody(
    api: Api, game: Game, anna: User, bert: User, carla: User
) -> None:
    address = f"games/{game.number}/"

    offered = api(anna).send(f"{address}pause/", until=rfc3339(UNTIL))

    assert offered.status_code == 201
    shown = {"by": "white", "ply": 0, "until": rfc3339(UNTIL), "at": rfc3339(NOON)}
    assert (offered.json()["pause_offer"], api(bert).read(address)["pause_offer"]) == (shown, shown)
    assert api(carla).read(address)["pause_offer"] is None
    with unchanged():
        refused(api(bert).send(f"{address}pause/", until=rfc3339(UNTIL)), 409, "pause_offer_open")
        refused(api(bert).delete(f"/api/v1/{address}pause/"), 409, "no_pause_offer")
    assert api(anna).delete(f"/api/v1/{address}pause/").status_code == 204
    api(anna).send(f"{address}pause/", until=rfc3339(UNTIL))
    agreed = api(bert).send(f"{address}pause/acceptance/")
    assert (agreed.status_code, agreed.json()["pause_offer"]) == (201, None)
    clock = api(carla).read(address)["clock"]
    assert (clock["paused"], clock["paused_until"]) == (["agreement"], rfc3339(UNTIL))
    assert clock["deadline_at"] == rfc3339(UNTIL + 3 * ONE)
    types = [event["type"] for event in api(carla).read(f"{address}events/")["results"]]
    assert types == ["game_started", "game_paused"]
    with unchanged():
        refused(api(bert).send(f"{address}pause/refusal/"), 409, "no_pause_offer")
        refused(api(anna).send(f"{address}pause/", until=rfc3339(NOON)), 400, "invalid_pause")
        refused(api(anna).send(f"{address}pause/", until="soon"), 400, "invalid")


def test_lists_and_the_calendar_have_the_deadline_with_the_pause(
    api: Api, paused: Game, anna: User, bert: User
) -> None:
    (row,) = api(anna).read("games/?waiting=true")["results"]
    assert row["clock"]["deadline_at"] == rfc3339(UNTIL + 3 * ONE)

    feed, _secret = feeds.make_feed(anna)
    assert "DTEND:20260319T120000Z" in feeds.calendar_of(feed).decode()


def test_arbiters_find_offers_with_the_game(reader: Callable[[User], Client], paused: Game, iris: User) -> None:
    page = text_of(reader(iris).get(f"/admin/core/game/{paused.number}/change/"))

    assert "pause offers" in page.lower()
    assert "accepted" in page.lower()


def test_the_course_of_the_rows_and_of_the_library_are_the_same(paused: Game) -> None:
    start, seconds = paused.turn_started_at, paused.turn_seconds
    agreed = Pause(NOON, UNTIL, Reason.AGREEMENT)

    assert paused.course == course_of(started_at=start, seconds_left=seconds, pauses=[agreed])
    assert not Leave.objects.exists()
