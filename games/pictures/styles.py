"""The five board styles by daylight, as colours; css/styles.css and css/embed.css have the same ones for pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class StoneColours:
    """A stone, from the centre outwards."""

    face: str
    ring: str
    rim: str
    edge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """All colours of a picture.

    `grain` is the colour of wood grain, empty for none; `shadow` is the opacity of the stones' shadows, empty for none.
    """

    name: str
    surface: str
    line: str
    frame: str
    mill: str
    last: str
    taken: str
    paper: str
    ink: str
    muted: str
    accent: str
    grain: str = ""
    shadow: str = ""
    line_width: float = 4.5
    edge_width: float = 2.5
    stones: Mapping[str, StoneColours]


_GREEN: Final = StoneColours("#2f8a55", "#d3f3df", "#1f6a3e", "#123d26")
_PINK: Final = StoneColours("#ec8fb3", "#74233f", "#bb5880", "#6e2341")

WOOD: Final = Style(
    name="wood",
    surface="#e3c69a",
    line="#4f3419",
    frame="#714a2a",
    mill="#85480a",
    last="#1f5a4e",
    taken="#a02c20",
    paper="#f5efe3",
    ink="#2a241e",
    muted="#635749",
    accent="#1f5a4e",
    grain="#3d2206",
    shadow=".3",
    stones={
        "white": StoneColours("#fbf5e6", "#927b4f", "#d8c8a6", "#6b5636"),
        "black": StoneColours("#2d2621", "#85756a", "#171210", "#0d0a08"),
        "green": _GREEN,
        "pink": _PINK,
    },
)
PAPER: Final = Style(
    name="paper",
    surface="#faf5e9",
    line="#3a322a",
    line_width=3.5,
    frame="#3a322a",
    mill="#9a5208",
    last="#1f5a4e",
    taken="#a02c20",
    paper="#fffdf8",
    ink="#2a241e",
    muted="#635749",
    accent="#1f5a4e",
    edge_width=3.5,
    stones={
        "white": StoneColours("#fffdf8", "#6f6455", "#fffdf8", "#2a241e"),
        "black": StoneColours("#2a241e", "#b9ab94", "#2a241e", "#2a241e"),
        "green": StoneColours("#2f8a55", "#d3f3df", "#2f8a55", "#123d26"),
        "pink": StoneColours("#ec8fb3", "#74233f", "#ec8fb3", "#6e2341"),
    },
)
SLATE: Final = Style(
    name="slate",
    surface="#48535b",
    line="#dfe6e4",
    line_width=3.5,
    frame="#6d573f",
    mill="#f5c669",
    last="#9be0cd",
    taken="#ffb39c",
    paper="#1f262b",
    ink="#eef1ee",
    muted="#b6c3c8",
    accent="#9be0cd",
    shadow=".4",
    stones={
        "white": StoneColours("#f4f5f0", "#6f7c7f", "#cfd5d2", "#ffffff"),
        "black": StoneColours("#14181b", "#93a2a8", "#1f262a", "#b6c3c8"),
        "green": StoneColours("#2f8a55", "#d3f3df", "#1f6a3e", "#b4e6c8"),
        "pink": StoneColours("#ec8fb3", "#74233f", "#bb5880", "#ffdbe8"),
    },
)
# The boxed game. Its stones always have these colours, whatever the rules call them.
PINK_GREEN: Final = Style(
    name="pink-green",
    surface="#f8ece4",
    line="#6a3550",
    line_width=4,
    frame="#34704f",
    mill="#8a4f0a",
    last="#3d3a94",
    taken="#9c1433",
    paper="#fdf6f3",
    ink="#3a1a28",
    muted="#75475a",
    accent="#1f5f3d",
    shadow=".25",
    stones={"white": _GREEN, "black": _PINK, "green": _GREEN, "pink": _PINK},
)
CONTRAST: Final = Style(
    name="contrast",
    surface="#ffffff",
    line="#000000",
    line_width=6,
    frame="#000000",
    mill="#0033a0",
    last="#00552b",
    taken="#a80000",
    paper="#ffffff",
    ink="#000000",
    muted="#000000",
    accent="#0033a0",
    edge_width=4.5,
    stones={
        "white": StoneColours("#ffffff", "#000000", "#ffffff", "#000000"),
        "black": StoneColours("#000000", "#ffffff", "#000000", "#000000"),
        "green": StoneColours("#00692f", "#ffffff", "#00692f", "#000000"),
        "pink": StoneColours("#ff9cc2", "#000000", "#ff9cc2", "#000000"),
    },
)

STYLES: Final[Mapping[str, Style]] = MappingProxyType(
    {style.name: style for style in (WOOD, PAPER, SLATE, PINK_GREEN, CONTRAST)}
)
