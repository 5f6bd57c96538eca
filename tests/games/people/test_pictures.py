"""The pictures of players: all of them differ, are plain drawings, and are kept by browsers for good."""

from itertools import pairwise, product
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.people.pictures import COLOURS, CREAM, PATTERNS, Picture, default_of, svg_of

ALL = [Picture(pattern, colour) for pattern, colour in product(range(len(PATTERNS)), range(len(COLOURS)))]


def luminance(colour: str) -> float:
    """That of WCAG 2."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_every_picture_is_another_drawing() -> None:
    drawings = {svg_of(picture) for picture in ALL}

    assert len(drawings) == len(ALL) == 288


def test_a_picture_has_shapes_only_and_nothing_that_a_policy_forbids() -> None:
    elements = [element for picture in ALL for element in ElementTree.fromstring(svg_of(picture)).iter()]

    assert {element.tag.partition("}")[2] for element in elements} == {"svg", "path"}
    attributes = {name for element in elements for name in element.attrib}
    assert attributes <= {"width", "height", "viewBox", "d", "fill", "fill-rule", "stroke", "stroke-width"}


@pytest.mark.parametrize("colour", COLOURS, ids=lambda colour: colour.ground)
def test_stones_and_lines_stand_out_from_their_ground(colour: tuple[str, str, str, str, str]) -> None:
    ground, area, line, stone, other = colour

    assert contrast(CREAM, ground) > 5
    assert min(contrast(stone, area), contrast(line, ground), contrast(other, ground)) > 3
    assert contrast(other, area) > 2.2


def test_neighbours_have_pictures_that_differ_in_pattern_and_colour() -> None:
    pictures = [default_of(number) for number in range(1, 1001)]

    assert all(one.is_known for one in pictures)
    assert all(one.pattern != other.pattern and one.colour != other.colour for one, other in pairwise(pictures))
    assert len(set(pictures)) == len(ALL)


def test_a_picture_is_a_file_that_browsers_keep(client: Client) -> None:
    answer = client.get("/players/pictures/3-5.svg")

    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert answer["Cache-Control"] == "public, max-age=2592000, immutable"
    assert answer.content.decode() == svg_of(Picture(3, 5))
    assert "Cookie" not in answer.get("Vary", "")
    assert client.get("/players/pictures/3-5.svg", headers={"if-none-match": answer["ETag"]}).status_code == 304


@pytest.mark.parametrize("name", [f"{len(PATTERNS)}-0", f"0-{len(COLOURS)}", "99999999999-1", "a-1", "1", "-1-1"])
def test_what_is_no_picture_is_not_found(client: Client, name: str) -> None:
    assert client.get(f"/players/pictures/{name}.svg").status_code == 404
