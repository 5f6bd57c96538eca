"""Writes one message to one place in a chat app, and says what became of it. No database."""

from dataclasses import dataclass, field

from apprise import NotifyFormat

from games.chat_apps.supported import MalformedPlaceError, Place, sender_for, service_named
from games.chat_apps.transport import sending
from kit.locks import Lease
from kit.outgoing.sending import Error

# The place is gone, or its token is void: another attempt would not help.
_GONE = (401, 403, 404, 410)


@dataclass(frozen=True, slots=True)
class Outcome:
    """`error` is empty for a success; `is_gone` if no other attempt would help."""

    error: str = ""
    is_gone: bool = False
    seconds: float = field(default=0.0, compare=False)


def write(service: str, place: Place, text: str, *, lease: Lease) -> Outcome:
    """Send the text. It blocks: call it in a thread of its own."""
    try:
        sender = sender_for(service, place)
    except MalformedPlaceError:
        return Outcome(str(Error.ADDRESS), is_gone=True)
    with sending(lease) as under_way:
        was_sent = bool(
            sender.notify(body=service_named(service).written(_harmless(text)), body_format=NotifyFormat.TEXT)
        )
    seconds = under_way.seconds
    if was_sent:
        return Outcome(seconds=seconds)
    failed = [result for result in under_way.results if result.error]
    if not failed:
        return Outcome("answer", seconds=seconds)
    last = failed[-1]
    error = f"{last.status_code}" if last.status_code else str(last.error)
    return Outcome(error, is_gone=last.status_code in _GONE, seconds=seconds)


def _harmless(text: str) -> str:
    """Nobody in the chat is called by what a player has written."""
    return text.replace("@", "@\N{ZERO WIDTH SPACE}")
