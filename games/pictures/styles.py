"""The five looks of a board, as colours. The game's page has the same ones in its style sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class StoneColours:
    """A stone from its middle outwards."""

    face: str
    ring: str
    rim: str
    edge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """Every colour of a picture. `grain` is the colour of wood's lines, empty for what is no wood."""

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
    stones: Mapping[str, StoneColours]


_CREAM: Final = StoneColours("#fbf5e6", "#d9caa8", "#d8c8a6", "#8d7a5c")
_EBONY: Final = StoneColours("#2d2621", "#75655a", "#171210", "#0d0a08")
_GREEN: Final = StoneColours("#3f9c66", "#8fd3ab", "#25693f", "#123d26")
_PINK: Final = StoneColours("#e887ac", "#fbd3e1", "#b14d75", "#6e2341")

WOOD: Final = Style(
    name="wood",
    surface="#e3c69a",
    line="#4f3419",
    frame="#714a2a",
    mill="#b8741a",
    last="#1f5a4e",
    taken="#a02c20",
    paper="#f5efe3",
    ink="#2a241e",
    muted="#635749",
    accent="#1f5a4e",
    grain="#3d2206",
    stones={"white": _CREAM, "black": _EBONY, "green": _GREEN, "pink": _PINK},
)
PAPER: Final = Style(
    name="paper",
    surface="#fdfaf3",
    line="#4a4238",
    frame="#ddd0ba",
    mill="#9a6a1c",
    last="#1f5a4e",
    taken="#a02c20",
    paper="#fffdf8",
    ink="#2a241e",
    muted="#635749",
    accent="#1f5a4e",
    stones={
        "white": StoneColours("#ffffff", "#8f7f6a", "#ffffff", "#2a241e"),
        "black": StoneColours("#2a241e", "#b5a896", "#2a241e", "#14100c"),
        "green": _GREEN,
        "pink": _PINK,
    },
)
SLATE: Final = Style(
    name="slate",
    surface="#39434a",
    line="#b9c5c9",
    frame="#20272c",
    mill="#e0a94a",
    last="#9adcc6",
    taken="#ff9d80",
    paper="#1b2024",
    ink="#e9eef0",
    muted="#aeb9be",
    accent="#9adcc6",
    stones={
        "white": StoneColours("#eef1ee", "#b3bdbd", "#cdd5d3", "#6d787c"),
        "black": StoneColours("#15191c", "#7d8b92", "#0c0f11", "#55626a"),
        "green": StoneColours("#4aa771", "#a5e0bd", "#2b6f47", "#123d26"),
        "pink": StoneColours("#e58bae", "#ffdbe8", "#a8466d", "#6e2341"),
    },
)
PINK_GREEN: Final = Style(
    name="pink-green",
    surface="#f9e3ea",
    line="#2c6b48",
    frame="#c65f8a",
    mill="#b0336a",
    last="#14532d",
    taken="#8f1d4f",
    paper="#fdf3f6",
    ink="#3a1a28",
    muted="#75475a",
    accent="#1f5f3d",
    stones={
        "white": StoneColours("#fffafc", "#e3b9c9", "#f2d6e0", "#a2597a"),
        "black": StoneColours("#23402f", "#7fb596", "#14281d", "#0a160f"),
        "green": _GREEN,
        "pink": _PINK,
    },
)
CONTRAST: Final = Style(
    name="contrast",
    surface="#ffffff",
    line="#000000",
    frame="#000000",
    mill="#8a4b00",
    last="#0037b3",
    taken="#b00000",
    paper="#ffffff",
    ink="#000000",
    muted="#000000",
    accent="#0037b3",
    stones={
        "white": StoneColours("#ffffff", "#000000", "#ffffff", "#000000"),
        "black": StoneColours("#000000", "#ffffff", "#000000", "#000000"),
        "green": StoneColours("#006b35", "#ffffff", "#006b35", "#000000"),
        "pink": StoneColours("#ff9dc4", "#000000", "#ff9dc4", "#000000"),
    },
)

STYLES: Final[Mapping[str, Style]] = MappingProxyType(
    {style.name: style for style in (WOOD, PAPER, SLATE, PINK_GREEN, CONTRAST)}
)
