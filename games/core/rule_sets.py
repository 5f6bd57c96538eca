"""The rule sets of the rules library in words. Columns, forms and API list those of the library."""

from typing import Final, NamedTuple

from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from muehle import RULESETS


class Words(NamedTuple):
    name: Promise
    summary: Promise


WORDS: Final = {
    "standard": Words(
        _("Standard"),
        _(
            "A draw when the same position occurs three times, or after fifty moves by each side without a mill. The "
            "game ends automatically."
        ),
    ),
    "applet": Words(
        _("Applet"),
        _(
            "A draw when the same sequence of moves is played three times in a row, or after fifty moves by each side "
            "without a mill."
        ),
    ),
    "pink-green": Words(
        _("Pink and green"), _("The boxed game: Green begins, colours are random, draws only by agreement.")
    ),
    "classic": Words(
        _("Classic (before 2010)"),
        _("The rules before 2010: if all opposing stones are in mills, none may be taken."),
    ),
    "brettspielnetz": Words(
        _("Brettspielnetz"),
        _("A draw by repetition or after too many moves without a mill must be claimed; the server checks the claim."),
    ),
}
if missing := RULESETS.keys() - WORDS.keys():
    raise ImproperlyConfigured(f"rule sets without words: {', '.join(missing)}")


def choices() -> list[tuple[str, Promise]]:
    """All rule sets with their names, in the order of the library."""
    return [(name, WORDS[name].name) for name in RULESETS]
