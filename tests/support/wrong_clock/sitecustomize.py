"""For processes of tests: Python's clock is wrong by the seconds in the file that WRONG_CLOCK names, as they change.

Python imports this when it starts, if the folder is on its path. Monotonic clocks are right.
"""

import os
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import time_machine

LOOK_SECONDS = 0.1


class _Clock:
    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds = 0.0
        self._travel: time_machine.travel | None = None
        self.set()

    def set(self) -> None:
        """Set the clock if what the file says has changed."""
        seconds = float(self._file.read_text() or 0)
        if seconds == self._seconds:
            return
        if self._travel is not None:
            self._travel.stop()
        self._travel = time_machine.travel(datetime.now(UTC) + timedelta(seconds=seconds), tick=True)
        self._travel.start()
        self._seconds = seconds

    def follow(self) -> None:
        """Look at the file for as long as the process lives, in a thread of its own."""
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        while True:
            self.set()
            time.sleep(LOOK_SECONDS)


if file := os.environ.get("WRONG_CLOCK"):
    clock = _Clock(Path(file))
    clock.follow()
    # Threads do not survive a fork.
    os.register_at_fork(after_in_child=clock.follow)
