"""How the domain's refusals reach a reader: what he may not see is not found, everything else is told him."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib import messages
from django.http import Http404, HttpRequest

from games import errors

T = TypeVar("T")


def found(read: Callable[[], T]) -> T:
    """What the read returns; raises Http404 for what is not there or not for this viewer."""
    try:
        return read()
    except errors.NotFound as refusal:
        raise Http404(str(refusal)) from refusal


def done_or_told(request: HttpRequest, deed: Callable[[], T]) -> T | None:
    """What the deed returns, or None after its refusal has been put into a message; raises Http404 as `found`."""
    try:
        return found(deed)
    except errors.Refusal as refusal:
        messages.error(request, refusal.message)
        return None
