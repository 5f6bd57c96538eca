"""Django's command, which also collects the texts in TOML files: those of the rules pages and of the first lesson."""

import json
from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

from kit.catalogues import load


class BuildFile(makemessages.BuildFile):
    def preprocess(self) -> None:
        """For a TOML file, write a Python file with its texts, which xgettext can read."""
        if not self.path.endswith(".toml"):
            super().preprocess()
            return
        texts: list[str] = []
        load(Path(self.path), texts.append)
        lines = [f"_({json.dumps(text, ensure_ascii=False)})\n" for text in texts]
        Path(self.work_path).write_text("".join(lines), encoding="utf-8")


class Command(makemessages.Command):
    build_file_class = BuildFile

    def handle(self, *args: Any, **options: Any) -> None:
        if options["domain"] == "django":
            options["extensions"] = options["extensions"] or ["html", "txt", "py", "toml"]
            options["ignore_patterns"] = [*options["ignore_patterns"], "pyproject.toml"]
        super().handle(*args, **options)
