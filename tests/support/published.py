"""The static files as production serves them: joined, hashed, compressed; without those of other packages."""

from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

STORAGES = {"staticfiles": {"BACKEND": "muehle_server.staticfiles.PublishedStaticFiles"}}


def static_folders() -> list[Path]:
    """Those of the apps of this project."""
    return [settings.BASE_DIR / "accounts" / "static", *settings.BASE_DIR.glob("games/*/static")]


def publish(folder: Path, *sources: Path) -> None:
    """Collect the static files below the sources into a folder, as `manage.py collectstatic` does it in production."""
    with override_settings(
        STATIC_ROOT=folder,
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        STATICFILES_DIRS=sources,
        STORAGES=settings.STORAGES | STORAGES,
    ):
        call_command("collectstatic", interactive=False, verbosity=0)


@pytest.fixture(scope="session")
def published_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the published files of this project, shared by the session; nothing may be changed in it."""
    folder = tmp_path_factory.mktemp("published")
    publish(folder, *static_folders())
    return folder
