"""The total length of a game: a second budget of each side beside every time control."""

import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.calendar import feeds
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.errors import TermsInvalid
from games.core.errors import DeadlinePassed
from games.core.models.games import Game
from games.core.models.terms import LEAST_TOTAL_DAYS, MOST_TOTAL_DAYS, Agreement, Timeout
from games.disputes import filing
from games.play import clocks, interventions, timeout_judgement
from games.play.actions import (
    accept_pause,
    accept_takeback,
    ask_takeback,
    claim_timeout,
    give_time,
    offer_pause,
    play_move,
    resign,
)
from games.play.pause_offers import MOST_PAUSES
from games.play.takebacks import MOST_TAKEBACKS
from games.play.templatetags.clocks import time_left_of
from games.play.time_gifts import MOST_GIFTS
from games.play.timeouts import settle_overdue_games
from games.time_off.leave import take_leave
from games.time_off.models import Leave
from muehle import Color
from muehle.clocks import DAY, KINDS, TimeControl
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.fischer import FischerBank
from muehle.clocks.total_time import TotalTime
from tests.conftest import NOON
from tests.support.api import Api
from tests.support.pages import Reader
from tests.support.playing import fresh, play, unchanged
from tests.support.reading import text_of
from tests.support.seeds import seeds

pytestmark = pytest.mark.casual

Begin = Callable[..., Game]
ONE, HOUR, MICROSECOND = timedelta(days=1), timedelta(hours=1), timedelta(microseconds=1)
HALF = LEAST_TOTAL_DAYS // 2
# A clock that gives so much for each move that the total length ends the first turn or the second one.
SLOW = Agreement(clock=DaysPerMove(14), total_days=LEAST_TOTAL_DAYS)
# What nothing saves.
BARE = replace(SLOW, leave_days=0, days_off=False)


@pytest.fixture(autouse=True)
def _at_noon(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    """Everything begins at noon, for people who have gained all the leave there is."""
    User.objects.filter(pk__in=[anna.pk, bert.pk]).update(emergency_day=True, date_joined=NOON - 400 * ONE)
    anna.refresh_from_db()
    bert.refresh_from_db()


def totals(game: Game) -> tuple[int | None, int | None]:
    return game.white_total_seconds, game.black_total_seconds


def second_turn(begin: Begin, clock: time_machine.Traveller, agreement: Agreement = SLOW) -> Game:
    """Anna has used 10 of her 15 days, and is on move again."""
    game = begin(agreement)
    clock.shift(10 * ONE)
    return play(game, "d6", "f4")


# --- The terms --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("days", "is_possible"),
    [
        (None, True),
        (LEAST_TOTAL_DAYS, True),
        (MOST_TOTAL_DAYS, True),
        (-60, False),
        (0, False),
        (LEAST_TOTAL_DAYS - 1, False),
        (MOST_TOTAL_DAYS + 1, False),
    ],
)
def test_a_total_length_is_within_its_bounds(anna: User, days: int | None, is_possible: bool) -> None:
    proposal = Proposal(agreement=Agreement(total_days=days))
    if is_possible:
        assert actions.challenge_anyone(anna, proposal).agreement.total_days == days
        return
    with unchanged(), pytest.raises(TermsInvalid) as refusal:
        actions.challenge_anyone(anna, proposal)
    assert refusal.value.details == {"parameter": "total_days"}


