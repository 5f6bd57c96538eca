"""The clock of the tests: that of the process, with which they travel."""

from datetime import datetime, timedelta

from django.utils import timezone


class WallClock:
    """In the place of accounts.database_time.DatabaseClock."""

    def now(self) -> datetime:
        return timezone.now()

    def read(self) -> datetime:
        return timezone.now()

    def heard(self, _moment: datetime) -> datetime:
        return timezone.now()

    def skew(self) -> timedelta:
        return timedelta(0)
