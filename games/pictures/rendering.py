"""SVG as PNG, by resvg. Our pictures hold shapes alone, so no font of the machine has a say in them."""

from functools import lru_cache

import resvg_py


# A position that many look at is rendered once a process; 32 pictures are three megabytes.
@lru_cache(maxsize=32)
def png_of(svg: str, *, width: int | None = None) -> bytes:
    """The picture in the size that its SVG has, or so many pixels wide."""
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, width=width)
