"""Mühle, solved: the value of positions, read from tables that `python -m muehle_tables build` makes.

Reading needs the standard library and the rules library; building needs the extra `build` (NumPy and numba).
"""

from muehle_tables.counts import full_build
from muehle_tables.errors import CannotBuild, DamagedTables, TablesClosed, TablesError
from muehle_tables.families import FAMILIES, Family, family_of
from muehle_tables.tables import Tables
from muehle_tables.values import JudgedMove, Result, Value

__all__ = [
    "FAMILIES",
    "CannotBuild",
    "DamagedTables",
    "Family",
    "JudgedMove",
    "Result",
    "Tables",
    "TablesClosed",
    "TablesError",
    "Value",
    "family_of",
    "full_build",
]
