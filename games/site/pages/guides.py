"""The developers' pages: the documents of docs/api/, which are in English."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

DOCS = settings.BASE_DIR / "docs" / "api"
# The sections of the navigation, with the names of their guides: the last part of the address.
SECTIONS = (
    (_("Getting started"), ("", "quick-start")),
    (_("Guides"), ("bots", "apps", "embedding", "webhooks", "records")),
    (_("Reference"), ("requests", "authentication", "games", "disputes", "events", "errors", "endpoints")),
)
# The files by these names; the first guide has no name.
FILES = {name: f"{name or 'README'}.md" for _title, names in SECTIONS for name in names}


class Guide(NamedTuple):
    title: str
    html: str


def guide(name: str) -> Guide:
    """The guide of this name. Raises KeyError where there is none."""
    return _guide(name, settings.SITE_URL)


@cache
def _guide(name: str, site: str) -> Guide:
    text = (DOCS / FILES[name]).read_text(encoding="utf-8")
    tokens = _parser().parse(text.replace("$SITE", site))
    for heading, content in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrSet("id", _anchor(content.content))
    return Guide(tokens[1].content, _parser().renderer.render(tokens, _parser().options, {}))


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
    # Files that are only in the repository have no address here.
    tokens[index].attrs = {"href": target} if target else {}
    return self.renderToken(tokens, index, options, environment)


def _code(_self: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, _environment: Any) -> str:
    """A block of code that can be scrolled by keyboard."""
    return f'<pre tabindex="0"><code>{escapeHtml(tokens[index].content)}</code></pre>\n'


def _address(target: str) -> str | None:
    """The address on the site for a link of a document; None if there is none."""
    if "://" in target or target.startswith(("#", "/")):
        return target
    if target == "../openapi.yaml":
        return reverse("api:schema")
    file, hash_sign, anchor = target.partition("#")
    name = {document: name for name, document in FILES.items()}.get(file)
    return None if name is None else address_of(name) + hash_sign + anchor


def address_of(name: str) -> str:
    """The page of a guide."""
    return reverse("guide", args=[name]) if name else reverse("developers")


def _anchor(heading: str) -> str:
    return re.sub(r"\W+", "-", heading.lower()).strip("-")


def developers(request: HttpRequest, name: str = "") -> HttpResponse:
    """A guide, with links to the sections and to the other guides of its section."""
    if name not in FILES:
        raise Http404
    sections = [(address_of(names[0]), title, name in names) for title, names in SECTIONS]
    here = next(names for _title, names in SECTIONS if name in names)
    others = [(address_of(other), guide(other), other == name) for other in here]
    return render(request, "site/developers.html", {"guide": guide(name), "sections": sections, "guides": others})
