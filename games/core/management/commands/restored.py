"""`manage.py restored`: to be called once after the database was restored from a backup, before the site is opened."""

from django.core.management.base import BaseCommand

from accounts.privacy import waiting
from games.core import event_log, partitions


class Command(BaseCommand):
    help = __doc__

    def handle(self, **_options: object) -> None:
        # If the backup is of an earlier month, numbers of this month may have been given since.
        partitions.begin_month()
        event_log.leave_a_gap()
        # Their owners may have kept the account since.
        waiting.begin_anew()
        self.stdout.write("Events get new numbers from here on; programs that follow the logs read everything again.")
