"""The words by which players are found: their username, and each word of their display name."""

import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.models import User
from games.people.models import LONGEST_WORD, NameWord

# Of what somebody looks for, so many words count.
MOST_WORDS: Final = 5


def words_in(text: str) -> list[str]:
    """The words of a text, whatever their case."""
    return unicodedata.normalize("NFKC", text).casefold().split()


def words_of(user: User) -> set[str]:
    """The words by which the player is found."""
    return {word[:LONGEST_WORD] for name in (user.username, user.display_name) for word in words_in(name)}


def keep_words(users: Iterable[User]) -> None:
    """Store the words of these players as they are now. Guests have none."""
    wanted = {(user.pk, word) for user in users if not user.is_guest for word in words_of(user)}
    rows = NameWord.objects.filter(user__in=users)
    stored = {(user_id, word): pk for pk, user_id, word in rows.values_list("pk", "user", "word")}
    if gone := [pk for pair, pk in stored.items() if pair not in wanted]:
        NameWord.objects.filter(pk__in=gone).delete()
    new = [NameWord(user_id=user_id, word=word) for user_id, word in sorted(wanted - set(stored))]
    NameWord.objects.bulk_create(new, ignore_conflicts=True)


def found_by(rows: QuerySet[User], text: str) -> QuerySet[User]:
    """The players who have a word that begins so, for each word of the text."""
    for word in words_in(text)[:MOST_WORDS]:
        rows = rows.filter(Exists(NameWord.objects.filter(user=OuterRef("pk"), word__startswith=word)))
    return rows


@receiver(post_save, sender=User)
def _keep_words(instance: User, update_fields: frozenset[str] | None = None, **_signal: Any) -> None:
    if update_fields is None or {"username", "display_name", "is_guest"} & update_fields:
        keep_words([instance])
