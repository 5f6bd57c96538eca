"""`manage.py dumps`: make the dumps of past months now."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.dumps import making
from games.dumps.models import Dump


class Command(BaseCommand):
    help = "Make the dumps of rated games of a past month, or of all months that have none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--month", metavar="YYYY-MM", help="make those of this month, anew if there are some")

    def handle(self, *_args: Any, month: str | None, **_options: Any) -> None:
        making.add_months()
        rows = Dump.objects.order_by("month", "form")
        if month is not None:
            rows = rows.filter(month=_first_day(month))
            if not rows:
                raise CommandError(f"There is no dump of {month}: the month has not ended, or there was no rated game.")
        else:
            rows = rows.filter(is_due=True)
        for row in rows:
            dump = making.make(row)
            self.stdout.write(f"{dump.sha256}  {dump.name}  {dump.games} games, {dump.size} bytes")


def _first_day(month: str) -> date:
    try:
        return date.fromisoformat(f"{month}-01")
    except ValueError as error:
        raise CommandError(f"{month} is no month; write it as 2026-10.") from error
