"""Actions of owners on their connections to chat apps. Those of others are not found."""

from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from accounts import access
from accounts.lasting_access import valid
from accounts.models import AccessToken, User
from accounts.security import mails
from games.chat_apps.errors import REASONS, ChatConnectionOff, ChatPlaceRefused, TooManyChatConnections
from games.chat_apps.models import ChatConnection
from games.chat_apps.sealing import seal
from games.chat_apps.supported import MalformedPlaceError, Place, sender_for, service_named
from kit import database_time
from kit.errors import NotFound, raises
from kit.outgoing import addresses
from kit.texts import cleaned

MOST: Final = 5


def connections_of(user: User) -> QuerySet[ChatConnection]:
    """The user's connections, the newest first."""
    return ChatConnection.objects.filter(valid(), user=user)


@raises(NotFound)
def connection_of(user: User, pk: int) -> ChatConnection:
    """One of them."""
    found = connections_of(user).filter(pk=pk).first()
    if found is None:
        raise NotFound
    return found


@raises(ChatPlaceRefused, TooManyChatConnections, cleaned)
def connect(
    user: User,
    *,
    service: str,
    url: str = "",
    token: str = "",
    target: str = "",
    description: str = "",
    set_up_with: AccessToken | None = None,
) -> ChatConnection:
    """Send the user's notifications to a place in a chat app, until the token ends that it is set up with."""
    place = Place(url.strip(), token.strip(), target.strip())
    host = _checked_host(user, service, place)
    words = cleaned(description, longest=ChatConnection.LONGEST_DESCRIPTION)
    with transaction.atomic():
        access.hold(user)
        if connections_of(user).count() >= MOST:
            raise TooManyChatConnections(most=MOST)
        mails.record(user, mails.Kind.CHAT_APP_SET_UP, detail=f"{service_named(service).label} ({host})")
        return ChatConnection.objects.create(
            user=user,
            service=service,
            host=host,
            description=words,
            sealed=seal(user.pk, place),
            token=set_up_with,
        )


def _checked_host(user: User, service: str, place: Place) -> str:
    """The host that is sent to."""
    try:
        sender_for(service, place)
        return addresses.check(service_named(service).url(place), user=user.pk).host
    except MalformedPlaceError as error:
        raise ChatPlaceRefused(reason="not_that_app", why=REASONS["not_that_app"]) from error
    except addresses.Unfit as unfit:
        raise ChatPlaceRefused(reason=unfit.reason, why=REASONS[unfit.reason]) from unfit


@raises(NotFound)
def switch(user: User, pk: int, *, on: bool) -> ChatConnection:
    """Switch the connection on or off."""

    def apply(connection: ChatConnection) -> None:
        if on:
            connection.disabled_at, connection.disabled_reason, connection.failing_since = None, "", None
        elif connection.is_on:
            connection.disabled_at, connection.disabled_reason = database_time.now(), ChatConnection.OffReason.OWNER
            connection.test_asked_at = None

    return _changed(user, pk, apply)


@raises(NotFound, ChatConnectionOff)
def ask_test(user: User, pk: int) -> ChatConnection:
    """Have a test sent there, in one attempt."""

    def apply(connection: ChatConnection) -> None:
        if not connection.is_on:
            raise ChatConnectionOff
        connection.test_asked_at = database_time.now()

    return _changed(user, pk, apply)


@raises(NotFound)
def disconnect(user: User, pk: int) -> None:
    """Forget the connection with its address."""
    gone, _rows = connections_of(user).filter(pk=pk).delete()
    if not gone:
        raise NotFound


def _changed(user: User, pk: int, apply: Callable[[ChatConnection], None]) -> ChatConnection:
    with transaction.atomic():
        access.hold(user)
        connection = connections_of(user).select_for_update().filter(pk=pk).first()
        if connection is None:
            raise NotFound
        apply(connection)
        connection.save()
        return connection
