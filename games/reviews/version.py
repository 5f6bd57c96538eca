"""What a review was made by."""

from functools import cache
from typing import Final

from games.solved.tables import open_tables
from muehle import RuleSet
from muehle_tables import family_of

# Grows when the library judges otherwise than before.
VERSION: Final = 4


@cache
def version_for(rules: RuleSet) -> str:
    """The version of the library and the checksum of the tables for a rule set: `3:9f2c41d0a7be`."""
    family = family_of(rules)
    checksum = open_tables().checksum(family.name)[:12] if family else ""
    return f"{VERSION}:{checksum}"
