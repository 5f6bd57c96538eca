"""The few threads in which streams read the log, each read with a database connection that is then given back."""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, ParamSpec, TypeVar

from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")


class Readers:
    """A pool of threads for short reads; `threads` of them is also the most connections that streams ever hold."""

    def __init__(self, *, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="stream-reader")
        self._shared: dict[Hashable, asyncio.Future[Any]] = {}

    async def read(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns, called in one of the threads."""
        # With the caller's context, so that log lines have the id of its request.
        context = copy_context()
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, context.run, _call, function, args, kwargs
        )

    async def read_once(self, key: Hashable, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """As read(), but callers who come with the same key while the call is running share its answer."""
        shared = self._shared.get(key)
        if shared is None:
            shared = asyncio.ensure_future(self.read(function, *args, **kwargs))
            self._shared[key] = shared
            shared.add_done_callback(lambda future: self._forget(key, future))
        # The call goes on for the others when one who waits for it is cancelled.
        answer: T = await asyncio.shield(shared)
        return answer

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _forget(self, key: Hashable, future: asyncio.Future[Any]) -> None:
        del self._shared[key]
        if not future.cancelled():
            future.exception()  # retrieved here, in case that no caller waits any more


def _call(function: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    try:
        return function(*args, **kwargs)
    finally:
        connections.close_all()
