"""How tests walk over the administration: every page that links lead to."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urljoin

from django.test import Client

LINK = re.compile(r'href="([^"#]+)"')
START = "/admin/"


def pages_of(client: Client, *, most: int = 1) -> Iterator[tuple[str, Any]]:
    """The pages of the administration that are reached from the first one; from a filtered list no further.

    Of addresses that differ only in numbers and in values of parameters, `most` are visited.
    """
    waiting, seen, visited = [START], {START}, Counter[str]()
    while waiting:
        address = waiting.pop(0)
        shape = re.sub(r"\d+|=[^&]*", "#", address)
        visited[shape] += 1
        if visited[shape] > most:
            continue
        answer = client.get(address)
        yield address, answer
        if answer.status_code != 200 or "?" in address:
            continue
        for link in LINK.findall(answer.content.decode()):
            # A row is reached with the filters of its list.
            found = re.sub(r"\?_changelist_filters=.*", "", urljoin(address, unescape(link)))
            if found.startswith(START) and found not in seen:
                seen.add(found)
                waiting.append(found)
