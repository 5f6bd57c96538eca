"""Streams end with the token that opened them: revoked, given back, of an app that was disconnected or deleted."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import httpx
import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import tokens
from accounts.models import AccessToken, App, User
from accounts.oauth import connections, registration
from accounts.privacy import erasure
from accounts.sessions import delete_ended
from games.core import pubsub
from games.core.models.games import Game
from games.core.pubsub import Topic
from games.streams import hub as streams_hub
from games.streams.hub import Hub, Readers, latest, until_dead
from tests.accounts.oauth.visits import keys_for, registered
from tests.games.streams.listening import Ear, listening, token_of
from tests.support.api import ApiClient, Site
from tests.support.playing import play

SECONDS_TO_END = 20.0
SCOPES = "game:read"


def ends(ear: Ear) -> bool:
    """Whether the stream comes to its proper end; a broken line raises httpx.RemoteProtocolError."""
    with pytest.raises(EOFError):
        ear.next()
    return True


def ends_after_news(ear: Ear) -> bool:
    """Whether the stream comes to its proper end, maybe after something more."""
    try:
        while True:
            ear.next()
    except EOFError:
        return True


@pytest.fixture
def app(carla: User) -> App:
    return registered(carla)


@pytest.mark.parametrize("of", ["user", "game"])
def test_a_stream_ends_with_its_token_and_with_no_other(live_server_url: str, game: Game, anna: User, of: str) -> None:
    address = {"user": "events/", "game": f"games/{game.number}/events/"}[of]
    url, other = f"{live_server_url}/api/v1/{address}", token_of(anna)
    token, secret = AccessToken.issue(user=anna, description="x", scopes=["game:read"])
    with listening(url, token=secret) as ear, listening(url, token=other) as others_ear:
        ear.next(), others_ear.next()

        tokens.revoke(anna, token.pk)

        assert ends(ear)
        play(game, "d6")
        assert others_ear.next().type == "move_played"
    assert httpx.get(url, headers={"Authorization": f"Bearer {secret}"}).json()["code"] == "invalid_token"


@pytest.mark.parametrize("how", ["signed out", "ended elsewhere"])
def test_a_stream_ends_with_its_session_and_with_no_other(
    live_server_url: str, game: Game, site: Site, anna: User, how: str
) -> None:
    url, own, other = f"{live_server_url}/api/v1/events/", site(anna), site(anna)
    with listening(url, cookie=cookie_of(own)) as ear, listening(url, cookie=cookie_of(other)) as others_ear:
        ear.next(), others_ear.next()

        if how == "signed out":
            own.logout()
        else:
            Session.objects.get(session_key=own.cookies["sessionid"].value).delete()

        assert ends(ear)
        play(game, "d6")
        assert others_ear.next().type == "move_played"


def cookie_of(client: ApiClient) -> str:
    return f"sessionid={client.cookies['sessionid'].value}"


def test_sessions_that_have_run_out_are_deleted_in_silence(
    db: None, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    now = timezone.now()
    for name, hours in (("over", -1), ("open", 1)):
        Session.objects.create(session_key=name, expire_date=now + timedelta(hours=hours))
    rung: list[object] = []
    monkeypatch.setattr(pubsub, "announce", lambda **ids: rung.append(ids))

    with django_capture_on_commit_callbacks(execute=True):
        delete_ended()
    assert rung == []
    with django_capture_on_commit_callbacks(execute=True):
        Session.objects.all().delete()
    assert rung == [{"games": (), "users": ()}]


def give_back(app: App, keys: dict[str, str], user: User) -> None:
    connections.revoke_token(app.client_id, keys["access_token"])


def give_all_back(app: App, keys: dict[str, str], user: User) -> None:
    connections.revoke_token(app.client_id, keys["refresh_token"])


def disconnect(app: App, keys: dict[str, str], user: User) -> None:
    connections.disconnect(user, app.client_id)


def switch_off(app: App, keys: dict[str, str], user: User) -> None:
    registration.switch_off(app)


def delete(app: App, keys: dict[str, str], user: User) -> None:
    registration.delete(app)


@pytest.mark.parametrize("action", [give_back, give_all_back, disconnect, switch_off, delete])
def test_an_apps_stream_ends_when_the_app_may_no_longer_listen(
    live_server_url: str, app: App, anna: User, action: Callable[[App, dict[str, str], User], None]
) -> None:
    keys = keys_for(anna, app, scope=SCOPES)
    with listening(f"{live_server_url}/api/v1/events/", token=keys["access_token"]) as ear:
        ear.next()

        action(app, keys, anna)

        assert ends(ear)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["revoked", "deleted", "closed"])
def test_what_nobody_heard_of_is_found_by_the_next_look(anna: User, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    monkeypatch.setattr(streams_hub, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(pubsub, "announce", lambda **_ids: None)
    token, _secret = AccessToken.issue(user=anna, description="x", scopes=["game:read"])

    async def run() -> None:
        readers = Readers(threads=1)
        hub = Hub(readers, latest=latest)
        waiting = asyncio.create_task(until_dead(Topic("token", token.pk), hub=hub, readers=readers))
        async with asyncio.timeout(SECONDS_TO_END):
            await readers.read(end)
            await waiting
        assert hub._listeners == {}
        await hub.aclose()
        readers.close()

    def end() -> None:
        calls: dict[str, Callable[[], object]] = {
            "revoked": lambda: tokens.revoke(anna, token.pk),
            "deleted": token.delete,
            "closed": lambda: User.objects.filter(pk=anna.pk).update(is_active=False),
        }
        calls[how]()

    asyncio.run(run())


@pytest.mark.django_db(transaction=True)
def test_a_ring_for_a_token_that_is_alive_ends_nothing(anna: User) -> None:
    token, _secret = AccessToken.issue(user=anna, description="x", scopes=["game:read"])

    async def run() -> None:
        readers = Readers(threads=1)
        hub = Hub(readers, latest=latest)
        waiting = asyncio.create_task(until_dead(Topic("token", token.pk), hub=hub, readers=readers))
        await asyncio.sleep(0)
        for _each in range(3):
            (listener,) = hub._listeners[Topic("token", token.pk)]
            listener.bell.set()
            # One thread: what was asked because of the ring has been answered when this is.
            await asyncio.sleep(0)
            await readers.read(latest, [])
        assert not waiting.done()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await hub.aclose()
        readers.close()

    asyncio.run(run())


@pytest.mark.django_db(transaction=True)
def test_only_what_is_stored_is_announced(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[list[int]] = []
    monkeypatch.setattr(pubsub, "announce", lambda **ids: rung.append(list(ids["tokens"])))
    token, _secret = AccessToken.issue(user=anna, description="x", scopes=["game:read"])

    assert (tokens.revoke(anna, token.pk), tokens.revoke(anna, token.pk)) == (True, False)

    assert rung == [[token.pk]]


def test_streams_end_with_the_account(live_server_url: str, game: Game, site: Site, anna: User, bert: User) -> None:
    url, browser = f"{live_server_url}/api/v1/events/", site(anna)
    UserSession.objects.create(
        user=anna, ip="192.0.2.7", user_agent="x", session_key=browser.cookies["sessionid"].value
    )
    token, secret = tokens.issue(anna, description="x", scopes=["game:read"])
    with (
        listening(url, token=secret) as by_token,
        listening(url, cookie=cookie_of(browser)) as by_session,
        listening(url, token=token_of(bert)) as others,
    ):
        for ear in (by_token, by_session, others):
            ear.next()

        erasure.close(anna, ending=True)
        erasure.finish(anna.pk)

        # What the end of the game says may come before the end of the stream.
        assert ends_after_news(by_token)
        assert ends_after_news(by_session)
        assert others.next().type == "game_finished"
    assert httpx.get(url, headers={"Authorization": f"Bearer {secret}"}).json()["code"] == "invalid_token"
    assert not AccessToken.objects.filter(pk=token.pk).exists()
