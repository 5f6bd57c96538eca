"""Errors that are answers: refusals of actions, and those of API views, each with its code, HTTP status and text.

`code` is part of the public API (docs/api/errors.md lists all codes); the text is for people and translated. Apps
declare theirs in their modules `errors`, which are imported when Django starts.

What a function refuses is said once, in its decorator: `@raises(locked_game, NoDrawOffer)`. API views name the actions
that they call in `refusals`, from which the schema takes the codes.
"""

import functools
from collections.abc import Callable
from typing import Any, ClassVar, ParamSpec, TypeVar

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, AuthenticationFailed, PermissionDenied

P = ParamSpec("P")
T = TypeVar("T")
Text = str | Promise


class Refusal(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The server will not do what was asked; nothing has changed.

    Every kind has a `code` of its own, which is part of the public API (docs/api/errors.md has them all), the HTTP
    `status` of an answer, and a `text` for people. `details` are figures for programs (legal moves, plies of a proof);
    they go out beside the text. The docstring of a kind tells developers of clients about them, in docs/api/errors.md.
    """

    kinds: ClassVar[dict[str, type["Refusal"]]] = {}
    code: ClassVar[str]
    status: ClassVar[int]
    text: ClassVar[Text] = _("This is not possible.")
    # Seconds until the same may be possible, if it depends only on time.
    retry_after: ClassVar[int | None] = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "code" in vars(cls):
            cls.kinds[cls.code] = cls

    def __init__(self, **details: Any) -> None:
        self.details = details
        super().__init__(self.code, details)

    @property
    def message(self) -> str:
        """The sentence for people, in the language in force now."""
        return str(self.text) % self.details

    def __str__(self) -> str:
        return self.message


class NotFound(Refusal):
    code = "not_found"
    status = 404
    text = _("Not found, or you have no access to it.")


class TextTooLong(Refusal):
    code = "text_too_long"
    status = 400
    text = _("The text is longer than %(longest)s characters.")


class TextMalformed(Refusal):
    code = "malformed_text"
    status = 400
    text = _("The text contains characters that are not allowed.")


class StreamsFull(Refusal):
    code = "streams_full"
    status = 503
    retry_after = 5
    text = _("Too many streams or downloads are open right now; please try again in a moment.")


class TooManyDownloads(Refusal):
    code = "too_many_downloads"
    status = 429
    retry_after = 5
    text = _("You already have a download in progress. Please wait until it has finished.")


# --- What a function refuses ------------------------------------------------------------------------------------------

# A class, or a function that declares its own.
Source = type[Refusal] | Callable[..., Any]
Kinds = frozenset[type[Refusal]]


def raises(*sources: Source) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Declare which refusals a function raises: classes, and functions whose refusals it passes on.

    With settings.CHECK_REFUSALS any other refusal is an AssertionError. Without it the function stays as it is.
    """
    declared = Kinds().union(*map(refusals_of, sources))

    def declare(function: Callable[P, T]) -> Callable[P, T]:
        declaring = _checked(function, declared) if settings.CHECK_REFUSALS else function
        declaring.refusals = declared  # type: ignore[attr-defined]  # functions take any
        return declaring

    return declare


def refusals_of(source: Source) -> Kinds:
    """What the function declares; a class stands for itself."""
    if isinstance(source, type):
        return Kinds({source})
    declared: Kinds = source.refusals  # type: ignore[attr-defined]
    return declared


def _checked(function: Callable[P, T], declared: Kinds) -> Callable[P, T]:
    expected = tuple(declared)

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except Refusal as refusal:
            if isinstance(refusal, expected):
                raise
            raise AssertionError(f"{function.__name__}() does not declare {type(refusal).__name__}") from refusal

    return call


# --- Errors of API views ----------------------------------------------------------------------------------------------


class ApiRefusal(APIException):
    """An error with a code that DRF does not have. Subclasses register themselves in `kinds`."""

    kinds: ClassVar[dict[str, type["ApiRefusal"]]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "default_code" in vars(cls):
            cls.kinds[cls.default_code] = cls


class InvalidToken(ApiRefusal, AuthenticationFailed):
    """`detail` says which."""

    default_code = "invalid_token"
    default_detail = _("This token is unknown, expired or revoked.")


class InsufficientScope(ApiRefusal, PermissionDenied):
    """`required_scope` names it."""

    default_code = "insufficient_scope"
    default_detail = _("This token does not have the required scope.")

    def __init__(self, required_scope: str) -> None:
        self.details: dict[str, Any] = {"required_scope": required_scope}
        super().__init__(_("This token does not have the scope %(required_scope)s.") % self.details)


class IdempotencyKeyMalformed(ApiRefusal):
    status_code = 400
    default_code = "idempotency_key_malformed"
    default_detail = _("An Idempotency-Key must be 1 to 255 visible ASCII characters.")


class PreconditionFailed(ApiRefusal):
    status_code = 412
    default_code = "precondition_failed"
    default_detail = _("This has changed since you read it. Fetch it again and send your change with the new ETag.")


class IdempotencyKeyReused(ApiRefusal):
    status_code = 422
    default_code = "idempotency_key_reused"
    default_detail = _("This Idempotency-Key was used for a different request; use a new one.")
