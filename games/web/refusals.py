"""Showing errors of actions to readers: NotFound as 404, others as messages or form errors."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.contrib import messages
from django.forms import BaseForm
from django.http import Http404, HttpRequest

from games.core.errors import NotFound, Refusal

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FormError:
    """The form is invalid or was refused; `status` is that of the page that shows it again."""

    status: int


def get_or_404(read: Callable[[], T]) -> T:
    """Return what `read` returns; raises Http404 for what does not exist or is not visible to the viewer."""
    try:
        return read()
    except NotFound as refusal:
        raise Http404(str(refusal)) from refusal


def run_or_message(request: HttpRequest, action: Callable[[], T]) -> T | None:
    """Return what `action` returns; if it is refused, add an error message and return None. Raises Http404."""
    try:
        return get_or_404(action)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return None


def run_or_form_error(form: BaseForm, action: Callable[[], T]) -> T | FormError:
    """Return what `action` returns; if the form is invalid or the action is refused, add the error to the form."""
    if not form.is_valid():
        return FormError(422)
    try:
        return action()
    except Refusal as refusal:
        form.add_error(None, refusal.message)
        return FormError(refusal.status)
