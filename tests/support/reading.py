"""How tests read a page: its heading, its words, its language, its messages."""

import html
import re
from typing import TYPE_CHECKING

from django.contrib.messages import get_messages
from django.http import HttpResponse

# What Django's test client answers with has more to say than any response; the stubs know it by a private name.
if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page
else:
    Page = HttpResponse


def heading(page: Page) -> str:
    """The one h1 of the page, as words."""
    found = re.findall(r"<h1[^>]*>(.*?)</h1>", page.content.decode(), re.DOTALL)
    assert len(found) == 1, found
    return words(found[0])


def words(markup: str) -> str:
    """Markup as a reader sees it: without tags, icons and doubled spaces."""
    without_pictures = re.sub(r"(?s)<svg.*?</svg>|<script.*?</script>|<style.*?</style>", " ", markup)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", without_pictures)).split())


def markup_of(page: Page) -> str:
    """The source of the page, `compact`."""
    return compact(page.content.decode())


def compact(markup: str) -> str:
    """Markup without the white space that only lays out its template."""
    return re.sub(r"(?<=>) | (?=</?\w)| (?=/?>)", "", " ".join(markup.split()))


def text_of(page: Page) -> str:
    """All the words in the main part of the page."""
    body = page.content.decode()
    return words(body[body.index("<main") : body.index("</main>")])


def language_of(page: Page) -> str:
    found = re.search(r'<html lang="([a-z]+)"', page.content.decode())
    assert found is not None
    return found[1]


def root_of(page: Page) -> str:
    """The tag of the root element, which the style sheets go by."""
    found = re.search(r"<html[^>]*>", page.content.decode())
    assert found is not None
    return compact(found[0])


def messages_in(answer: Page) -> list[str]:
    """The messages that wait for the reader's next page."""
    return [str(message) for message in get_messages(answer.wsgi_request)]


def mistakes(page: Page) -> dict[str, list[str]]:
    """What the page's form says is wrong, by field; what belongs to none is under an empty name."""
    errors = page.context["form"].errors
    return {"" if name == "__all__" else name: list(texts) for name, texts in errors.items()}
