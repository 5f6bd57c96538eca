"""Who is woken, and when: one line to Redis, and the log itself where the line is down."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connections

from accounts.models import User
from games.chat.messages import send_message
from games.core import pubsub
from games.core.models.games import Game
from games.core.pubsub import Topic
from games.streams import hub as streams_hub
from games.streams.hub import Hub, Listener, Readers
from games.streams.logs import latest
from tests.support.playing import play
from tests.support.servers import Switch, own_valkey

SECONDS_TO_WAKE = 20.0
HubTest = Callable[[Hub], Coroutine[Any, Any, None]]


def with_hub(test: HubTest) -> None:
    async def run() -> None:
        readers = Readers(threads=1)
        hub = Hub(readers, latest=latest)
        try:
            await test(hub)
        finally:
            await hub.aclose()
            readers.close()

    asyncio.run(run())


async def in_thread(function: Callable[..., object], *args: Any, **kwargs: Any) -> None:
    """Call it beside the loop, where the database may be used, and give its connection back."""

    def call() -> None:
        try:
            function(*args, **kwargs)
        finally:
            connections.close_all()

    await asyncio.to_thread(call)


async def woken(listener: Listener) -> None:
    async with asyncio.timeout(SECONDS_TO_WAKE):
        await listener.bell.wait()
    listener.bell.clear()


async def settled(hub: Hub) -> None:
    """Return when the line stands: an announcement for a topic of one's own has come through."""
    with hub.listener(Topic("user", -1)) as listener:
        while not listener.bell.is_set():
            await in_thread(pubsub.announce, games=[], users=[-1])
            await asyncio.sleep(0.05)


@pytest.fixture
def valkey(settings: LazySettings) -> Iterator[Switch]:
    """A Redis that this test may stop, for announcing as for listening."""
    with own_valkey() as switch:
        settings.PUBSUB_URL = switch.url
        yield switch


@pytest.mark.django_db(transaction=True)
def test_those_are_woken_whose_log_has_grown(game: Game, anna: User, carla: User) -> None:
    async def test(hub: Hub) -> None:
        with (
            hub.listener(Topic("game", game.pk)) as of_game,
            hub.listener(Topic("user", anna.pk)) as of_anna,
            hub.listener(Topic("user", carla.pk)) as of_carla,
        ):
            await settled(hub)
            for listener in (of_game, of_anna, of_carla):
                listener.bell.clear()

            await in_thread(play, game, "d6")

            await woken(of_game)
            await woken(of_anna)
            assert not of_carla.bell.is_set()

    with_hub(test)


@pytest.mark.django_db(transaction=True)
def test_what_is_between_the_players_wakes_nobody_else(game: Game, anna: User, bert: User) -> None:
    async def test(hub: Hub) -> None:
        with (
            hub.listener(Topic("game", game.pk)) as of_everybody,
            hub.listener(Topic("game", game.pk, bert.pk)) as of_bert,
        ):
            of_everybody.reached(2**62)  # a look at the log would wake him once
            await settled(hub)
            of_everybody.bell.clear()
            of_bert.bell.clear()

            await in_thread(send_message, game.number, anna, "Good luck!")
            await woken(of_bert)
            assert not of_everybody.bell.is_set()

            await in_thread(play, game, "d6")
            await woken(of_everybody)

    with_hub(test)


@pytest.mark.django_db(transaction=True)
def test_a_listener_who_knows_already_is_not_woken_by_a_look_at_the_log(game: Game, anna: User, bert: User) -> None:
    async def test(hub: Hub) -> None:
        with hub.listener(Topic("user", anna.pk)) as of_anna, hub.listener(Topic("user", bert.pk)) as of_bert:
            await settled(hub)
            of_anna.bell.clear()
            of_bert.bell.clear()
            of_anna.known, of_bert.known = 3, 2

            await hub._look()

            assert (of_anna.bell.is_set(), of_bert.bell.is_set()) == (False, True)

    with_hub(test)