@pytest.mark.parametrize("days", [30, 91, 730])
@pytest.mark.parametrize("system", [kind() for kind in KINDS.values()], ids=list(KINDS))
def test_each_side_begins_with_half_of_it_beside_every_time_control(
    begin: Begin, system: TimeControl, days: int
) -> None:
    game = begin(Agreement(clock=system, total_days=days))

    assert totals(fresh(game)) == (days * DAY // 2, days * DAY // 2)
    assert fresh(game).deadline_at == NOON + timedelta(seconds=min(system.initial_seconds, days * DAY // 2))


def test_without_one_there_is_none(begin: Begin) -> None:
    game = play(begin(Agreement()), "d6", "f4")

    assert (totals(fresh(game)), fresh(game).is_limited_by_total) == ((None, None), False)


def test_a_rematch_has_the_same_total_length(begin: Begin, anna: User, bert: User) -> None:
    game = begin(SLOW)
    resign(game.number, anna)

    asked = actions.ask_rematch(game.number, bert)
    again = actions.accept_challenge(asked.number, anna).game

    assert again is not None
    assert (again.total_days, totals(again)) == (LEAST_TOTAL_DAYS, (HALF * DAY, HALF * DAY))


# --- The deadline -----------------------------------------------------------------------------------------------------


def test_a_turn_ends_with_the_time_control_as_long_as_enough_is_left(
    begin: Begin, clock: time_machine.Traveller
) -> None:
    game = begin(BARE)
    clock.shift(14 * ONE + MICROSECOND)

    assert fresh(game).deadline_at == NOON + 14 * ONE
    assert not fresh(game).is_limited_by_total
    assert settle_overdue_games() == 1
    assert (fresh(game).result, fresh(game).termination) == ("0-1", "timeout")
    # So much of the total length was left.
    assert fresh(game).total_left_of(Color.WHITE, at=NOON + 14 * ONE) == DAY


def test_a_turn_ends_with_the_total_length_if_that_is_less(
    begin: Begin, clock: time_machine.Traveller, anna: User
) -> None:
    game = second_turn(begin, clock, BARE)
    assert game.deadline_at == NOON + 15 * ONE
    clock.move_to(NOON + 15 * ONE)
    assert settle_overdue_games() == 0
    clock.shift(MICROSECOND)

    with pytest.raises(DeadlinePassed):
        play_move(game.number, anna, "d2", ply=3)

    after = fresh(game)
    assert (after.ply, after.result, after.termination) == (2, "0-1", "timeout")


def test_the_last_second_can_be_used_and_leaves_nothing(begin: Begin, clock: time_machine.Traveller) -> None:
    game = second_turn(begin, clock, BARE)
    clock.move_to(NOON + 15 * ONE)

    after = play(game, "d2", "b4")

    assert (totals(after), after.deadline_at) == ((0, HALF * DAY), NOON + 15 * ONE)
    clock.shift(MICROSECOND)
    assert settle_overdue_games() == 1
    assert (fresh(game).result, fresh(game).termination) == ("0-1", "timeout")


def test_only_the_own_moves_use_it(begin: Begin, clock: time_machine.Traveller) -> None:
    game = begin(SLOW)
    clock.shift(2 * ONE)
    play(game, "d6")
    clock.shift(3 * ONE + HOUR)

    after = play(game, "f4")

    assert totals(after) == (13 * DAY, 12 * DAY - 3600)


# --- What stops and prolongs it ---------------------------------------------------------------------------------------


def test_a_day_as_a_gift_is_added_to_the_turn_and_to_the_total(
    begin: Begin, clock: time_machine.Traveller, anna: User, bert: User
) -> None:
    game = second_turn(begin, clock)

    give_time(game.number, bert)
    give_time(game.number, anna)

    after = fresh(game)
    assert after.deadline_at == NOON + 16 * ONE
    assert totals(after) == (6 * DAY, 16 * DAY)
    assert (after.white_seconds, after.black_seconds) == (15 * DAY, 15 * DAY)


def test_a_take_back_gives_nothing_back(begin: Begin, clock: time_machine.Traveller, anna: User, bert: User) -> None:
    game = second_turn(begin, clock)
    clock.shift(2 * ONE)
    play(game, "d2")
    clock.shift(ONE)
    ask_takeback(game.number, anna)

    after = accept_takeback(game.number, bert)

    assert totals(after) == (3 * DAY, 15 * DAY)
    assert after.deadline_at == NOON + 16 * ONE


def test_leave_and_pauses_cost_nothing_of_it(
    begin: Begin, clock: time_machine.Traveller, anna: User, bert: User
) -> None:
    game = second_turn(begin, clock)
    take_leave(anna, ends_at=NOON + 14 * ONE)
    clocks.renew_stale_clocks()
    on_leave = fresh(game).deadline_at
    offer_pause(game.number, bert, until=NOON + 17 * ONE)
    accept_pause(game.number, anna)
    paused = fresh(game).deadline_at
    clock.shift(8 * ONE)

    after = play(game, "d2")

    assert (on_leave, paused) == (NOON + 19 * ONE, NOON + 22 * ONE)
    assert totals(after) == (4 * DAY, 15 * DAY)


def test_a_frozen_game_costs_nothing_of_it_and_a_verdict_adds_to_it(
    begin: Begin, clock: time_machine.Traveller, bert: User
) -> None:
    game = second_turn(begin, clock)
    dispute = filing.open_dispute(game.number, bert, category="other", text="The site was down.")
    interventions.hold(fresh(game), dispute.number, until=NOON + 40 * ONE, now=NOON + 10 * ONE)
    held = fresh(game).deadline_at
    clock.shift(3 * ONE)

    interventions.resume(fresh(game), dispute.number, seconds=DAY, now=NOON + 13 * ONE)

    after = fresh(game)
    assert (held, after.deadline_at) == (NOON + 45 * ONE, NOON + 19 * ONE)
    assert totals(after) == (6 * DAY, 15 * DAY)


def test_a_verdict_that_resumes_a_lost_game_gives_a_day_of_both(
    begin: Begin, clock: time_machine.Traveller, bert: User
) -> None:
    game = second_turn(begin, clock, BARE)
    clock.shift(6 * ONE)
    settle_overdue_games()
    dispute = filing.open_dispute(game.number, bert, category="other", text="The site was down.")

    interventions.resume(fresh(game), dispute.number, seconds=0, now=NOON + 16 * ONE)

    after = fresh(game)
    assert (after.status, after.deadline_at, totals(after)) == ("ongoing", NOON + 17 * ONE, (DAY, 15 * DAY))


def test_an_emergency_day_follows_it_once(begin: Begin, clock: time_machine.Traveller, anna: User, bert: User) -> None:
    game = second_turn(begin, clock, replace(SLOW, days_off=False))
    clock.move_to(NOON + 15 * ONE + HOUR)
    settle_overdue_games()
    saved = fresh(game)
    clock.shift(HOUR)

    after = play(game, "d2", "b4")

    assert (saved.status, saved.deadline_at) == ("ongoing", NOON + 16 * ONE)
    assert (totals(after)[0], after.deadline_at) == (0, NOON + 16 * ONE)
    assert Leave.objects.get().user == anna
    clock.move_to(NOON + 16 * ONE + MICROSECOND)
    settle_overdue_games()
    assert (fresh(game).result, fresh(game).termination) == ("0-1", "timeout")
    assert Leave.objects.count() == 1


def test_in_a_game_of_claims_the_opponent_claims_it(
    begin: Begin, clock: time_machine.Traveller, anna: User, bert: User
) -> None:
    game = second_turn(begin, clock, replace(BARE, timeout=Timeout.CLAIM))
    clock.move_to(NOON + 15 * ONE + HOUR)
    settle_overdue_games()
    grace = fresh(game).grace_until
    # They may still move, and have nothing left for the next one.
    play(game, "d2", "b4")
    clock.shift(HOUR)
    settle_overdue_games()

    after = claim_timeout(game.number, bert)

    assert grace == NOON + 15 * ONE + timeout_judgement.GRACE
    assert (totals(after)[0], after.result, after.termination) == (0, "0-1", "timeout")


def test_a_gift_after_the_end_is_a_day_from_now(
    begin: Begin, clock: time_machine.Traveller, anna: User, bert: User
) -> None:
    game = second_turn(begin, clock, replace(BARE, timeout=Timeout.CLAIM))
    clock.move_to(NOON + 16 * ONE)
    settle_overdue_games()

    give_time(game.number, bert)

    assert (fresh(game).grace_until, fresh(game).deadline_at) == (None, NOON + 17 * ONE)


# --- Against a reference ----------------------------------------------------------------------------------------------


@dataclass
class Side:
    """The hours of a side."""

    clock: int
    total: int
    leave: int
    away: list[tuple[datetime, datetime]] = field(default_factory=list)


@dataclass
class Table:
    """Two clocks that are looked at every hour."""

    sides: list[Side]
    refill: Callable[[int], int]
    now: datetime = NOON
    mover: int = 0
    agreed: list[tuple[datetime, datetime]] = field(default_factory=list)
    at_the_beginning: list[Side] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.at_the_beginning = deepcopy(self.sides)

    def stands(self, *, is_used: bool = False) -> bool:
        side = self.sides[self.mover]
        if any(start <= self.now < end for start, end in self.agreed):
            return True
        if side.leave and any(start <= self.now < end for start, end in side.away):
            side.leave -= is_used
            return True
        return False

    def tick(self) -> None:
        if not self.stands(is_used=True):
            self.sides[self.mover].clock -= 1
            self.sides[self.mover].total -= 1
        self.now += HOUR

    @property
    def deadline(self) -> datetime:
        ahead = deepcopy(self)
        side = ahead.sides[self.mover]
        while ahead.stands() or min(side.clock, side.total) > 0:
            ahead.tick()
        return ahead.now

    def pass_turn(self, *, to: int) -> None:
        self.mover, self.at_the_beginning = to, deepcopy(self.sides)

    def move(self) -> None:
        self.sides[self.mover].clock = self.refill(self.sides[self.mover].clock)
        self.pass_turn(to=1 - self.mover)

    def take_back(self) -> None:
        aways = [side.away for side in self.sides]
        gone = deepcopy(self.at_the_beginning)
        for side, away in zip(gone, aways, strict=True):
            side.away = away
        self.sides = gone
        self.pass_turn(to=1 - self.mover)

    def give(self, receiver: int) -> None:
        for sides in (self.sides, self.at_the_beginning):
            sides[receiver].clock += 24
            sides[receiver].total += 24


CLOCKS: list[tuple[TimeControl, Callable[[int], int]]] = [
    (DaysPerMove(3), lambda _left: 72),
    (FischerBank(5 * DAY, 2 * DAY, 7 * DAY), lambda left: min(168, left + 48)),
    (TotalTime(20 * DAY), lambda left: left),
]


@seeds(12)
def test_the_deadline_is_that_of_two_clocks_looked_at_every_hour(
    begin: Begin, anna: User, bert: User, clock: time_machine.Traveller, seed: int
) -> None:
    chance, (system, refill) = random.Random(seed), CLOCKS[seed % len(CLOCKS)]
    User.objects.update(emergency_day=False)
    game = begin(Agreement(clock=system, leave_days=4, total_days=LEAST_TOTAL_DAYS, rated=False))
    hours = system.initial_seconds // 3600
    table = Table([Side(hours, HALF * 24, 96), Side(hours, HALF * 24, 96)], refill)
    players, gifts, takebacks, limited = (anna, bert), [0, 0], [0, 0], 0
    for _step in range(70):
        current = fresh(game)
        assert (current.deadline_at, table.mover) == (table.deadline, current.ply % 2)
        limited += current.is_limited_by_total
        shift = min(chance.randint(0, 48) * HOUR, table.deadline - table.now)
        clock.shift(shift)
        for _hour in range(shift // HOUR):
            table.tick()
        left = [current.total_left_of(color, at=table.now) for color in Color]
        assert left == [side.total * 3600 for side in table.sides]
        who, end = chance.randrange(2), table.now + chance.randint(24, 100) * HOUR
        what = chance.choice(["move", "move", "move", "leave", "pause", "gift", "takeback"])
        if what == "move":
            play(game, str(next(iter(current.board.legal_moves(current.ruleset)))))
            table.move()
        elif what == "leave" and all(until <= table.now for _since, until in table.sides[who].away):
            take_leave(players[who], ends_at=end)
            clocks.renew_stale_clocks()
            table.sides[who].away.append((table.now, end))
        elif what == "pause" and current.pauses < MOST_PAUSES and all(until <= table.now for _, until in table.agreed):
            offer_pause(game.number, players[who], until=end)
            accept_pause(game.number, players[1 - who])
            table.agreed.append((table.now, end))
        elif what == "gift" and gifts[who] < MOST_GIFTS:
            give_time(game.number, players[1 - who])
            table.give(who)
            gifts[who] += 1
        elif what == "takeback" and current.ply and takebacks[1 - table.mover] < MOST_TAKEBACKS:
            asker = 1 - table.mover
            ask_takeback(game.number, players[asker])
            accept_takeback(game.number, players[1 - asker])
            takebacks[asker] += 1
            table.take_back()
    assert limited


# --- In the API, in records and on pages ------------------------------------------------------------------------------


def test_the_clock_of_the_api_has_what_is_left_of_it(
    begin: Begin, clock: time_machine.Traveller, api: Api, anna: User
) -> None:
    game = second_turn(begin, clock)
    clock.shift(ONE)

    found = api().read(f"games/{game.number}/")["clock"]
    (row,) = api(anna).read("games/?waiting=true")["results"]

    assert found["total_left_seconds"] == {"white": 4 * DAY, "black": 15 * DAY}
    assert found["remaining_seconds"] == {"white": 4 * DAY, "black": 14 * DAY}
    assert (found["deadline_at"], row["clock"]) == ("2026-03-17T12:00:00Z", found)


def test_after_the_end_the_clock_shows_what_was_left(
    begin: Begin, clock: time_machine.Traveller, api: Api, anna: User
) -> None:
    game = second_turn(begin, clock)
    clock.shift(ONE)
    resign(game.number, anna)
    clock.shift(30 * ONE)

    assert api().read(f"games/{game.number}/")["clock"]["total_left_seconds"] == {"white": 4 * DAY, "black": 15 * DAY}


def test_that_time_goes_by_changes_no_version_of_a_game(begin: Begin, clock: time_machine.Traveller, api: Api) -> None:
    game = second_turn(begin, clock)
    first = api().get(f"/api/v1/games/{game.number}/")["ETag"]
    clock.shift(HOUR)

    assert api().get(f"/api/v1/games/{game.number}/", headers={"If-None-Match": first}).status_code == 304


def test_a_record_has_it_as_a_tag_and_its_clocks_are_what_was_left_for_the_move(
    begin: Begin, clock: time_machine.Traveller, api: Api, anna: User
) -> None:
    game = second_turn(begin, clock)
    clock.shift(ONE)
    play(game, "d2")

    def record() -> str:
        text: str = api(anna).get(f"/api/v1/games/{game.number}/record/").content.decode()
        return text

    assert f'[TimeControlTotal "{HALF * DAY}"]' in record()
    assert [words.partition("]")[0] for words in " ".join(record().split()).split("%clk ")[1:]] == [
        "96:00:00",
        "336:00:00",
        "96:00:00",
    ]
    give_time(game.number, anna)
    assert "%clk" not in record()


def test_the_calendar_has_the_deadline(begin: Begin, clock: time_machine.Traveller, anna: User) -> None:
    second_turn(begin, clock)

    feed, _secret = feeds.make_feed(anna)

    assert "DTEND:20260317T120000Z" in feeds.calendar_of(feed).decode()


def test_the_page_says_that_it_ends_the_turn(
    begin: Begin, clock: time_machine.Traveller, reader: Reader, anna: User, bert: User
) -> None:
    game = begin(SLOW)
    at_first = text_of(reader(anna).get(f"/games/{game.number}/"))
    clock.shift(10 * ONE)
    play(game, "d6", "f4")
    clock.shift(ONE)

    of_anna, of_bert = (text_of(reader(user).get(f"/games/{game.number}/")) for user in (anna, bert))
    clock.shift(ONE)
    play(game, "d2")
    waiting = text_of(reader(bert).get(f"/games/{game.number}/"))

    assert "of the total length left" not in at_first + waiting
    assert "You have 4 days of the total length left for all your moves." in of_anna
    assert "anna has 4 days of the total length left for all moves." in of_bert
    assert "total length 30 days (anna has 4 days left, bert has 15 days left)" in of_anna


@pytest.mark.parametrize(
    ("hours", "level", "share"),
    [(0, "calm", 100), (96, "soon", 20), (114, "urgent", 5)],
    ids=["days", "a day", "hours"],
)
def test_little_of_it_is_urgent(
    begin: Begin, clock: time_machine.Traveller, hours: int, level: str, share: int
) -> None:
    game = second_turn(begin, clock)

    left = time_left_of(fresh(game), now=NOON + 10 * ONE + hours * HOUR)

    assert left is not None
    assert (left.level, left.share) == (level, share)
