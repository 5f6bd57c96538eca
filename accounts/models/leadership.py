"""Work that one process of all does at a time."""

from django.db import models


class Leadership(models.Model):
    """Who may do a piece of work, and until when; written by accounts/leadership.py."""

    name = models.CharField(max_length=50, primary_key=True)
    # Grows with each holder, so that one whose time is up knows that it holds the lease no more.
    fence = models.PositiveBigIntegerField()
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
