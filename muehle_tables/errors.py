"""Errors of the tables. Every one is a `TablesError`."""

# ruff: noqa: N818 - the names say what happened, as those of the rules library do

from __future__ import annotations


class TablesError(Exception):
    """The base of all errors of this library."""


class DamagedTables(TablesError):
    """A file of the tables is not what was built: wrong length, header or checksum. Nothing of it was used."""


class TablesClosed(TablesError, ValueError):
    """The tables were closed."""


class CannotBuild(TablesError):
    """The tables cannot be built here; the message says what is missing."""
