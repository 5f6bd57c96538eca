"""The log and the deliveries in partitions by month: created in time, dropped in time, and what stays of them."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Max
from pytest_django import Settings

from accounts.models import User
from games.core import partitions
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.core.partitions import NUMBERS_A_MONTH, first_number, keep_partitions, month_of, name_of
from games.disputes.filing import open_dispute
from games.disputes.models import Dispute
from games.notifications.models import Delivery
from games.play.actions import resign
from games.streams.logs import GameLog, UserLog
from tests.support.database_roles import as_owner
from tests.support.racing import at_once

Begin = Callable[..., Game]
OCTOBER, NOVEMBER, LATER = (datetime(2041, month, 15, tzinfo=UTC) for month in (10, 11, 12))
NEXT_YEAR = datetime(2042, 11, 15, tzinfo=UTC)
TABLES = ("core_event", "core_userevent", "notifications_delivery")


def scalar(statement: str, *parameters: str | int) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.fetchone()[0]


def count_in(partition: str, where: str, *parameters: int) -> Any:
    """The server reads partitions by their table only."""
    with as_owner():
        return scalar(f"SELECT count(*) FROM {partition} WHERE {where}", *parameters)


def check_all() -> None:
    """As at the end of a transaction, after which tables can be changed."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def has_table(name: str) -> bool:
    return scalar("SELECT to_regclass(%s)", name) is not None


@pytest.fixture(autouse=True)
def numbers_go_back(db: None) -> Iterator[None]:
    """A sequence is no part of a transaction that is rolled back, and a later test would have no partition for it."""
    sequences = [str(scalar("SELECT pg_get_serial_sequence(%s, 'id')", table)) for table in TABLES]
    before = {name: scalar(f"SELECT last_value FROM {name}") for name in sequences}
    yield
    with as_owner():
        for name, value in before.items():
            scalar("SELECT setval(%s, %s)", name, value)


@pytest.fixture
def partitions_go(settings: Settings) -> Iterator[None]:
    """For a test that commits: no month is dropped, and those in which these tests play are gone afterwards."""
    settings.EVENTS_KEPT_MONTHS = settings.DELIVERIES_KEPT_MONTHS = 1000
    yield
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relispartition AND relkind = 'r' AND relname ~ '_204[12]_'")
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP TABLE {name}")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.usefixtures("db")
def test_this_month_and_two_more_have_partitions_and_older_ones_are_left(table: str) -> None:
    keep_partitions(now=OCTOBER)
    keep_partitions(now=OCTOBER)

    month = month_of(OCTOBER)
    found = [has_table(name_of(table, each)) for each in range(month - 1, month + 4)]
    assert found == [False, True, True, True, False]
    assert name_of(table, month) == f"{table}_2041_10"


