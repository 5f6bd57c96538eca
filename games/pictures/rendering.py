"""Renders SVG as PNG by resvg. The pictures contain shapes only, so fonts of the machine do not matter."""

from functools import lru_cache

import resvg_py


# Popular positions are rendered once per process; 32 pictures take three megabytes.
@lru_cache(maxsize=32)
def png_of(svg: str, *, width: int | None = None) -> bytes:
    """The picture in the size of the SVG, or scaled to a width in pixels."""
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, width=width)
