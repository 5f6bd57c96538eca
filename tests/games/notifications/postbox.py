"""A mail server that keeps what it gets, refuses addresses on demand, and can be made to hold its breath."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller


class PostBox:
    """Mails as they arrived. While `accepting` is cleared, a sender waits for the answer to the mail or, with
    `holds_before_data`, to the address before it. `held` is set as soon as one waits."""

    def __init__(self) -> None:
        self.emails: list[EmailMessage] = []
        self.unknown: set[str] = set()
        self.holds_before_data = False
        self.accepting = threading.Event()
        self.accepting.set()
        self.held = threading.Event()
        self.port = 0

    async def handle_RCPT(  # noqa: N802  (aiosmtpd's name)
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: list[str]
    ) -> str:
        if address in self.unknown:
            return "550 5.1.1 no such user"
        if self.holds_before_data:
            await self._hold()
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802  (aiosmtpd's name)
        email = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(email, EmailMessage)
        self.emails.append(email)
        await self._hold()
        return "250 OK"

    async def _hold(self) -> None:
        if not self.accepting.is_set():
            self.held.set()
            await asyncio.to_thread(self.accepting.wait, 120)


class _OnAnyPort(Controller):
    def _trigger_server(self) -> None:
        server: Any = self.server
        self.port = server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


@contextmanager
def post_box() -> Iterator[PostBox]:
    """A mail server on 127.0.0.1, at the box's `port`."""
    box = PostBox()
    controller = _OnAnyPort(box, hostname="127.0.0.1", port=0)
    controller.start()
    box.port = controller.port
    try:
        yield box
    finally:
        box.accepting.set()
        controller.stop()


def text_of(email: EmailMessage, subtype: str = "plain") -> str:
    """The part of a mail that is text/plain, or text/html."""
    part = email.get_body((subtype,))
    assert part is not None
    content: str = part.get_content()
    return content.replace("\r\n", "\n")
