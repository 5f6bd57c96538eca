"""The database's time decides, whatever the clocks of processes say."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection, transaction

from accounts.models import User
from games.core.errors import ClockSkewed, DeadlinePassed
from games.core.locking import locked_game
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.queries import current_game, moves_of
from games.play.actions import offer_draw, play_move, resign
from games.play.timeouts import settle_overdue_games
from kit import database_time
from kit.database_time import TIME, DatabaseClock
from tests.support.database_roles import SERVER, as_owner
from tests.support.playing import fresh, unchanged

pytestmark = pytest.mark.casual

DAY = timedelta(days=1)
WRONG = [4 * DAY, -4 * DAY, timedelta(minutes=10), -timedelta(minutes=10)]


@pytest.fixture(autouse=True)
def _database_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_time, "source", DatabaseClock())


def database_now() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {TIME}")
        (moment,) = cursor.fetchone()
    assert isinstance(moment, datetime)
    return moment


def set_database_back(by: timedelta) -> None:
    """Let the clock of the database be behind from now to the end of the transaction."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA wrong")
        cursor.execute(f"GRANT USAGE ON SCHEMA wrong TO {SERVER}")
        cursor.execute(
            "CREATE FUNCTION wrong.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS "
            f"$$ SELECT pg_catalog.clock_timestamp() - interval '{by.total_seconds()} seconds' $$"
        )
        cursor.execute("SET LOCAL search_path = wrong, public, pg_catalog")


@pytest.fixture
def overdue(game: Game) -> Game:
    """A game whose deadline passed an hour ago."""
    Game.objects.update(
        turn_started_at=database_now() - 3 * DAY - timedelta(hours=1), deadline_at=database_now() - timedelta(hours=1)
    )
    return fresh(game)


@pytest.fixture
def ongoing(game: Game) -> Game:
    """A game whose turn began a minute ago."""
    began = database_now() - timedelta(minutes=1)
    Game.objects.update(turn_started_at=began, deadline_at=began + 3 * DAY)
    Event.objects.update(created_at=began)
    return fresh(game)


@pytest.fixture(params=WRONG, ids=str)
def wrong_clock(request: pytest.FixtureRequest) -> Iterator[None]:
    with time_machine.travel(datetime.now(UTC) + request.param):
        yield


@pytest.mark.usefixtures("wrong_clock", "db")
def test_the_time_is_that_of_the_database() -> None:
    times = [database_now(), database_time.now(), database_time.source.read(), database_time.now(), database_now()]

    # A time between two readings is counted from the moment the answer came, so it may be a moment behind.
    assert times[0] - timedelta(seconds=1) < times[1] <= times[2] <= times[3] <= times[4]


@pytest.mark.django_db
def test_a_clock_that_is_set_while_the_process_runs_changes_nothing() -> None:
    before = database_time.now()
    with time_machine.travel(datetime.now(UTC) + 4 * DAY):
        during = database_time.now()
    after = database_time.now()

    assert before < during < after <= database_now()


@pytest.mark.usefixtures("wrong_clock")
def test_a_worker_ends_no_game_by_its_own_clock(ongoing: Game) -> None:
    assert settle_overdue_games() == 0
    assert current_game(ongoing.number).is_ongoing


@pytest.mark.usefixtures("wrong_clock")
def test_a_worker_with_a_wrong_clock_ends_nothing_at_all(overdue: Game) -> None:
    with unchanged():
        assert settle_overdue_games() == 0
        assert current_game(overdue.number).is_ongoing


def test_a_worker_with_a_right_clock_ends_what_is_overdue(overdue: Game) -> None:
    assert settle_overdue_games() == 1
    assert fresh(overdue).termination == "timeout"


@pytest.mark.usefixtures("wrong_clock")
def test_an_action_on_an_overdue_game_is_refused_until_the_clocks_agree(overdue: Game, anna: User) -> None:
    with unchanged(), pytest.raises(ClockSkewed):
        play_move(overdue.number, anna, "d6", ply=1)
    with unchanged(), pytest.raises(ClockSkewed):
        resign(overdue.number, anna)


def test_an_action_on_an_overdue_game_ends_it_where_the_clocks_agree(overdue: Game, anna: User) -> None:
    with pytest.raises(DeadlinePassed):
        play_move(overdue.number, anna, "d6", ply=1)

    assert fresh(overdue).termination == "timeout"


@pytest.mark.usefixtures("wrong_clock")
def test_a_move_takes_the_time_that_has_passed_in_the_database(ongoing: Game, anna: User) -> None:
    before = database_now()
    play_move(ongoing.number, anna, "d6", ply=1)
    after = database_now()

    move, event = ongoing.moves.get(), Event.objects.get(type="move_played")
    assert before <= move.played_at <= after
    assert move.seconds_spent in (60, 61)
    assert event.created_at == fresh(ongoing).turn_started_at == move.played_at


def test_a_database_that_is_set_back_makes_no_event_older_than_the_one_before(
    ongoing: Game, anna: User, bert: User
) -> None:
    play_move(ongoing.number, anna, "d6", ply=1)
    # An event after the beginning of the turn.
    offer_draw(ongoing.number, bert)
    set_database_back(timedelta(hours=1))

    play_move(ongoing.number, bert, "f4", ply=2)
    play_move(ongoing.number, anna, "d2", ply=3)

    times = list(Event.objects.filter(game=ongoing).order_by("id").values_list("created_at", flat=True))
    assert times == sorted(times)
    assert [move.seconds_spent for move in ongoing.moves.order_by("ply")][1:] == [0, 0]
    assert fresh(ongoing).is_ongoing


@pytest.mark.django_db(transaction=True)
def test_the_time_is_read_when_the_lock_is_granted(begin: Callable[..., Game]) -> None:
    number, held, released = begin().number, threading.Event(), []

    def hold() -> None:
        try:
            with transaction.atomic():
                locked_game(number)
                held.set()
                time.sleep(2)
                released.append(database_now())
        finally:
            connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait()
    with transaction.atomic():
        game = locked_game(number)
    holder.join()

    assert game.locked_at > released[0]


@pytest.mark.django_db(transaction=True)
def test_a_move_that_waited_for_the_lock_knows_the_move_that_it_waited_for(
    begin: Callable[..., Game], anna: User, bert: User
) -> None:
    number, played = begin().number, threading.Event()

    def play_slowly() -> None:
        try:
            with transaction.atomic():
                play_move(number, anna, "d6", ply=1)
                played.set()
                time.sleep(1)
        finally:
            connection.close()

    other = threading.Thread(target=play_slowly)
    other.start()
    played.wait()
    game = play_move(number, bert, "f4", ply=2).game
    other.join()

    assert [move.notation for move in moves_of(game)] == ["d6", "f4"]
