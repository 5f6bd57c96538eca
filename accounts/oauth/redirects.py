"""Validation of redirect addresses. RFC 8252 and RFC 9700 have the reasons."""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import SplitResult, urlencode, urlsplit

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST = 300
LOOPBACK = ("127.0.0.1", "::1", "localhost")
_VISIBLE = re.compile(r"[\x21-\x7e]+")
# This text is a word of the consent page's policy. International names are registered in their ASCII form.
_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_AUTHORITY = re.compile(rf"(?:{_LABEL}(?:\.{_LABEL})*|\[::1\])(?::[0-9]{{1,5}})?")
# A private scheme is a reversed domain name: com.example.app. That excludes javascript: and data:.
_OWN_SCHEME = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")


def validate_redirect_uri(uri: str) -> None:
    """Raise ValidationError unless uri is https, http on a loopback address, or of a scheme like com.example.app."""
    parts = _split(uri)
    if parts is None or len(uri) > LONGEST:
        raise ValidationError(
            _("This is not a valid address, or it is longer than %(most)s characters."), params={"most": LONGEST}
        )
    if parts.fragment or uri.endswith("#"):
        raise ValidationError(_("A redirect address must not have a part after “#”."))
    if not _is_safe(parts):
        raise ValidationError(
            _(
                "Use https://, or for programs on the user’s own device http://127.0.0.1, http://localhost or a "
                "scheme such as com.example.app:/."
            )
        )


def is_registered(uri: str, registered: Iterable[str]) -> bool:
    """Whether uri is valid and equals a registered one; on loopback addresses any port is allowed."""
    parts = _split(uri)
    if parts is None or not _is_safe(parts):
        return False
    wanted = _without_port(uri)
    return any(uri == one or (wanted is not None and wanted == _without_port(one)) for one in registered)


def with_answer(uri: str, answer: Mapping[str, str]) -> str:
    """The address with the response added to its query."""
    return f"{uri}{'&' if '?' in uri else '?'}{urlencode(answer)}"


def host_of(uri: str) -> str:
    """The host of the address, for display; empty for a program on the user's own device."""
    parts = urlsplit(uri)
    return (parts.hostname or "") if parts.scheme == "https" else ""


def policy_source_of(uri: str) -> str:
    """The Content-Security-Policy source that allows a form's response to redirect to uri, and nothing more."""
    parts = urlsplit(uri)
    # The grammar of the policy does not allow IPv6 addresses.
    if not parts.netloc or parts.netloc.startswith("["):
        return f"{parts.scheme}:"
    return f"{parts.scheme}://{parts.netloc}"


def _split(uri: str) -> SplitResult | None:
    if not _VISIBLE.fullmatch(uri) or "\\" in uri:
        return None
    try:
        parts = urlsplit(uri)
        parts.port  # noqa: B018  (raises for one that is no number)
    except ValueError:
        return None
    return parts


def _is_safe(parts: SplitResult) -> bool:
    if parts.scheme not in ("https", "http"):
        return bool(_OWN_SCHEME.fullmatch(parts.scheme)) and not parts.netloc and parts.path.startswith("/")
    if not _AUTHORITY.fullmatch(parts.netloc):
        return False
    return parts.hostname in LOOPBACK if parts.scheme == "http" else not parts.netloc.startswith("[")


def _without_port(uri: str) -> SplitResult | None:
    """A loopback address without its port; None for any other address."""
    parts = _split(uri)
    if parts is None or parts.scheme != "http" or not _is_safe(parts):
        return None
    return parts._replace(netloc=parts.hostname or "")
