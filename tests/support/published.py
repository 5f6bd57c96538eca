"""The static files as production serves them: joined, hashed, compressed; without those of other packages."""

from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

STORAGES = {"staticfiles": {"BACKEND": "muehle_server.staticfiles.PublishedStaticFiles"}}


def publish(source: Path, folder: Path) -> None:
    """Collect the static files below `source` into a folder, as `manage.py collectstatic` does it in production."""
    with override_settings(
        STATIC_ROOT=folder,
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        STATICFILES_DIRS=[source],
        STORAGES=settings.STORAGES | STORAGES,
    ):
        call_command("collectstatic", interactive=False, verbosity=0)


@pytest.fixture(scope="session")
def published_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the published files of this project, shared by the session; nothing may be changed in it."""
    folder = tmp_path_factory.mktemp("published")
    publish(settings.BASE_DIR / "games" / "web" / "static", folder)
    return folder
