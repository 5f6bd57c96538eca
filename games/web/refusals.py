"""How the domain's refusals reach a reader: what he may not see is not found, everything else is told him."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.contrib import messages
from django.forms import BaseForm
from django.http import Http404, HttpRequest

from games.core.errors import NotFound, Refusal

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Wrong:
    """That a form was not done, with the status of the page that shows it again."""

    status: int


def found(read: Callable[[], T]) -> T:
    """What the read returns; raises Http404 for what is not there or not for this viewer."""
    try:
        return read()
    except NotFound as refusal:
        raise Http404(str(refusal)) from refusal


def done_or_told(request: HttpRequest, deed: Callable[[], T]) -> T | None:
    """What the deed returns, or None after its refusal has been put into a message; raises Http404 as `found`."""
    try:
        return found(deed)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return None


def done_or_wrong(form: BaseForm, deed: Callable[[], T]) -> T | Wrong:
    """What the deed returns; or Wrong, after what is wrong with the form or the deed’s refusal is said in the form."""
    if not form.is_valid():
        return Wrong(422)
    try:
        return deed()
    except Refusal as refusal:
        form.add_error(None, refusal.message)
        return Wrong(refusal.status)
