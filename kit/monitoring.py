"""Metrics: how apps declare them, and how the answer to a scrape is made.

There are two kinds. Counters, histograms and ProcessGauges belong to a process, and the values of all processes of this
machine are added up. ServerGauges are read from the database or from Redis when they are asked for, by the one process
that answers. Apps declare both in their `metrics.py`.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from threading import Lock
from typing import Any, Literal

import structlog
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection, transaction
from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from kit import database_time

log = structlog.get_logger(__name__)

# However often somebody asks: values of the database are as old as this at most, and one slow query delays nobody.
KEPT_SECONDS = 10.0
MOST_MILLISECONDS_A_QUERY = 500
# Rows are counted up to here; more of them are as bad.
MOST_COUNTED = 10_000

Values = float | Mapping[tuple[str, ...], float]

# The registry of counters and histograms.
PROCESS = CollectorRegistry()
# The key of an ASGI scope with the list of the routes that were noted for a request; the first one counts.
ROUTES = "muehle.routes"

_server_gauges: "list[ServerGauge]" = []
_process_gauges: "list[ProcessGauge]" = []


class ServerGauge:
    """A value of the whole server. Each of its readers returns a number, or numbers by the values of the labels."""

    family: type[GaugeMetricFamily | CounterMetricFamily] = GaugeMetricFamily
    is_in_database = False

    def __init__(self, name: str, documentation: str, labels: Sequence[str] = ()) -> None:
        self.name = name
        self._documentation = documentation
        self._labels = labels
        self._readers: list[Callable[[], Values]] = []
        _server_gauges.append(self)

    def reader(self, function: Callable[[], Values]) -> Callable[[], Values]:
        """A decorator; readers of several apps fill the same gauge."""
        self._readers.append(function)
        return function

    def read(self) -> Metric:
        """Its values now."""
        metric = self.family(self.name, self._documentation, labels=self._labels)
        for reader in self._readers:
            values = reader()
            for labels, value in (values if isinstance(values, Mapping) else {(): values}).items():
                metric.add_metric(labels, value)
        return metric


class DatabaseGauge(ServerGauge):
    """One that is read from the database. Its query uses an index and reads a bounded number of rows."""

    is_in_database = True


class DatabaseCounter(DatabaseGauge):
    """One that only grows."""

    family = CounterMetricFamily


class ProcessGauge:
    """A value that each process knows of itself, or None; the values of all living ones are added up.

    A web process samples it every few seconds and when it answers a scrape, a worker after each task. With
    `is_summed=False` the value that was sampled last stands for all.
    """

    def __init__(
        self, name: str, documentation: str, sample: Callable[[], float | None], *, is_summed: bool = True
    ) -> None:
        mode: Literal["livesum", "livemostrecent"] = "livesum" if is_summed else "livemostrecent"
        self._gauge = Gauge(name, documentation, registry=PROCESS, multiprocess_mode=mode)
        self._sample = sample
        _process_gauges.append(self)

    def sample(self) -> None:
        """Store the value of this process where others find it."""
        value = self._sample()
        if value is not None:
            self._gauge.set(value)


def scalar(query: str, *parameters: Any) -> float:
    """The only value of the query's only row; 0 if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        row = cursor.fetchone()
    return float(row[0] or 0) if row else 0.0


def note_route(scope: Mapping[str, Any], route: str | None) -> None:
    """Let the web entry know by which URL pattern the request is answered."""
    if route is not None and ROUTES in scope:
        scope[ROUTES].append("/" + route)


def sample_process() -> None:
    """Store the values of this process's gauges."""
    for gauge in _process_gauges:
        gauge.sample()


def of_processes() -> bytes:
    """The metrics of all processes, in the text format of Prometheus."""
    if not settings.PROMETHEUS_MULTIPROC_DIR:
        return generate_latest(PROCESS)
    _forget_the_dead()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def of_server() -> bytes:
    """The server gauges, in the text format of Prometheus."""
    return generate_latest(_SERVER)


def _forget_the_dead() -> None:
    """Remove the gauges of processes that have ended; what they have counted still counts."""
    folder = Path(settings.PROMETHEUS_MULTIPROC_DIR)
    for pid in {int(path.stem.rpartition("_")[2]) for path in folder.glob("gauge_live*_*.db")}:
        if not _is_alive(pid):
            # Another process may do the same at this moment.
            with suppress(FileNotFoundError):
                mark_process_dead(pid)  # type: ignore[no-untyped-call]


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


class ServerCollector:
    """Reads the server gauges once for all who ask within ten seconds."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._read_at = float("-inf")
        self._metrics: list[Metric] = []

    def collect(self) -> Iterable[Metric]:
        with self._lock:
            if time.monotonic() - self._read_at > KEPT_SECONDS:
                self._metrics = list(_server_metrics())
                self._read_at = time.monotonic()
            return self._metrics


def _server_metrics() -> Iterator[Metric]:
    found = [metric for gauge in _server_gauges if not gauge.is_in_database and (metric := _metric(gauge))]
    is_database_up = True
    try:
        with transaction.atomic():
            found += _read_in_database()
    except DatabaseError as error:
        log.warning("metrics_unreadable", error=str(error))
        is_database_up = False
    yield from found
    yield GaugeMetricFamily("muehle_database_up", "Whether the database answers (1) or not (0).", value=is_database_up)
    missing = len(_server_gauges) - len(found)
    yield GaugeMetricFamily("muehle_metrics_missing", "Metrics of the server that could not be read.", value=missing)


def _read_in_database() -> list[Metric]:
    """The values that could be read in time. Raises DatabaseError if the database does not answer."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = {MOST_MILLISECONDS_A_QUERY}")
    database_time.source.read()
    return [metric for gauge in _server_gauges if gauge.is_in_database and (metric := _metric(gauge))]


def _metric(gauge: ServerGauge) -> Metric | None:
    """The gauge as it is now, or None: one that fails does not hide the others."""
    try:
        with transaction.atomic() if gauge.is_in_database else nullcontext():
            return gauge.read()
    except Exception as error:
        log.warning("metric_unreadable", metric=gauge.name, error=str(error))
        return None


_SERVER = CollectorRegistry()
_SERVER.register(ServerCollector())
