"""Migrations let the code before them go on working: production migrates first and restarts afterwards."""

import pytest
from django.apps import apps
from django_migration_linter import MigrationLinter

from tools.launcher.workspace import ROOT

# Migrations that were looked at by hand and are safe.
LOOKED_AT: list[str] = [
    # Its unique index takes the place of a stricter one, which the old code keeps to.
    "0003_appeal_of_each_side",
]


def test_no_migration_breaks_the_code_before_it(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    linter = MigrationLinter(
        str(ROOT),
        include_apps=[
            config.label for config in apps.get_app_configs() if config.name.startswith(("accounts", "games"))
        ],
        ignore_name=LOOKED_AT,
        ignore_initial_migrations=True,
        no_cache=True,
    )

    linter.lint_all_migrations()

    assert linter.nb_total >= 2
    assert linter.nb_erroneous == 0, capsys.readouterr().out