@pytest.mark.django_db(transaction=True)
def test_a_process_has_one_line_however_many_listen(game: Game, valkey: Switch, settings: LazySettings) -> None:
    async def test(hub: Hub) -> None:
        with hub.listener(Topic("game", game.pk)), hub.listener(Topic("game", 2)), hub.listener(Topic("user", 3)):
            await settled(hub)

            [(_channel, lines)] = pubsub._client().pubsub_numsub(settings.PUBSUB_CHANNEL)
            assert lines == 1

    with_hub(test)


@pytest.mark.django_db(transaction=True)
def test_while_redis_is_away_the_log_itself_is_asked(
    game: Game, valkey: Switch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams_hub, "DEAF_LOOK_SECONDS", 0.1)

    async def test(hub: Hub) -> None:
        with hub.listener(Topic("game", game.pk)) as listener:
            await settled(hub)
            listener.bell.clear()

            valkey.off()
            await in_thread(play, game, "d6")

            await woken(listener)

    with_hub(test)


@pytest.mark.django_db(transaction=True)
def test_after_redis_has_been_away_announcements_are_heard_again(
    game: Game, valkey: Switch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams_hub, "DEAF_LOOK_SECONDS", 0.1)

    async def test(hub: Hub) -> None:
        with hub.listener(Topic("game", game.pk)) as listener:
            await settled(hub)
            valkey.off()
            valkey.on()

            await settled(hub)
            listener.bell.clear()
            await in_thread(play, game, "d6")

            await woken(listener)

    with_hub(test)


