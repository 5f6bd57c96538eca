"""Responses about challenges."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from rest_framework.response import Response

from accounts.models import User
from games.challenges.models import Challenge
from games.challenges.presenters import challenge_data
from games.challenges.prospects import prospects_for
from games.challenges.queries import heard_by, people_in, shown_ratings_of
from games.core.presenters import Data
from games.players import reliability
from kit import database_time

Reader = User | AnonymousUser


def challenge_answer(challenge: Challenge, *, reader: Reader, status: int = 200, **more: Any) -> Response:
    """The response for a challenge to the reader, with additional fields."""
    (data,) = challenges_data([challenge], reader=reader)
    return Response({**data, **more}, status=status)


def challenges_data(challenges: Iterable[Challenge], *, reader: Reader) -> list[Data]:
    """Challenges as a reader may see them, with current ratings and reliability, in one query each for all."""
    rows, now = heard_by(reader.pk, challenges), database_time.now()
    ratings = shown_ratings_of(rows)
    punctuality = reliability.punctuality_of(people_in(rows))
    prospects = prospects_for(reader, rows, at=now) if isinstance(reader, User) else {}
    return [
        challenge_data(row, now=now, ratings=ratings, punctuality=punctuality, prospects=prospects.get(row.number))
        for row in rows
    ]


def invitation_data(secret: str | None) -> Data | None:
    """The secret and the address of its page, or None if there is no secret."""
    if secret is None:
        return None
    return {"secret": secret, "url": settings.SITE_URL + reverse("invitation", args=[secret])}
