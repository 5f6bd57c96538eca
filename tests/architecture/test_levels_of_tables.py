"""Tables and SQL follow the levels of the apps: nothing names a table of a higher app."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import AppConfig, apps
from django.db.migrations.loader import MigrationLoader
from django.db.models import Field, Model

from tests.support.files import existing_files

OURS = [config for config in apps.get_app_configs() if config.name.partition(".")[0] in ("games", "accounts", "kit")]
IDS = [config.label for config in OURS]


def level_of(config: AppConfig) -> int:
    """Accounts and the packages are below all apps of the games."""
    return getattr(config, "level", -1)


def foreign_keys(model: type[Model]) -> Iterator[tuple[str, AppConfig]]:
    """Columns, and hidden tables between two models, with the apps that they point to."""
    for field in (*model._meta.local_fields, *model._meta.local_many_to_many):
        if isinstance(field, Field) and isinstance(field.related_model, type):
            yield str(field), apps.get_app_config(field.related_model._meta.app_label)


def modules(config: AppConfig) -> list[Path]:
    return [path for path in existing_files(Path(config.path), "**/*.py") if "migrations" not in path.parts]


@pytest.mark.parametrize("config", OURS, ids=IDS)
def test_foreign_keys_point_to_apps_of_the_same_or_a_lower_level(config: AppConfig) -> None:
    upward = [
        name
        for model in config.get_models(include_auto_created=True)
        for name, target in foreign_keys(model)
        if level_of(target) > level_of(config)
    ]

    assert upward == []


@pytest.mark.parametrize("config", OURS, ids=IDS)
def test_no_statement_names_a_table_of_a_higher_app(config: AppConfig) -> None:
    higher = [
        model._meta.db_table for other in OURS for model in other.get_models() if level_of(other) > level_of(config)
    ]
    table = re.compile(rf"\b({'|'.join(higher) or '(?!)'})\b")

    found = {(path.name, name) for path in modules(config) for name in table.findall(path.read_text(encoding="utf-8"))}

    assert found == set()


def test_every_app_with_tables_has_one_initial_migration() -> None:
    loader = MigrationLoader(None)
    expected = {(config.label, "0001_initial") for config in OURS if list(config.get_models())}

    found = {key for key, migration in (loader.disk_migrations or {}).items() if migration.initial}
    assert {key for key in found if key[0] in IDS} == expected
