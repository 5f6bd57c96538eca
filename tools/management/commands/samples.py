"""`manage.py samples`: pages that say no, and every mail, written as HTML to be looked at in a browser."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import User
from tools.samples import samples


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", type=Path, help="where to write them, in a folder for each language")

    def handle(self, *_args: Any, **options: Any) -> None:
        for language in User.Language.values:
            folder: Path = options["directory"] / language
            folder.mkdir(parents=True, exist_ok=True)
            for name, html in samples(language):
                (folder / f"{name}.html").write_text(html, encoding="utf-8")
            self.stdout.write(f"{folder}: {', '.join(sorted(path.stem for path in folder.glob('*.html')))}")
