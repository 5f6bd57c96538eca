"""`manage.py check_audit`: compare the audit log with checkpoints, games, verdicts and sanctions."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.audit import checks


class Command(BaseCommand):
    help = "Say whether games, verdicts, sanctions and checkpoints are as the audit log says."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print each problem; the metrics tell of the outcome as well."""
        if found := checks.check_and_store():
            raise CommandError("\n".join(found))
        self.stdout.write("Everything is as the audit log says.")
