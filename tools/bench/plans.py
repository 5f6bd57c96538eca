"""The plans of the statements that are executed, as PostgreSQL's auto_explain reports them; and what they read."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection
from psycopg.errors import Diagnostic

# A plan may read so many rows for each row that it returns or changes, and so many in any case.
A_ROW, IN_ANY_CASE, COUNTED = 10, 200, 10_000
# Characters that are printed of a statement, and of a line of a plan.
SHORT, LONG = 500, 240
_SWITCH_ON = """
LOAD 'auto_explain';
SET auto_explain.log_min_duration = 0;
SET auto_explain.log_analyze = on;
SET auto_explain.log_timing = off;
SET auto_explain.log_format = json;
SET auto_explain.log_level = notice;
SET client_min_messages = notice
"""


@dataclass(frozen=True)
class Plan:
    """A statement, the rows that it read from one large table, and the rows that it returned or changed."""

    statement: str
    nodes: dict[str, Any]
    rows_read: int
    rows_returned: int

    @property
    def reads_too_much(self) -> bool:
        # A count of what a player has reads all of it, by an index.
        most = COUNTED if self.nodes["Node Type"] == "Aggregate" else IN_ANY_CASE
        return self.rows_read > max(most, A_ROW * self.rows_returned)

    @property
    def shortened(self) -> str:
        """The statement from its tables on."""
        command, _from, rest = self.statement.partition(" FROM ")
        return f"{command.split()[0]} … FROM {rest[:SHORT]}" if rest else command[:SHORT]

    def tree(self) -> str:
        """The nodes, each with its table, index and rows, indented."""
        return "\n".join(_lines(self.nodes, 2))


def _lines(node: dict[str, Any], depth: int) -> Iterator[str]:
    where = " ".join(node[key] for key in ("Relation Name", "Index Name", "Alias") if key in node)
    rows = f"{node['Actual Rows']} × {node['Actual Loops']}, estimated {node['Plan Rows']}"
    removed = node.get("Rows Removed by Filter", 0)
    conditions = " ".join(str(node[key]) for key in ("Index Cond", "Filter", "Sort Key") if key in node)
    yield f"{' ' * depth}{node['Node Type']} {where}: {rows}, removed {removed} {conditions}"[:LONG]
    for child in node.get("Plans", ()):
        yield from _lines(child, depth + 2)


@contextmanager
def noted(large: set[str]) -> Iterator[list[Plan]]:
    """Collect the plans of what is executed meanwhile on this connection; `large` names the tables that count."""
    connection.ensure_connection()
    raw = connection.connection
    plans: list[Plan] = []

    def note(diagnostic: Diagnostic) -> None:
        _line, _separator, report = (diagnostic.message_primary or "").partition("plan:\n")
        # Of what a statement causes, only the statements of our own count.
        if report and "FROM ONLY" not in report:
            plans.append(_plan(json.loads(report), large))

    with connection.cursor() as cursor:
        for command in _SWITCH_ON.split(";"):
            cursor.execute(command)
    raw.add_notice_handler(note)
    try:
        yield plans
    finally:
        raw.remove_notice_handler(note)
        with connection.cursor() as cursor:
            cursor.execute("SET auto_explain.log_min_duration = -1")


def _plan(report: dict[str, Any], large: set[str]) -> Plan:
    top = report["Plan"]
    return Plan(
        " ".join(report["Query Text"].split()),
        top,
        max(_rows_of_tables(top, large).values(), default=0),
        max(_rows(top), *(_rows(node) for node in _nodes(top) if node["Node Type"] == "ModifyTable"), 0),
    )


def _rows_of_tables(top: dict[str, Any], large: set[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for node in _nodes(top):
        if (table := node.get("Relation Name")) in large:
            found[table] += _rows_read(node)
    return found


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", ()):
        yield from _nodes(child)


def _rows(node: dict[str, Any]) -> int:
    """The rows that a node gave; for one that writes, those that were written."""
    inputs = node.get("Plans", ()) if node["Node Type"] == "ModifyTable" else (node,)
    return sum(round(each["Actual Rows"] * each["Actual Loops"]) for each in inputs)


def _rows_read(node: dict[str, Any]) -> int:
    removed = sum(node.get(f"Rows Removed by {why}", 0) for why in ("Filter", "Index Recheck"))
    return round((node["Actual Rows"] + removed) * node["Actual Loops"]) if node["Node Type"] != "ModifyTable" else 0
