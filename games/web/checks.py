"""System checks."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import checks


def check_catalogues(**_options: Any) -> list[checks.CheckMessage]:
    """Warn of translations that are not compiled or outdated."""
    sources = [source for folder in settings.LOCALE_PATHS for source in Path(folder).glob("*/LC_MESSAGES/*.po")]
    compiled = [(source, source.with_suffix(".mo")) for source in sources]
    stale = [source for source, mo in compiled if not mo.exists() or mo.stat().st_mtime_ns < source.stat().st_mtime_ns]
    hint = "Run manage.py compilemessages."
    return [checks.Warning(f"{source} is not compiled.", hint=hint, id="games.W001") for source in stale]
