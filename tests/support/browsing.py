"""How tests go through pages as a reader does: by the links that are there, and by forms as they came."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.test import Client

from tests.support.reading import words


@dataclass
class Form:
    """A form of a page: where it goes, what it would send untouched, and what else could be chosen in it."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    ticked: set[str] = field(default_factory=set)
    choices: dict[str, list[str]] = field(default_factory=dict)

    def filled(self, **written: Any) -> dict[str, Any]:
        """What is sent; a field or a choice that the page does not offer is an error of the test, or of the page."""
        for name, value in written.items():
            assert name in self.fields or name in self.choices, f"{name} is not in {self}"
            wanted = value if isinstance(value, list) else [value]
            assert name not in self.choices or set(map(str, wanted)) <= set(self.choices[name]), self.choices[name]
        return {**self.fields, **written}


class _Forms(HTMLParser):
    """Reads the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._by_id: dict[str, Form] = {}
        self._form: Form | None = None
        self._options: list[str] | None = None
        self._area: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(given.get("action", ""))
            self.found.append(self._form)
            self._by_id[given.get("id", "")] = self._form
        elif tag == "option" and self._options is not None:
            self._options.append(given.get("value", ""))
        elif form := self._by_id.get(given["form"]) if "form" in given else self._form:
            self._control(form, tag, given)

    def handle_endtag(self, tag: str) -> None:
        self._form = None if tag == "form" else self._form
        self._options = None if tag == "select" else self._options
        self._area = None

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area[0] += data.removeprefix("\n")

    def _control(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "select":
            self._options = form.choices[name] = []
        elif name and (tag == "button" or given.get("type") in ("radio", "checkbox")):
            form.choices.setdefault(name, []).append(value)
            form.ticked |= {name} if "checked" in given else set()
        elif name and tag in ("input", "textarea"):
            form.fields[name] = [value]
            form.kinds[name] = given.get("type", tag)
            self._area = form.fields[name] if tag == "textarea" else None


def forms_of(page: Any) -> list[Form]:
    parser = _Forms()
    parser.feed(page.content.decode())
    return parser.found


def submit(browser: Client, page: Any, action: str = "", **written: Any) -> Any:
    """Send the form whose address ends so, or the one that goes to the page itself; returns where that leads."""
    forms = [form for form in forms_of(page) if (form.action.endswith(action) if action else not form.action)]
    assert len(forms) == 1, f"{len(forms)} forms lead to {action!r}"
    here = page.wsgi_request.get_full_path()
    return browser.post(urljoin(here, forms[0].action), forms[0].filled(**written), follow=True)


class _Links(HTMLParser):
    """Reads the links of a page, each with its words."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self._address, self._words = "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._address, self._words = dict(attrs).get("href") or "", ""

    def handle_data(self, data: str) -> None:
        self._words += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self.found.append((words(self._words), self._address))


def follow(browser: Client, page: Any, link: str) -> Any:
    """Go where the first link with these words leads."""
    parser = _Links()
    parser.feed(page.content.decode())
    addresses = [address for text, address in parser.found if text == link]
    assert addresses, f"no link says {link!r}"
    return browser.get(urljoin(page.wsgi_request.get_full_path(), addresses[0]))
