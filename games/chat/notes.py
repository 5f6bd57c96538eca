"""Private notes: one for each player of a game. No event tells of them, and nothing of the game changes."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.chat.models import Note
from games.core import texts
from games.core.locking import locked_game_of


def keep(number: int, author: User, text: str, *, revealed: bool = False) -> Note | None:
    """Write the author's note in the place of what he had; an empty one is forgotten, and None is returned.

    `revealed` lets everybody read it as soon as the game is over. Raises NotFound, NotAPlayer, TextTooLong,
    TextMalformed.
    """
    text = texts.cleaned(text, longest=Note.LONGEST)
    with transaction.atomic():
        game = locked_game_of(number, author.pk)
        if not text:
            Note.objects.filter(game=game, author=author).delete()
            return None
        values = {"text": text, "revealed": revealed, "updated_at": timezone.now()}
        note, _is_new = Note.objects.update_or_create(game=game, author=author, defaults=values)
        return note
