"""`manage.py vapid_key`: make a key by which push services know this server."""

from typing import Any

from django.core.management.base import BaseCommand

from games.notifications.push import vapid


class Command(BaseCommand):
    help = "Print a new key for VAPID_PRIVATE_KEY. Keep it: with another one every browser has to be switched on again."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print only the key, so that the output can be redirected to a file."""
        self.stdout.write(vapid.new_private_key())
