"""Words for what reviews find."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from muehle_engine.reviewing import Mistake

MISTAKES: Final = {
    Mistake.INACCURACY: _("Inaccuracy"),
    Mistake.MISTAKE: _("Mistake"),
    Mistake.BLUNDER: _("Blunder"),
    Mistake.MISSED_MILL: _("Missed mill"),
    Mistake.MISSED_WIN: _("Missed win"),
}
