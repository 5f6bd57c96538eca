"""Positions as pictures: what is drawn where, in which colours, and that nothing but shapes is in them."""

import re
from xml.etree import ElementTree

import polib
import pytest

from games.pictures import STYLES, BoardPicture, Card, CardPlayer, Orientation, Style, letters, png_of
from muehle import Move, Position
from tests.games.pictures.pngs import Pixels, read
from tests.support.playing import drawn
from tools.launcher.workspace import ROOT

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"svg", "title", "defs", "g", "path", "circle", "rect", "use"}
A_FEW = Position.parse(drawn(white="d6 a1", black="g7 f4"))
PER_UNIT = 600 / 724

each_style = pytest.mark.parametrize("style", STYLES.values(), ids=lambda style: style.name)


def at(pixels: Pixels, point: str, *, turned: bool = False) -> str:
    """The colour in the very middle of a point."""
    column, row = "abcdefg".index(point[0]), 7 - int(point[1])
    if turned:
        column, row = 6 - column, 6 - row
    return pixels.at((62 + 100 * column) * PER_UNIT, (62 + 100 * row) * PER_UNIT)


def pixels_of(picture: BoardPicture | Card) -> Pixels:
    return read(png_of(picture.svg()))


@each_style
def test_stones_and_free_points_have_the_colours_of_the_style(style: Style) -> None:
    pixels = pixels_of(BoardPicture(position=A_FEW, style=style))

    assert (pixels.width, pixels.height) == (600, 600)
    assert at(pixels, "d6") == at(pixels, "a1") == style.stones["white"].face
    # In the middle of a stone of the second side is its eye.
    assert at(pixels, "g7") == at(pixels, "f4") == style.stones["black"].ring
    assert at(pixels, "c3") == style.line


def test_turned_it_is_the_same_board_from_the_other_side() -> None:
    style = STYLES["paper"]

    pixels = pixels_of(BoardPicture(position=A_FEW, style=style, lies=Orientation(turns=2)))

    assert at(pixels, "d6", turned=True) == style.stones["white"].face
    assert at(pixels, "g7", turned=True) == style.stones["black"].ring
    assert at(pixels, "g7") == style.stones["white"].face


@pytest.mark.parametrize(
    ("lies", "corner", "below", "beside"),
    [
        (Orientation(), (0, 6), "abcdefg", "7654321"),
        (Orientation(turns=1), (0, 0), "1234567", "abcdefg"),
        (Orientation(turns=2), (6, 0), "gfedcba", "1234567"),
        (Orientation(mirrored=True), (6, 6), "gfedcba", "7654321"),
        (Orientation(turns=1, mirrored=True), (0, 6), "1234567", "gfedcba"),
    ],
)
def test_a_board_lies_as_it_was_mirrored_and_turned(
    lies: Orientation, corner: tuple[int, int], below: str, beside: str
) -> None:
    assert lies.cell("a1") == corner
    assert lies.coordinates == (below, beside)


def test_a_rule_set_has_its_own_stones() -> None:
    style = STYLES["wood"]

    pixels = pixels_of(BoardPicture(position=A_FEW, colours=("green", "pink")))

    assert (at(pixels, "d6"), at(pixels, "g7")) == (style.stones["green"].face, style.stones["pink"].ring)


def test_the_last_move_is_marked_where_it_came_from_went_to_and_took() -> None:
    style = STYLES["paper"]
    moved = BoardPicture(position=A_FEW, style=style, last_move=Move.parse("d5-d6xb2"))

    pixels = pixels_of(moved)

    assert pixels.at((362 + 44) * PER_UNIT, 162 * PER_UNIT) == style.last
    assert at(pixels, "b2") == style.taken
    assert pixels_of(BoardPicture(position=A_FEW, style=style)).at((362 + 44) * PER_UNIT, 162 * PER_UNIT) != style.last


def test_a_closed_mill_is_drawn_as_a_line() -> None:
    style = STYLES["slate"]
    mill = Position.parse(drawn(white="a7 d7 g7", black="b2 d2"))

    pixels = pixels_of(BoardPicture(position=mill, style=style))

    assert pixels.at(212 * PER_UNIT, 62 * PER_UNIT) == style.mill


