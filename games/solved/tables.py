"""The tables of the solved game that this server has: those of TABLES_DIRECTORY, then those of the package."""

import os
from functools import cache
from pathlib import Path

import structlog
from django.conf import settings

from muehle_tables import DamagedTables, Tables

log = structlog.get_logger(__name__)


def directories() -> list[Path]:
    """Where tables are beside those of the package."""
    return [Path(settings.TABLES_DIRECTORY)] if settings.TABLES_DIRECTORY else []


@cache
def open_tables() -> Tables:
    """The tables, opened once in each process. A damaged file is logged and left out, so that no page fails."""
    return Tables.open(*directories(), on_damage=_log_damage)


def _log_damage(error: DamagedTables) -> None:
    log.error("tables_damaged", error=str(error))


# A lock may have been held by another thread when the process was copied.
os.register_at_fork(after_in_child=open_tables.cache_clear)
