"""Sends what is due by all channels, many requests at a time, and looks for more while it waits for slow servers.

It runs once at a time in all workers, so that slow servers occupy one hand of one worker, however many channels there
are. The run has a lease: if its worker dies, another one begins after LEASE_SECONDS.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import ClassVar

import structlog
from asgiref.sync import async_to_sync, sync_to_async

from accounts import leadership
from kit.outgoing.places import Claim, Limits, Places

log = structlog.get_logger(__name__)

# The name of the lease, which is renewed before each look.
LEASE, LEASE_SECONDS = "outgoing", 20.0
# The longest time between two looks for what is due.
LOOK_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Sending:
    """What is sent for a claim, and stored by its `work`."""

    claim: Claim
    work: Callable[[], Awaitable[None]]


class Channel(ABC):
    """A channel during a run."""

    name: ClassVar[str]
    limits: ClassVar[Limits]

    def __init__(self) -> None:
        self.places = Places(self.limits)

    @abstractmethod
    def take(self) -> Collection[Sending]:
        """What is sent next: leased to the caller, with places for each. It runs in the thread of the database."""


_registered: list[type[Channel]] = []


def register(channel: type[Channel]) -> type[Channel]:
    """Let every run send by the channel; apps do so in `outgoing`."""
    _registered.append(channel)
    return channel


def channels() -> list[type[Channel]]:
    """Those of all apps."""
    return list(_registered)


def work_off(*, seconds: float) -> bool:
    """Send until nothing is due, or for so many seconds; then only wait for the requests in flight.

    Returns immediately if another worker is sending. True if more may be left.
    """
    lease = leadership.take(LEASE, LEASE_SECONDS)
    if lease is None:
        return False
    run = _Run(lease, seconds)
    try:
        # The loop has a thread of its own; queries run in this thread, with its connection.
        async_to_sync(run.round)()
    finally:
        lease.release()
    return run.is_over


class _Run:
    def __init__(self, lease: leadership.HeldLeadership, seconds: float) -> None:
        self._lease, self._begun, self._seconds = lease, time.monotonic(), seconds
        self._channels = [channel() for channel in channels()]
        self._looked = dict.fromkeys(self._channels, 0.0)
        self._in_flight: dict[asyncio.Future[None], tuple[Channel, Claim]] = {}
        self._errors: list[Exception] = []

    @property
    def is_over(self) -> bool:
        return time.monotonic() - self._begun >= self._seconds

    async def round(self) -> None:
        """Send; the first error of a channel is raised at the end, when the requests of the others have ended."""
        freed = set(self._channels)
        while True:
            if not self.is_over:
                await self._begin(freed)
            if not self._in_flight:
                break
            done, _waiting = await asyncio.wait(
                self._in_flight, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            freed = {self._end(task) for task in done}
        if self._errors:
            raise self._errors[0]

    async def _begin(self, freed: Collection[Channel]) -> None:
        """Take what is due by the channels that have free places again, or have not looked for a while."""
        if not await sync_to_async(self._lease.renew)(LEASE_SECONDS):
            return
        now = time.monotonic()
        for channel in list(self._looked):
            if channel in freed or now - self._looked[channel] >= LOOK_SECONDS:
                self._looked[channel] = now
                channel.places.takes_doubtful = now - self._begun < self._seconds / 2
                for sending in await self._taken(channel):
                    self._in_flight[asyncio.ensure_future(sending.work())] = channel, sending.claim

    async def _taken(self, channel: Channel) -> Collection[Sending]:
        try:
            return await sync_to_async(channel.take)()
        except Exception as error:
            self._note(channel, error)
            del self._looked[channel]
            return ()

    def _end(self, task: "asyncio.Future[None]") -> Channel:
        channel, claim = self._in_flight.pop(task)
        channel.places.release(claim)
        error = task.exception()
        if isinstance(error, Exception):
            self._note(channel, error)
        return channel

    def _note(self, channel: Channel, error: Exception) -> None:
        log.error("sending_failed", channel=channel.name, error=repr(error))
        self._errors.append(error)
