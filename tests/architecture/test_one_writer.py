"""Only the writers in games/play change a game: nobody else writes its state or its row."""

import ast
import re
from collections.abc import Iterator

import pytest

from games.core.models.games import Game
from games.play import clocks, endings
from tests.architecture.sources import Source, sources

# Actions of players and of arbiters, what every ending does for both of them, their part for draw offers, take-backs
# and pauses, and what a game did to ratings.
PARTS = (
    "actions", "timeouts", "endings", "draw_offers", "takebacks", "pause_offers", "interventions", "rating_changes",
)  # fmt: skip
WRITERS = tuple(f"games/play/{name}.py" for name in PARTS)
# The clock of a game has a file of its own, which may touch nothing else of it.
CLOCKS = "games/play/clocks.py"
CLOCK = {*clocks.COLUMNS, *clocks.BANKS}
STATE = set(endings.STATE) | {f"{name}_id" for name in ("on_move", "draw_offered_by")}
FIXED = {"number", "white", "black", "colours_by_lot", "started_at", "pool", "white_rating", "black_rating"}
TERMS = {"rules", "rated", "clock_system", "clock_parameters", "leave_days", "days_off", "timeout", "total_days"}
# Other tables have a status too.
SHARED = {"status"}
WRITING = {"create", "bulk_create", "get_or_create", "update_or_create", "update", "bulk_update", "delete", "save"}
GIVEN_ROWS = {"setattr", "insert_of", "update_of", "update_row", "update_rows"}
STATEMENT = re.compile(r"(INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(ONLY\s+)?core_game\b", re.IGNORECASE)
# What has attributes of these names and is no row of a game.
NO_GAMES = ("self",)


def breaches(source: Source) -> Iterator[str]:
    """The lines that change a game."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_state(node):
            yield f"{source.name}:{node.lineno}: {ast.unparse(node)} = …"
        if isinstance(node, ast.Call) and _writes_games(node):
            yield f"{source.name}:{node.lineno}: {ast.unparse(node)[:80]}"
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and STATEMENT.search(node.value):
            yield f"{source.name}:{node.lineno}: {node.value[:80]}"


def _is_state(target: ast.Attribute) -> bool:
    owner = ast.unparse(target.value)
    if target.attr in SHARED:
        return "game" in owner.lower()
    return target.attr in STATE and owner not in NO_GAMES


def _writes_games(call: ast.Call) -> bool:
    function = ast.unparse(call.func)
    name = function.rpartition(".")[2]
    if name in ("setattr", "update_of", "update_row", "update_rows"):
        return "game" in ast.unparse(call.args[0]).lower()
    owner = function.rpartition(".")[0]
    is_game = re.search(r"\bGame\.objects", owner) or owner == "game" or owner.endswith(".game")
    return name in WRITING and bool(is_game)


def test_every_column_of_a_game_is_either_state_or_fixed_when_it_begins() -> None:
    columns = {field.name for field in Game._meta.concrete_fields}

    assert columns == set(endings.STATE) | FIXED | TERMS
    assert not (FIXED | TERMS) & STATE


def test_only_transitions_changes_a_game() -> None:
    others = [source for source in sources() if source.name not in (*WRITERS, CLOCKS)]
    found = [breach for source in others for breach in breaches(source)]

    assert found == []


def test_the_file_of_the_clocks_changes_nothing_but_clocks() -> None:
    (source,) = sources(CLOCKS)

    found = [line.split(": ", 1)[1] for line in breaches(source)]

    assert found
    assert {line for line in found if line.removesuffix(" = …").removeprefix("game.") not in CLOCK} == {
        "update_rows(moved_games, COLUMNS)",
        "update_rows(games, ('deadline_notification_at',))",
    }


@pytest.mark.parametrize(
    "line",
    [
        "game.ply += 1",
        "game.result, game.termination = '1-0', 'stones'",
        "game.status = 'finished'",
        "row.deadline_at = None",
        "game.save()",
        "challenge.game.save()",
        "Game.objects.filter(number=1).update(ply=2)",
        "Game.objects.create()",
        "setattr(game, name, value)",
        "update_row(game, names)",
        "update_of(game, names)",
        "update_rows(games, names)",
        "cursor.execute('UPDATE core_game SET ply = 2')",
    ],
)
def test_the_scan_sees_every_way_of_writing(line: str) -> None:
    source = Source(sources(WRITERS[0])[0].path)
    source.__dict__["tree"] = ast.parse(line)

    assert list(breaches(source))


def test_the_scan_sees_the_writer() -> None:
    assert list(breaches(sources(WRITERS[0])[0]))
