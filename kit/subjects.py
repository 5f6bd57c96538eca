"""The base of the app configs of all subjects."""

from collections.abc import Mapping, Sequence

from django.apps import AppConfig


class SubjectConfig(AppConfig):
    """An app of the games: one subject in one folder.

    An app imports apps of lower levels only; `dev.py check imports` makes the contract from the levels. The modules
    `urls`, `api.urls`, `api.problems`, `scopes`, `errors`, `events`, `notifications`, `metrics`, `personal_data`,
    `tasks` and `admin` are found when Django starts, so that a subject is added by its line in INSTALLED_APPS and
    nothing else.
    """

    level: int
    # Permissions of staff for the tables of the app, by role (`helper`, `arbiter`, `administrator`).
    staff_permissions: Mapping[str, Sequence[str]] = {}
