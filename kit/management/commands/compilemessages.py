"""Compiles the translations (.po) to .mo files without GNU gettext; replaces Django's command.

Compiled files are not in git. dev.py compiles them when a translation has changed, the Dockerfile when it builds the
image.
"""

import os
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management import BaseCommand


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def handle(self, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for catalogue in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
                compile_catalogue(catalogue)
                if options["verbosity"]:
                    self.stdout.write(f"compiled {catalogue}")


def compile_catalogue(catalogue: Path) -> None:
    """Write the .mo beside the .po, atomically, so that a running server reads the old file or the new one."""
    half_written = catalogue.with_suffix(f".{os.getpid()}.tmp")
    half_written.write_bytes(polib.pofile(str(catalogue)).to_binary())
    half_written.replace(catalogue.with_suffix(".mo"))
