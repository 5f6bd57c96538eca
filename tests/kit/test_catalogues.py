"""What is wrong with an installation is said at the start."""

import os
from pathlib import Path

from pytest_django import Settings

from kit.catalogues import check_catalogues


def test_translations_that_are_not_compiled_are_reported(tmp_path: Path, settings: Settings) -> None:
    source = tmp_path / "de/LC_MESSAGES/django.po"
    source.parent.mkdir(parents=True)
    source.touch()
    settings.LOCALE_PATHS = [tmp_path]

    missing = check_catalogues()
    source.with_suffix(".mo").touch()
    fresh = check_catalogues()
    os.utime(source, (2**31, 2**31))
    changed = check_catalogues()

    assert [[warning.id for warning in found] for found in (missing, fresh, changed)] == [
        ["kit.W002"],
        [],
        ["kit.W002"],
    ]
    assert missing[0].hint == "Run manage.py compilemessages."
