"""The styles of pictures and of pages are the same ones: the daylight colours of css/styles.css."""

import re

import pytest

from accounts.models import User
from games.pictures import STYLES, Style
from tools.launcher.workspace import ROOT

SHEET = ROOT / "games/web/static/web/css/styles.css"
EMBED = ROOT / "games/site/static/site/css/embed.css"
OURS = {
    "board-surface": "surface",
    "board-line": "line",
    "board-mill": "mill",
    "board-last": "last",
    "board-mark": "taken",
}
PARTS = {"": "face", "-ring": "ring", "-rim": "rim", "-edge": "edge"}


def properties_of(name: str) -> dict[str, str]:
    """What the style sheet says of a style: what all have in common, and its own on top."""
    text = SHEET.read_text(encoding="utf-8")
    common = _declared(text[text.index("[data-style] {") :])
    own = re.search(rf'\n\[data-style="{name}"\] {{.*?\n}}', text, re.DOTALL)
    return common | (_declared(own[0]) if own else {})


def _declared(rule: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): ([^;]+);", rule[: rule.index("\n}")]))


def by_day(value: str, properties: dict[str, str]) -> str:
    """The first of light-dark(), and what a var() stands for."""
    if named := re.fullmatch(r"var\(--([\w-]+)\)", value):
        return by_day(properties[named[1]], properties)
    both = re.fullmatch(r"light-dark\(([^,]+), [^)]+\)", value)
    return both[1] if both else value


def test_there_are_the_same_styles() -> None:
    assert set(STYLES) == set(User.BoardStyle.values)


@pytest.mark.parametrize("style", STYLES.values(), ids=lambda style: style.name)
def test_a_picture_has_the_colours_of_the_page_by_day(style: Style) -> None:
    properties = properties_of(style.name)

    said = {name: by_day(properties[name], properties) for name in OURS}
    assert said == {name: getattr(style, ours) for name, ours in OURS.items()}
    assert float(properties["board-line-width"]) == style.line_width
    assert float(properties["stone-edge-width"]) == style.edge_width
    for colour, stone in style.stones.items():
        # The pink and green game shows its own two stones, whatever they are called.
        shown = {"white": "green", "black": "pink"}.get(colour, colour) if style.name == "pink-green" else colour
        said = {part: by_day(properties[f"stone-{shown}{part}"], properties) for part in PARTS}
        assert said == {part: getattr(stone, ours) for part, ours in PARTS.items()}


@pytest.mark.parametrize("style", STYLES.values(), ids=lambda style: style.name)
def test_a_game_on_another_page_stands_on_the_paper_of_its_pictures(style: Style) -> None:
    text = EMBED.read_text(encoding="utf-8")
    own = re.search(rf'\n\[data-style="{style.name}"\] {{.*?\n}}', text, re.DOTALL)
    properties = _declared(text[text.index(":root {") :]) | (_declared(own[0]) if own else {})

    for name in ("paper", "ink", "muted", "accent"):
        assert _long(properties[name]) == getattr(style, name), name


def _long(colour: str) -> str:
    """With two digits for each of red, green and blue."""
    return re.sub(r"^#(.)(.)(.)$", r"#\1\1\2\2\3\3", colour)
