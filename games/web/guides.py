"""The guides for programmers, which are kept in docs/, as pages."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

# By the last part of their address; the first one has none.
FILES = {"": "api.md", "bots": "bots.md", "embedding": "embedding.md"}


class Guide(NamedTuple):
    """A guide as HTML, with its title."""

    title: str
    html: str


@cache
def guide(name: str) -> Guide:
    """The guide of this name, read once a process. Raises KeyError and FileNotFoundError."""
    text = (settings.BASE_DIR / "docs" / FILES[name]).read_text(encoding="utf-8").replace("$SITE", settings.SITE_URL)
    tokens = _parser().parse(text)
    for token, content in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(content.content))
    return Guide(tokens[1].content, _parser().renderer.render(tokens, _parser().options, {}))


def guides() -> list[tuple[str, str]]:
    """The names and titles of all guides."""
    return [(name, guide(name).title) for name in FILES]


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("link_open", _link)
    parser.add_render_rule("fence", _code)
    parser.add_render_rule("table_open", lambda *_tokens: '<div class="table-frame" tabindex="0"><table class="table">')
    parser.add_render_rule("table_close", lambda *_tokens: "</table></div>")
    return parser


def _link(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, environment: Any) -> str:
    target = _address(str(tokens[index].attrGet("href")))
    # What is in the repository alone has no address here.
    tokens[index].attrs = {"href": target} if target else {}
    return self.renderToken(tokens, index, options, environment)


def _code(_self: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, _environment: Any) -> str:
    """A block of code that can be scrolled by keyboard."""
    return f'<pre tabindex="0"><code>{escapeHtml(tokens[index].content)}</code></pre>\n'


def _address(target: str) -> str | None:
    """Where a link of a document leads on the site; None for what is not there."""
    if "://" in target or target.startswith(("#", "/")):
        return target
    if target == "openapi.yaml":
        return reverse("api:schema")
    name = {file: name for name, file in FILES.items()}.get(target)
    return None if name is None else address_of(name)


def address_of(name: str) -> str:
    """The page of a guide."""
    return reverse("guide", args=[name]) if name else reverse("developers")


def _anchor(heading: str) -> str:
    return re.sub(r"\W+", "-", heading.lower()).strip("-")
