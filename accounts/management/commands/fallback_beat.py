"""`manage.py fallback_beat`: what a worker starts while its broker does not answer."""

import os
import sys
from signal import SIGTERM, signal
from threading import Event, Thread
from typing import Any

from celery import current_app
from django.core.management.base import BaseCommand

from accounts.fallback_beat import LOOK_SECONDS, FallbackBeat
from kit import periodic


class Command(BaseCommand):
    help = "Run the periodic tasks without Redis until the standard input ends."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Ends its process."""
        is_ending = Event()
        signal(SIGTERM, lambda *_signal: is_ending.set())

        def wait_for_end() -> None:
            sys.stdin.read()
            is_ending.set()

        Thread(target=wait_for_end, daemon=True).start()
        beat = FallbackBeat(periodic.tasks(current_app))
        while not is_ending.wait(LOOK_SECONDS):
            beat.step()
        beat.close()
        # What still runs would keep the process. It may be cut off, as when a worker is killed.
        os._exit(0)
