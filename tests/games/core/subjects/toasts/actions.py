"""Raising a glass."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.core import event_log
from games.core.locking import locked_game_of
from kit.errors import raises
from tests.games.core.subjects.toasts.errors import AlreadyToasted
from tests.games.core.subjects.toasts.events import toast_given
from tests.games.core.subjects.toasts.models import Toast


@raises(locked_game_of, AlreadyToasted)
def give(number: int, author: User, text: str) -> Toast:
    """Toast a game, once."""
    with transaction.atomic():
        game, now = locked_game_of(number, author.pk), timezone.now()
        if Toast.objects.filter(game=game, author=author).exists():
            raise AlreadyToasted(game)
        toast = Toast.objects.create(game=game, author=author, text=text, created_at=now)
        event_log.record([toast_given(toast)], now=now)
        return toast
