"""Rows of the audit log about a case, in words."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.core.exceptions import FieldDoesNotExist
from django.db.models import DateTimeField
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.core.models.games import Game
from games.disputes.models import AuditEntry, Dispute
from games.players.models import Sanction
from games.players.verdict_reasons import translated_reason
from kit.times import duration, moment

ACTIONS = {
    "take": gettext_lazy("has taken the case"),
    "hold": gettext_lazy("has stopped the clocks"),
    "hand_back": gettext_lazy("has handed it back"),
    "decide": gettext_lazy("has decided it"),
    "lift": gettext_lazy("has lifted a sanction"),
    "note": gettext_lazy("has added a note"),
    "escalate": gettext_lazy("has marked it as urgent"),
    "evaluate": gettext_lazy("has had the half-moves evaluated"),
}
# Labels of the data of an action, apart from columns of the game and of the case.
LABELS = {
    # The rows are sealed, so this key keeps its former name.
    "measure": gettext_lazy("sanction"),
    "until": gettext_lazy("until"),
    "seconds": gettext_lazy("time given back"),
    "lifted": gettext_lazy("lifted"),
    "half_moves": gettext_lazy("half-moves"),
    "warning": gettext_lazy("reason for the player"),
}
# Left out: the user is shown beside the action, and notes are shown in full.
NOT_SHOWN = {"against", "note", "sha256"}


class LogLine(NamedTuple):
    """A row of the audit log in words."""

    entry: AuditEntry
    words: str
    changes: list[tuple[str, str, str]]


def line_of(row: AuditEntry) -> LogLine:
    return LogLine(row, str(ACTIONS.get(row.action, row.action)), _changes(row))


def _changes(row: AuditEntry) -> list[tuple[str, str, str]]:
    """What was before and after, where it differs: of the game by a verdict or clocks that are stopped, else of the
    case."""
    table: type[Game | Dispute] = Game if row.action in ("decide", "hold") else Dispute
    names = sorted({*row.before, *row.after} - NOT_SHOWN)
    pairs = [(name, row.before.get(name), row.after.get(name)) for name in names]
    return [
        (_label(table, name), _in_words(table, name, before), _in_words(table, name, after))
        for name, before, after in pairs
        if before != after
    ]


def _at(value: str) -> str:
    at = parse_datetime(value)
    return moment(at) if at else value


IN_WORDS: dict[str, Callable[[Any], str]] = {
    "measure": lambda kind: str(Sanction.Kind(kind).label),
    "until": _at,
    "seconds": duration,
    "warning": translated_reason,
}


def _field(table: type[Game | Dispute], name: str) -> Any:
    """What the log names, in a table: a verdict is always that of the case. None for what is no column."""
    try:
        return (Dispute if name == "verdict" else table)._meta.get_field(name)  # noqa: SLF001
    except FieldDoesNotExist:
        return None


def _label(table: type[Game | Dispute], name: str) -> str:
    column = _field(table, name)
    return str(LABELS.get(name, name) if column is None else column.verbose_name)


def _in_words(table: type[Game | Dispute], name: str, value: Any) -> str:
    """A value as people call it; nothing for what is not set."""
    if value in (None, "", Game.Result.OPEN):
        return ""
    column = _field(table, name)
    if isinstance(column, DateTimeField):
        return moment(column.to_python(value))
    if column is not None and column.is_relation:
        return str(User.objects.get(pk=value))
    if name in IN_WORDS:
        return IN_WORDS[name](value)
    return str(dict(column.flatchoices).get(value, value)) if column is not None else str(value)