def test_stones_differ_by_their_pattern_too() -> None:
    svg = ElementTree.fromstring(BoardPicture(position=A_FEW).svg())

    first, second = (svg.find(f".//{SVG}g[@id='{name}']") for name in "wb")
    assert first is not None
    assert second is not None
    shapes = [[(shape.get("r"), shape.get("stroke-dasharray")) for shape in stone] for stone in (first, second)]
    assert shapes[0] != shapes[1]


@each_style
@pytest.mark.parametrize("colours", [("white", "black"), ("green", "pink")], ids="-".join)
def test_a_picture_is_well_formed_and_holds_nothing_but_shapes(style: Style, colours: tuple[str, str]) -> None:
    board = BoardPicture(
        position=A_FEW, style=style, colours=colours, title="<script>&", caption="<b>&", last_move=Move.parse("d6xb2")
    )
    card = Card(board=board, seats=(CardPlayer(name="<i>", is_first=True),), headline="&lt;", words="<a>", note="“&”")

    for svg in (board.svg(), card.svg()):
        elements = list(ElementTree.fromstring(svg).iter())
        assert {element.tag.removeprefix(SVG) for element in elements} <= SHAPES
        names = {name for element in elements for name in element.attrib}
        assert not [name for name in names if name == "style" or name.startswith("on")]
        assert {element.get("href") for element in elements} <= {None, "#w", "#b"}
        assert [element.text for element in elements if element.text and element.text.strip()] == ["<script>&"]


def test_a_caption_makes_the_picture_higher() -> None:
    pixels = pixels_of(BoardPicture(position=A_FEW, caption="anna – bert"))

    assert (pixels.width, pixels.height) == (600, 666)
    assert at(pixels, "d6") == STYLES["wood"].stones["white"].face


def test_a_card_has_the_size_that_previews_want_and_shows_the_board() -> None:
    style = STYLES["wood"]
    seats = CardPlayer(name="bert", is_first=False), CardPlayer(name="anna", is_first=True)

    pixels = pixels_of(Card(board=BoardPicture(position=A_FEW), seats=seats, words="Half-move 4"))

    assert (pixels.width, pixels.height) == (1200, 630)
    assert pixels.at(56 + 362 * 518 / 724, 56 + 162 * 518 / 724) == style.stones["white"].face
    assert pixels.at(1190, 5) == style.paper


# --- Letters ----------------------------------------------------------------------------------------------------------


def test_both_faces_have_every_letter_of_a_name_and_of_our_two_languages() -> None:
    catalogue = polib.pofile(str(ROOT / "muehle_server/locale/de/LC_MESSAGES/django.po"))
    texts = [entry.msgid + entry.msgstr for entry in catalogue]
    letters_used = {letter for letter in "".join(texts) if letter.isalnum()}

    assert letters_used - set(letters.heading().glyphs) == set()
    assert letters_used - set(letters.text().glyphs) == set()


def test_a_letter_that_is_missing_is_drawn_without_its_accent_or_as_a_question_mark() -> None:
    face = letters.text()

    assert face.shape("ő", x=0, y=0, size=20, fill="red") == face.shape("o", x=0, y=0, size=20, fill="red")
    assert face.shape("漢", x=0, y=0, size=20, fill="red") == face.shape("?", x=0, y=0, size=20, fill="red")


def test_what_is_too_wide_gets_smaller_and_then_shorter() -> None:
    face = letters.heading()

    assert face.fitted("anna", size=60, width=500) == ("anna", 60)
    name, size = face.fitted("a_name_of_thirty_letters_at_all", size=60, width=400)
    assert size == 36
    assert re.fullmatch(r"a_name_[a-z_]+…", name)
    assert face.width(name, size) <= 400


def test_a_sentence_is_broken_between_words_and_cut_in_the_last_line() -> None:
    lines = letters.text().wrapped("anna won: bert has fewer than three stones left", size=34, width=300, lines=2)

    assert lines == ["anna won: bert has", "fewer than three…"]


def test_a_sentence_gets_smaller_until_it_is_whole_and_is_not_broken_in_a_number() -> None:
    face, text = letters.text(), "anna won with 5\u00a0stones: bert has fewer than three left"

    assert face.wrapped_whole(text, ((34, 2), (30, 3), (20, 3)), width=300) == (
        30,
        ["anna won with", "5\u00a0stones: bert has", "fewer than three left"],
    )
    size, lines = face.wrapped_whole(text, ((34, 1), (30, 1)), width=300)
    assert (size, lines[0][-1]) == (30, "…")
