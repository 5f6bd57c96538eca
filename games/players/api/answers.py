"""Responses about a player."""

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response

from accounts.models import User
from games.players import reliability
from games.players.api import profile_parts
from games.players.presenters import player_data
from games.players.queries import game_counts_of, player_by_name, ratings_of
from games.time_off.queries import away_until
from kit import database_time
from kit.errors import NotFound


def player_answer(player: User, *, status: int = 200) -> Response:
    """The public profile of a player."""
    now = database_time.now()
    data = player_data(
        player,
        ratings=ratings_of(player.pk),
        counts=game_counts_of(player.pk),
        reliability=reliability.reliability_of(player.pk, now=now),
        away_until=away_until([player.pk], now=now).get(player.pk),
    )
    return Response(data | profile_parts.data_of(player), status=status)


def player_named(field: str, username: str) -> User:
    """The player named by a filter; raises ValidationError."""
    try:
        return player_by_name(username)
    except NotFound as error:
        raise ValidationError({field: [_("There is no player with this name. Check the spelling.")]}) from error
