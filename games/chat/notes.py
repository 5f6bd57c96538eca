"""Private notes: one for each player of a game. They cause no events and do not change the game."""

from django.db import transaction

from accounts.models import User
from games.chat.models import Note
from games.core.locking import locked_game_of
from games.players import guests, sanctions
from kit import texts
from kit.errors import raises


@raises(texts.cleaned, locked_game_of, guests.require_may_type, sanctions.require_may_write)
def save(number: int, author: User, text: str, *, revealed: bool = False) -> Note | None:
    """Replace the author's note, and return it; an empty text deletes it and returns None.

    With `revealed`, everybody can read the note when the game is over.
    """
    text = texts.cleaned(text, longest=Note.LONGEST)
    if not text:
        delete(number, author)
        return None
    with transaction.atomic():
        game = locked_game_of(number, author.pk)
        if revealed:
            guests.require_may_type(author)
            sanctions.require_may_write(author.pk)
        values = {"text": text, "revealed": revealed, "updated_at": game.locked_at}
        note, _is_new = Note.objects.update_or_create(game=game, author=author, defaults=values)
        return note


@raises(locked_game_of)
def delete(number: int, author: User) -> None:
    """Delete the author's note, if there is one."""
    with transaction.atomic():
        Note.objects.filter(game=locked_game_of(number, author.pk), author=author).delete()
