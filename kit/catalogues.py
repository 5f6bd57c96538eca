"""Translations: whether the catalogues are compiled, and texts in TOML files.

The rules pages and the first lesson have such files. Their texts are in English; `manage.py makemessages` collects
those under TEXT_KEYS.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy

TEXT_KEYS: Final = frozenset(
    {"title", "paragraphs", "text", "caption", "heading", "task", "explanation", "praise", "miss"}
)


def check_catalogues(**_options: Any) -> list[checks.CheckMessage]:
    """Warn of translations that are not compiled or outdated."""
    sources = [source for folder in settings.LOCALE_PATHS for source in Path(folder).glob("*/LC_MESSAGES/*.po")]
    compiled = [(source, source.with_suffix(".mo")) for source in sources]
    stale = [source for source, mo in compiled if not mo.exists() or mo.stat().st_mtime_ns < source.stat().st_mtime_ns]
    hint = "Run manage.py compilemessages."
    return [checks.Warning(f"{source} is not compiled.", hint=hint, id="kit.W002") for source in stale]


def load(path: Path, mark: Callable[[str], Any] = gettext_lazy) -> dict[str, Any]:
    """The parsed file, with `mark` applied to each text; lists become tuples. Raises ImproperlyConfigured."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ImproperlyConfigured(f"{path.name}: {error}") from error
    return {key: _marked(value, mark, key) for key, value in data.items()}


def _marked(value: Any, mark: Callable[[str], Any], key: str) -> Any:
    if isinstance(value, dict):
        return {name: _marked(item, mark, name) for name, item in value.items()}
    if isinstance(value, list):
        return tuple(_marked(item, mark, key) for item in value)
    return mark(value) if key in TEXT_KEYS else value
