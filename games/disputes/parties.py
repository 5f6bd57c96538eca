"""The cases in which a member of staff takes part. As staff they are told nothing of them."""

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import User
from games.core.models.games import about_games_of
from kit.hooks import Hook

# The numbers of the cases about people that a user has brought.
person_cases: Hook[[User], Iterable[int]] = Hook()


def about(user: User) -> Q:
    """Rows about the user and about their games."""
    return Q(user=user) | about_games_of(user.pk)


def person_cases_of(user: User) -> list[int]:
    """The numbers of the cases about people that the user has brought."""
    return [number for numbers in person_cases(user) for number in numbers]
