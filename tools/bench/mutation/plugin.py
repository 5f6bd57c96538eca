"""A pytest plugin for every run: the database is there already, and hypothesis leaves nothing to chance."""

import hypothesis
import pytest


@pytest.fixture(scope="session")
def django_db_setup() -> None:
    """In the place of pytest-django's: DATABASE_URL leads to a migrated database that is empty."""


def pytest_collection() -> None:
    """Before any test is imported: hypothesis tries the same examples each time, and does not shrink what fails."""
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile(
        "mutation", derandomize=True, database=None, deadline=None, phases=phases, report_multiple_bugs=False
    )
    hypothesis.settings.load_profile("mutation")
