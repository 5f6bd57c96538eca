"""`manage.py verify_audit`: check the audit log, and name the first row that was changed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.disputes import audit_log


class Command(BaseCommand):
    help = "Check that nobody has changed the audit log; prints its last seal, to be noted down elsewhere."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "seals", nargs="*", metavar="seal", help="a last seal of earlier, which has to be there still"
        )

    def handle(self, *_args: Any, seals: list[str], **_options: Any) -> None:
        if found := audit_log.first_break():
            raise CommandError(
                f"The audit log does not hold from row {found.entry.pk} on: its seal is {found.entry.digest}, "
                f"and by what it says it should be {found.expected}."
            )
        for seal in seals:
            if not audit_log.has_seal(seal):
                raise CommandError(f"No row has the seal {seal}: what was there when it was noted down is gone.")
        self.stdout.write(f"The audit log holds. Its last seal is {audit_log.last_seal()}.")
