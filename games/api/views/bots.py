"""Turning an account into a bot's."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games import errors
from games.api.answers import player_answer
from games.api.callers import caller
from games.api.serializers.bots import BotInput
from games.api.serializers.players import PlayerProfileSerializer
from games.bots import become_bot


class BotView(Endpoint):
    required_scopes = {"POST": Scope.BOT_PLAY}
    refusals = {"POST": (errors.AccountHasPlayed, errors.StaffAccount, errors.TextMalformed)}

    @extend_schema(
        operation_id="become_bot",
        summary="Become a bot",
        request=BotInput,
        responses={200: PlayerProfileSerializer, 201: PlayerProfileSerializer},
    )
    def post(self, request: Request) -> Response:
        """Turn this account into a bot's, for good. It must never have played, and not be one of staff. Of an account
        that is a bot already, change the `operator` (200)."""
        user, wanted = caller(request), body_of(request, BotInput)
        if wanted["confirm"] != user.username:
            raise ValidationError(
                {"confirm": [_("Write the name of this account: %(name)s") % {"name": user.username}]}
            )
        bot = become_bot(user, operator=wanted["operator"])
        return player_answer(bot, status=200 if user.is_bot else 201)
