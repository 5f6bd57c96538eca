"""Every address of the server, from the table of URLs: for tests that walk over all of them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver

_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")


@dataclass(frozen=True)
class Route:
    """A pattern of the table, with all that is before it."""

    pattern: str

    @property
    def parameters(self) -> list[str]:
        """Their names, in order."""
        return [either or other for either, other in _PARAMETER.findall(self.pattern)]

    def path(self, values: Mapping[str, object], default: object = "0") -> str:
        """An address of it."""
        filled = _PARAMETER.sub(lambda found: str(values.get(found[1] or found[2], default)), self.pattern)
        return "/" + re.sub(r"\\(.)|[\^$]", r"\1", filled)

    def __str__(self) -> str:
        return self.pattern


def routes() -> list[Route]:
    """All of them, once."""
    return list(dict.fromkeys(Route(pattern) for pattern in _patterns(get_resolver().url_patterns, "")))


def _patterns(patterns: Iterable[URLPattern | URLResolver], before: str) -> Iterator[str]:
    for pattern in patterns:
        whole = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _patterns(pattern.url_patterns, whole)
        else:
            yield whole
