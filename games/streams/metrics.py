"""Metrics of streams."""

from games.streams.requests import SLOTS
from kit.monitoring import ProcessGauge

ProcessGauge("muehle_streams_open", "Open streams and requests that wait for events.", lambda: SLOTS.taken)