def test_what_happens_in_a_month_is_in_its_partition(begin: Begin) -> None:
    keep_partitions(now=OCTOBER)
    first = begin()
    keep_partitions(now=NOVEMBER)
    second = begin()

    months = [event.pk // NUMBERS_A_MONTH for event in Event.objects.filter(game__in=[first, second]).order_by("id")]

    assert months == [month_of(OCTOBER), month_of(NOVEMBER)]
    assert count_in("core_event_2041_11", "game_id = %s", second.pk) == 1
    assert count_in("core_event_2041_10", "game_id = %s", second.pk) == 0


def test_numbers_never_go_back(begin: Begin) -> None:
    keep_partitions(now=NOVEMBER)
    begin()
    keep_partitions(now=OCTOBER)
    begin()

    numbers = list(Event.objects.order_by("-id").values_list("pk", flat=True)[:2])
    assert numbers[0] > numbers[1] > first_number(month_of(NOVEMBER))


def test_a_month_without_a_partition_is_not_numbered(begin: Begin) -> None:
    with connection.cursor() as cursor:
        partitions.begin_numbers_of(cursor, "core_event", month_of(NOVEMBER))
    begin()

    assert Event.objects.aggregate(last=Max("pk"))["last"] < first_number(month_of(NOVEMBER))


def test_after_a_restore_no_number_of_a_month_that_has_begun_since_the_backup_is_given_again(
    begin: Begin, clock: time_machine.Traveller
) -> None:
    # The backup has the numbers of September and no partition of December, in which events were written and lost.
    keep_partitions(now=datetime(2041, 9, 15, tzinfo=UTC))
    lost = first_number(month_of(LATER)) + 500
    clock.move_to(LATER)

    call_command("restored")
    begin()
    keep_partitions(now=LATER)
    begin()

    numbers = list(Event.objects.order_by("-id").values_list("pk", flat=True)[:2])
    assert numbers[0] > numbers[1] > lost
    assert max(numbers) < first_number(month_of(LATER) + 1)


def a_year_later() -> None:
    check_all()
    keep_partitions(now=NEXT_YEAR)


@pytest.fixture
def october(begin: Begin, anna: User, bert: User) -> dict[str, Game]:
    """Games that began in October: one goes on, one has ended, one is disputed, one was drawn by a proof."""
    keep_partitions(now=OCTOBER)
    games = {name: begin() for name in ("ongoing", "ended", "disputed", "proven")}
    for name in ("ended", "disputed", "proven"):
        resign(games[name].number, bert)
    open_dispute(games["disputed"].number, anna, category=Dispute.Category.OTHER, text="Please look.")
    ending = Event.objects.get(game=games["proven"], type="game_finished")
    Event.objects.filter(pk=ending.pk).update(data={**ending.data, "proof": {"plies": [1, 2]}})
    return games


def test_of_a_month_that_is_dropped_only_what_is_needed_stays(october: dict[str, Game]) -> None:
    before = {name: Event.objects.filter(game=game).count() for name, game in october.items()}

    a_year_later()

    left = {name: Event.objects.filter(game=game).count() for name, game in october.items()}
    assert left == {"ongoing": before["ongoing"], "ended": 0, "disputed": before["disputed"], "proven": 1}
    assert not has_table("core_event_2041_10")
    assert UserEvent.objects.filter(event__game__in=october.values()).count() == 0
    assert count_in("core_event_kept", "id >= %s", first_number(month_of(OCTOBER))) == sum(left.values())


def test_a_month_is_dropped_after_those_that_are_kept(october: dict[str, Game]) -> None:
    check_all()
    keep_partitions(now=datetime(2042, 10, 31, tzinfo=UTC))

    assert Event.objects.filter(game=october["ended"]).exists()


def test_who_had_read_a_dropped_part_of_a_stream_is_told_so(october: dict[str, Game], begin: Begin, anna: User) -> None:
    log, game_log = UserLog(user_id=anna.pk), GameLog(game=october["ended"], viewer_id=None)
    position, game_position = log.last() - 1, game_log.last()
    a_year_later()
    begin()

    lines = log.first(position).lines
    of_game = game_log.first(game_position).lines

    assert [line.type for line in lines] == ["reset"]
    assert lines[0].number == log.last()
    assert [line.type for line in of_game] == ["reset", "state"]


def test_a_notification_that_still_waits_is_not_dropped_with_its_month(october: dict[str, Game], anna: User) -> None:
    event = Event.objects.filter(game=october["ended"]).earliest("id")
    for channel, status in (("email", "waiting"), ("push", "sent")):
        Delivery.objects.create(event=event, user=anna, channel=channel, status=status, next_attempt_at=OCTOBER)

    a_year_later()

    assert list(Delivery.objects.filter(event=event.pk).values_list("channel", flat=True)) == ["email"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("partitions_go")
def test_who_waits_for_a_table_gives_up_and_the_next_run_goes_on() -> None:
    with transaction.atomic():
        scalar("SELECT count(*) FROM core_event")
        at_once(lambda: keep_partitions(now=OCTOBER))
        made = has_table("core_event_2041_10")
    keep_partitions(now=OCTOBER)

    assert (made, has_table("core_event_2041_10")) == (False, True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("partitions_go")
def test_two_workers_at_once_number_once(begin: Begin) -> None:
    at_once(*[lambda: keep_partitions(now=OCTOBER)] * 3)
    game = begin()
    at_once(*[lambda: keep_partitions(now=OCTOBER)] * 3)
    other = begin()

    numbers = [Event.objects.get(game=each).pk for each in (game, other)]
    assert numbers[0] < numbers[1]
    assert {number // NUMBERS_A_MONTH for number in numbers} == {month_of(OCTOBER)}
