"""The caller's account and tokens."""

from typing import Any

from django.db import transaction
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from accounts import names, preferences, tokens
from accounts.api.errors import DisplayNameFixed, TooManyTokens
from accounts.api.permissions import IsFreshToChange, IsSession
from accounts.api.serializers import (
    AccountSerializer,
    NewTokenSerializer,
    PreferencesInput,
    TestedTokensSerializer,
    TokenInput,
    TokenSerializer,
    TokensInput,
    tested_token_data,
)
from accounts.models import AccessToken, User
from accounts.scopes import EMAIL_READ, PREFERENCE_READ, PREFERENCE_WRITE
from kit import database_time
from kit.endpoints import Endpoint
from kit.permissions import has_scope
from kit.requests import body_of, changes_in, faults_of


class AccountView(Endpoint):
    required_scopes = {"GET": PREFERENCE_READ, "PATCH": PREFERENCE_WRITE}
    refusals = {"PATCH": (DisplayNameFixed,)}

    @extend_schema(operation_id="get_account", summary="My account", responses=AccountSerializer)
    def get(self, request: Request) -> Response:
        """Your username and preferences. Your email address is included only with the scope `email:read`."""
        return Response(_account(request))

    @extend_schema(
        operation_id="change_preferences",
        summary="Change my preferences",
        request=PreferencesInput,
        responses=AccountSerializer,
    )
    def patch(self, request: Request) -> Response:
        """Change your preferences and your display name.

        Fields that are left out stay as they are. A display name can be changed every 30 days. The first one does not
        count, nor does a correction within an hour.
        """
        changes = changes_in(request, PreferencesInput)
        with transaction.atomic():
            if "display_name" in changes:
                _give_name(_caller(request), changes.pop("display_name"))
            preferences.change(_caller(request), changes)
        return Response(_account(request))


class TokensView(Endpoint):
    required_scopes = {"GET": None, "POST": None}
    location = "tokens/{id}/"
    permission_classes = [IsSession, IsFreshToChange]
    pagination_class: Any = api_settings.DEFAULT_PAGINATION_CLASS
    refusals = {"POST": (TooManyTokens,)}

    @extend_schema(operation_id="list_tokens", summary="My tokens", responses=TokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Your tokens, newest first, including revoked and expired ones. Not available to tokens."""
        paginator: Any = self.pagination_class()
        rows = AccessToken.objects.personal().filter(user=_caller(request)).order_by("-created_at", "-pk")
        page = paginator.paginate_queryset(rows, request, view=self)
        answer: Response = paginator.get_paginated_response(TokenSerializer(page, many=True).data)
        return answer

    @extend_schema(
        operation_id="create_token", summary="Create a token", request=TokenInput, responses={201: NewTokenSerializer}
    )
    def post(self, request: Request) -> Response:
        """Create a token. Its secret is in this response only. Not available to tokens."""
        wanted = body_of(request, TokenInput)
        try:
            token, secret = tokens.issue(_caller(request), **wanted)
        except tokens.TokenLimitReached as error:
            raise TooManyTokens(tokens.MOST) from error
        return Response({**TokenSerializer(token).data, "secret": secret}, status=201)


class TokensTestView(Endpoint):
    required_scopes = {"POST": None}
    throttle_cost = 5

    @extend_schema(
        operation_id="test_tokens",
        summary="Test tokens",
        request=TokensInput,
        responses=TestedTokensSerializer,
    )
    def post(self, request: Request) -> Response:
        """Test up to 20 secrets: whether they belong to usable tokens, and the owner, scopes and expiry of each.

        Testing does not count as use.
        """
        wanted = body_of(request, TokensInput)["tokens"]
        alive = AccessToken.alive(wanted, now=database_time.now())
        found = [tested_token_data(alive.get(secret)) for secret in wanted]
        return Response(TestedTokensSerializer({"results": found}).data)


class TokenView(Endpoint):
    required_scopes = {"DELETE": None}
    permission_classes = [IsSession]

    @extend_schema(operation_id="revoke_token", summary="Revoke a token", responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke a token of yours, immediately and permanently. Not available to tokens."""
        if not tokens.revoke(_caller(request), token_id):
            raise Http404
        return Response(status=204)


def _give_name(user: User, name: str) -> None:
    with faults_of("display_name"):
        try:
            names.give(user, name)
        except names.NameStays as error:
            raise DisplayNameFixed(error.messages[0], until=error.until) from error


def _caller(request: Request) -> User:
    assert isinstance(request.user, User)  # noqa: S101  (the permission saw to it)
    return request.user


def _account(request: Request) -> dict[str, Any]:
    data = dict(AccountSerializer(_caller(request)).data)
    return data if has_scope(request, EMAIL_READ) else {**data, "email": None}
