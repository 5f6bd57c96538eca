"""Metrics of streams."""

from games.core.monitoring import ProcessGauge
from games.streams.requests import SLOTS

ProcessGauge("muehle_streams_open", "Open streams and requests that wait for events.", lambda: SLOTS.taken)
