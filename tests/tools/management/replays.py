"""Running the command `replay` on files made for a test."""

from io import StringIO
from pathlib import Path

from django.core.management import call_command


class ReplayRun:
    """What the command printed, and how it ended."""

    def __init__(self, *arguments: Path | str) -> None:
        output, errors = StringIO(), StringIO()
        try:
            call_command("replay", *map(str, arguments), stdout=output, stderr=errors)
            self.exit_code = 0
        except SystemExit as exit_:
            self.exit_code = int(str(exit_.code))
        self.lines = output.getvalue().splitlines()
        self.errors = errors.getvalue().splitlines()
