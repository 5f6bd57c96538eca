"""`manage.py verify_audit`: read the book of what staff has done, and name the first row that was tampered with."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import audit


class Command(BaseCommand):
    help = "Check that nobody has changed the audit log; prints its last seal, to be compared with an earlier one."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if found := audit.first_break():
            raise CommandError(
                f"The audit log does not hold from row {found.entry.pk} on: its seal is {found.entry.digest}, "
                f"and by what it says it should be {found.expected}."
            )
        self.stdout.write(f"The audit log holds. Its last seal is {audit.last_seal()}.")
