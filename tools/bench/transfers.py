"""What a browser fetches for a page, as its network layer counts it: requests and bytes by kind, headers included."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import CDPSession, Page


@dataclass
class Transfers:
    """Everything that a page has fetched since the listening began; of a stream, what has arrived so far."""

    kinds: dict[str, str] = field(default_factory=dict)
    sizes: Counter[str] = field(default_factory=Counter)

    @property
    def requests(self) -> Counter[str]:
        """How many requests of each kind: Document, Stylesheet, Script, Font, EventSource, …"""
        return Counter(self.kinds.values())

    def so_far(self) -> "Transfers":
        """A copy that grows no more."""
        return Transfers(dict(self.kinds), Counter(self.sizes))

    def bytes_of(self, *kinds: str) -> int:
        return sum(size for request, size in self.sizes.items() if self.kinds.get(request) in kinds)

    def bytes_without(self, *kinds: str) -> int:
        return sum(size for request, size in self.sizes.items() if self.kinds.get(request) not in kinds)

    def listen(self, page: Page) -> CDPSession:
        """Begin to count; the session is there to slow the page down."""
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.responseReceived", self._answered)
        session.on("Network.dataReceived", self._received)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")
        return session

    # --- What the browser says ---

    def _asked(self, event: dict[str, Any]) -> None:
        # What lies in the document itself is not fetched.
        if not event["request"]["url"].startswith("data:"):
            self.kinds[event["requestId"]] = event["type"]

    def _answered(self, event: dict[str, Any]) -> None:
        self.sizes[event["requestId"]] = event["response"]["encodedDataLength"]

    def _received(self, event: dict[str, Any]) -> None:
        self.sizes[event["requestId"]] += event["encodedDataLength"]

    def _finished(self, event: dict[str, Any]) -> None:
        self.sizes[event["requestId"]] = event["encodedDataLength"]
