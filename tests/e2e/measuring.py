"""How strongly the parts of a board differ from what they are drawn on, measured in the page as it is shown."""

from playwright.sync_api import Page

# Colours as the browser has computed them. What is inside a stone is drawn elsewhere and only referred to, so that a
# probe beside it is painted with each of the stone's colours in turn.
COLOURS = """() => {
  const of = (selector, name) => {
    const element = document.querySelector(`.board ${selector}`);
    return element && getComputedStyle(element)[name];
  };
  const inside = (stone) => {
    const colours = ["face", "ring", "edge"].map((name) => {
      const probe = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      probe.style.fill = `var(--${name})`;
      stone.append(probe);
      const colour = getComputedStyle(probe).fill;
      probe.remove();
      return [name, colour];
    });
    return Object.fromEntries(colours);
  };
  const stones = {};
  for (const side of ["white", "black"]) {
    const stone = document.querySelector(`[data-layer=stones] .board__stone--${side}`);
    if (stone) stones[side] = inside(stone);
  }
  return {
    surface: getComputedStyle(document.querySelector(".board")).backgroundColor,
    text: { coordinates: of(".board__coordinates text", "fill") },
    graphics: {
      lines: of(".board__groove", "stroke"),
      points: of(".board__dimple", "fill"),
      mill: of(".board__mill", "stroke"),
      "came from": of(".board__came-from", "stroke"),
      "went to": of(".board__went-to", "stroke"),
      chosen: of(".board__chosen", "stroke"),
      target: of(".board__target", "fill"),
      take: of(".board__take", "stroke"),
    },
    stones,
  };
}"""

Ratios = dict[tuple[str, str], float]


def contrasts_of(page: Page) -> Ratios:
    """By what is drawn, and whether it is text or graphics: the ratio of WCAG, from 1 to 21. What is not there is not.

    A stone needs an edge that stands out from the board, and a pattern that stands out from its face: by that the
    sides are told apart where their colours are not.
    """
    seen = page.evaluate(COLOURS)
    found = {
        (what, kind): ratio(colour, seen["surface"])
        for kind in ("text", "graphics")
        for what, colour in seen[kind].items()
        if colour
    }
    for side, colours in seen["stones"].items():
        found[f"{side} edge", "graphics"] = ratio(colours["edge"], seen["surface"])
        found[f"{side} pattern", "graphics"] = ratio(colours["ring"], colours["face"])
    return found


def ratio(one: str, other: str) -> float:
    """The contrast of two colours as browsers write them: rgb(1, 2, 3)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(", ")]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
