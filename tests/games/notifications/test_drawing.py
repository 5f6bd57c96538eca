from games.pictures.drawing import GridCell, as_text, drawing
from muehle import RULESETS, STANDARD, Position

MIDGAME = Position.parse("W.B.W.....B...W.......W. w 4 7 0")


def cells(position: Position) -> dict[str, GridCell]:
    """The cells of the points by name."""
    drawn = drawing(position, STANDARD, is_flipped=False)
    rows = {row.rank: row.cells for row in drawn.rows if row.rank}
    return {
        f"{letter}{rank}": cell
        for rank, row in rows.items()
        for letter, cell in zip("abcdefg", row[::2], strict=True)
        if cell.is_point
    }


def test_the_stones_stand_on_their_points() -> None:
    stones = {name: cell.stone for name, cell in cells(MIDGAME).items() if cell.stone}

    assert stones == {"a7": "white", "g7": "black", "d6": "white", "b4": "black", "g4": "white", "d1": "white"}


def test_there_are_24_points_and_the_lines_between_them() -> None:
    points = cells(Position.start())

    assert len(points) == 24
    assert points["a7"].ways == {"right", "down"}
    assert points["d6"].ways == {"left", "right", "up", "down"}
    assert points["d5"].ways == {"left", "right", "up"}
    assert points["c4"].ways == {"left", "up", "down"}


def test_as_text_with_white_below() -> None:
    assert (
        as_text(drawing(MIDGAME, STANDARD, is_flipped=False))
        == """\
7 ○───────────·───────────●
  │           │           │
6 │   ·───────○───────·   │
  │   │       │       │   │
5 │   │   ·───·───·   │   │
  │   │   │       │   │   │
4 ·───●───·       ·───·───○
  │   │   │       │   │   │
3 │   │   ·───·───·   │   │
  │   │       │       │   │
2 │   ·───────·───────·   │
  │           │           │
1 ·───────────○───────────·
  a   b   c   d   e   f   g"""
    )


def test_turned_round_for_black_only_the_drawing_changes() -> None:
    assert (
        as_text(drawing(MIDGAME, STANDARD, is_flipped=True))
        == """\
1 ·───────────○───────────·
  │           │           │
2 │   ·───────·───────·   │
  │   │       │       │   │
3 │   │   ·───·───·   │   │
  │   │   │       │   │   │
4 ○───·───·       ·───●───·
  │   │   │       │   │   │
5 │   │   ·───·───·   │   │
  │   │       │       │   │
6 │   ·───────○───────·   │
  │           │           │
7 ●───────────·───────────○
  g   f   e   d   c   b   a"""
    )


def test_the_stones_have_the_colours_of_their_rules() -> None:
    drawn = drawing(MIDGAME, RULESETS["pink-green"], is_flipped=False)

    assert {cell.stone for row in drawn.rows for cell in row.cells} == {"", "green", "pink"}