@pytest.mark.django_db(transaction=True)
def test_an_announcement_that_nobody_heard_is_made_good_by_a_look_at_the_log(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams_hub, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(pubsub, "announce", lambda **_whose: None)

    async def test(hub: Hub) -> None:
        with hub.listener(Topic("game", game.pk)) as listener:
            await in_thread(play, game, "d6")

            await woken(listener)

    with_hub(test)


def test_a_move_does_not_wait_for_a_redis_that_is_away(valkey: Switch, caplog: pytest.LogCaptureFixture) -> None:
    valkey.off()

    pubsub.announce(games=[1], users=[2])

    assert "announcement_lost" in caplog.text


def wanted(*topics: Topic) -> pubsub.Wanted:
    found = pubsub.Wanted()
    for topic in topics:
        found.add(topic)
    return found


def test_a_process_hears_the_shards_of_those_who_listen_and_no_others(valkey: Switch) -> None:
    mine, other = Topic("game", 1), Topic("user", 2)
    same_shard = 1 + pubsub.SHARDS

    async def hear() -> tuple[list[pubsub.Announcement], list[int]]:
        announcements = pubsub.listen(wanted(mine))
        try:
            async with asyncio.timeout(SECONDS_TO_WAKE):
                heard = [await anext(announcements)]
                await in_thread(pubsub.announce, games=[1, same_shard, 3], users=[2], tokens=[4])
                heard += [await anext(announcements) for _announcement in range(2)]
                subscribers = pubsub._client().pubsub_numsub(pubsub.channel_of(mine), pubsub.channel_of(other))
                return heard, [number for _channel, number in subscribers]
        finally:
            await announcements.aclose()

    heard, subscribers = asyncio.run(hear())
    own, others = pubsub.Announcement(games=(1, same_shard)), pubsub.Announcement(tokens=(4,))
    assert heard == [pubsub.Announcement(), own, others]
    assert subscribers == [1, 0]


def test_what_is_wanted_may_change_while_the_line_stands(valkey: Switch) -> None:
    first, second = Topic("game", 1), Topic("user", 2)

    async def hear() -> list[pubsub.Announcement]:
        channels = wanted(first)
        announcements = pubsub.listen(channels)
        try:
            async with asyncio.timeout(SECONDS_TO_WAKE):
                await anext(announcements)
                channels.add(second)
                channels.remove(first)
                heard = [await anext(announcements)]
                while pubsub._client().pubsub_numsub(pubsub.channel_of(first))[0][1]:
                    await asyncio.sleep(0.01)
                await in_thread(pubsub.announce, games=[1], users=[2])
                return [*heard, await anext(announcements)]
        finally:
            await announcements.aclose()

    channel = pubsub.channel_of(second)
    assert asyncio.run(hear()) == [pubsub.Announcement(channels=(channel,)), pubsub.Announcement(users=(2,))]


@pytest.mark.django_db(transaction=True)
def test_what_happened_before_a_shard_was_heard_is_found_in_the_log(
    game: Game, anna: User, valkey: Switch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams_hub, "LOOK_SECONDS", 1000.0)
    topic = Topic("user", anna.pk)

    async def test(hub: Hub) -> None:
        await settled(hub)
        valkey.pause()
        with hub.listener(topic) as listener:
            listener.reached((await hub._readers.read(latest, [topic]))[topic])
            with monkeypatch.context() as patch:
                patch.setattr(pubsub, "announce", lambda **_whose: None)
                await in_thread(play, game, "d6")
            was_woken = listener.bell.is_set()

            valkey.resume()

            await woken(listener)
            assert not was_woken

    with_hub(test)


def test_the_first_announcement_after_a_restart_of_redis_is_heard(valkey: Switch) -> None:
    pubsub.announce(games=[1], players=[(1, 2)], users=[2])
    valkey.off()
    valkey.on()

    async def hear() -> list[pubsub.Announcement]:
        announcements = pubsub.listen(wanted(Topic("game", 1), Topic("user", 2)))
        try:
            async with asyncio.timeout(SECONDS_TO_WAKE):
                await anext(announcements)
                await in_thread(pubsub.announce, games=[1], players=[(1, 2)], users=[2])
                return [await anext(announcements) for _channel in range(2)]
        finally:
            await announcements.aclose()

    heard = [pubsub.Announcement(games=(1,), players=((1, 2),)), pubsub.Announcement(users=(2,))]
    assert asyncio.run(hear()) == heard


def test_a_line_that_answers_no_ping_is_given_up(valkey: Switch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "SILENCE_SECONDS", 0.2)

    async def hear() -> None:
        announcements = pubsub.listen()
        async with asyncio.timeout(SECONDS_TO_WAKE):
            await anext(announcements)
            valkey.pause()
            with pytest.raises(pubsub.LineLost):
                await anext(announcements)

    try:
        asyncio.run(hear())
    finally:
        valkey.resume()


def test_a_line_that_is_just_being_made_can_be_given_up(valkey: Switch) -> None:
    async def hear() -> None:
        async for _announcement in pubsub.listen():
            pass

    async def give_up_at(moment: float) -> bool:
        listening = asyncio.ensure_future(hear())
        await asyncio.sleep(moment)
        listening.cancel()
        await asyncio.wait({listening}, timeout=5)
        return listening.cancelled()

    assert [moment for moment in range(100) if not asyncio.run(give_up_at(moment / 20_000))] == []


def test_a_redis_that_takes_connections_and_says_nothing_is_no_line(
    valkey: Switch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pubsub, "CONNECT_SECONDS", 0.2)
    valkey.pause()

    async def hear() -> None:
        with pytest.raises(pubsub.LineLost):
            await anext(pubsub.listen())

    try:
        asyncio.run(hear())
    finally:
        valkey.resume()


def test_a_silent_line_that_answers_stays(valkey: Switch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "SILENCE_SECONDS", 0.6)

    async def hear() -> pubsub.Announcement:
        announcements = pubsub.listen(wanted(Topic("game", 1)))
        try:
            async with asyncio.timeout(SECONDS_TO_WAKE):
                await anext(announcements)
                waiting = asyncio.ensure_future(anext(announcements))
                await asyncio.sleep(2)
                await in_thread(pubsub.announce, games=[1], users=[])
                return await waiting
        finally:
            await announcements.aclose()

    assert asyncio.run(hear()) == pubsub.Announcement(games=(1,))
