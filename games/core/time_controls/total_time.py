"""Total time in words."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.time_controls import register
from games.core.time_controls.base import MOVES, Figure, Presenter
from kit.times import duration
from muehle.clocks import DAY
from muehle.clocks.total_time import TotalTime


@register
class TotalTimePresenter(Presenter[TotalTime]):
    kind = TotalTime
    name = _("Total time")
    label = _("A fixed time for the whole game")
    explanation = _("All your moves share this time, and nothing is added. If it runs out, you lose on time.")
    rule = _("With a total time, each side has a fixed number of days for all its moves, and nothing is added to them.")
    figures = (Figure(parameter="total_seconds", name="total_days", label=_("Days for the whole game"), unit=DAY),)
    missing = _("How many days?")

    def pace(self, figure: Callable[[str], Any]) -> Any:
        return figure("total_seconds") / MOVES

    def sentence(self, clock: TotalTime) -> str:
        return gettext("%(duration)s for the whole game") % {"duration": duration(clock.total_seconds)}
