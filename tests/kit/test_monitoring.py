"""How metrics are declared and read."""

import itertools
from collections.abc import Iterator

import pytest
from django.db import connection

from kit import monitoring
from kit.monitoring import DatabaseGauge, ServerCollector, ServerGauge
from tests.support.metrics import Metrics, of_server

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _declared_for_a_test() -> Iterator[None]:
    before = list(monitoring._server_gauges)
    yield
    monitoring._server_gauges[:] = before


def test_several_apps_fill_one_gauge() -> None:
    gauge = ServerGauge("muehle_test", "Of a test.", labels=["kind"])
    gauge.reader(lambda: {("a",): 1})
    gauge.reader(lambda: {("b",): 2, ("c",): 3})

    found = of_server()

    assert [found.value("muehle_test", kind=kind) for kind in "abc"] == [1, 2, 3]


def test_a_query_that_takes_too_long_is_cut_off_and_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "MOST_MILLISECONDS_A_QUERY", 50)
    slow = DatabaseGauge("muehle_slow", "Of a test.")
    quick = DatabaseGauge("muehle_quick", "Of a test.")

    @slow.reader
    def _slow() -> float:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(60)")
        return 1

    @quick.reader
    def _quick() -> float:
        return 2

    found = of_server()

    assert "muehle_slow" not in found.names()
    assert (found.value("muehle_quick"), found.value("muehle_metrics_missing")) == (2, 1)
    assert found.value("muehle_database_up") == 1


def test_who_asks_again_soon_gets_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = itertools.count(1)
    gauge = ServerGauge("muehle_test", "Of a test.")
    gauge.reader(lambda: next(reads))
    collector = ServerCollector()

    first, second = (Metrics(collector.collect()).value("muehle_test") for _time in range(2))
    monkeypatch.setattr(monitoring, "KEPT_SECONDS", 0.0)
    third = Metrics(collector.collect()).value("muehle_test")

    assert (first, second, third) == (1, 1, 2)
