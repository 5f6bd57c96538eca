"""Headers that every answer has: also static files, JSON, and refusals that Django's middleware has not seen."""

from collections.abc import Iterable
from http import HTTPStatus

from django.conf import settings

from muehle_server.hybrid import Header

# Documents have a whole policy of their own (content_policy.py).
ALWAYS: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"frame-ancestors 'none'"),
    # As SecurityMiddleware writes them.
    (b"referrer-policy", settings.SECURE_REFERRER_POLICY.encode()),
    (b"cross-origin-opener-policy", settings.SECURE_CROSS_ORIGIN_OPENER_POLICY.encode()),
)


def completed(headers: Iterable[Header], status: int) -> list[Header]:
    """The headers with those that are missing. An answer 304 would replace what the browser has stored."""
    given = [*headers]
    if status == HTTPStatus.NOT_MODIFIED:
        return given
    named = {name.lower() for name, _value in given}
    return given + [each for each in (*ALWAYS, _resource(named), *_transport()) if each[0] not in named]


def _resource(named: set[bytes]) -> Header:
    """Which sites may load the answer without asking: what every site may read may also be shown there."""
    scope = b"cross-origin" if b"access-control-allow-origin" in named else b"same-origin"
    return (b"cross-origin-resource-policy", scope)


def _transport() -> list[Header]:
    """As SecurityMiddleware writes it."""
    if not settings.SECURE_HSTS_SECONDS:
        return []
    return [
        (b"strict-transport-security", b"max-age=%d; includeSubDomains; preload" % settings.SECURE_HSTS_SECONDS),
    ]
