"""What higher apps add to the public profile of a player in the API."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from accounts.models import User
from games.core.presenters import Data


@dataclass(frozen=True, slots=True)
class ProfilePart:
    """Members of the profile, as the serializer describes them."""

    serializer: type[serializers.Serializer[Any]]
    data_of: Callable[[User], Data]


_parts: list[ProfilePart] = []


def add(part: ProfilePart) -> None:
    """Add these members to all profiles."""
    _parts.append(part)


def fields() -> dict[str, Any]:
    """The fields of all parts."""
    return {name: field for part in _parts for name, field in part.serializer().get_fields().items()}


def data_of(player: User) -> Data:
    """The values of these fields."""
    return {name: value for part in _parts for name, value in part.data_of(player).items()}
