"""Migrations let the code before them go on working: production migrates first and restarts afterwards."""

import pytest
from django_migration_linter import MigrationLinter

from tests.launcher.instances import ROOT

# The code before writes one rating a player and rule set, which is unique by pool as well; reminders without a
# deadline, beside which there is room for any number; and no second dispute of a player and game, of which appeals are
# let through. The tables are small. The columns of clocks are replaced, before anything is released.
LOOKED_AT = [
    "0003_ratings_by_pool",
    "0022_reminders_by_deadline",
    "0031_appeals_beside_disputes",
    "0034_time_controls",
]


def test_no_migration_breaks_the_code_before_it(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    linter = MigrationLinter(
        str(ROOT),
        include_apps=["accounts", "games"],
        ignore_name=LOOKED_AT,
        ignore_initial_migrations=True,
        no_cache=True,
    )

    linter.lint_all_migrations()

    assert linter.nb_total >= 2
    assert linter.nb_erroneous == 0, capsys.readouterr().out
