"""Days per move in words."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.core.time_controls import register
from games.core.time_controls.base import Figure, Presenter
from kit.times import duration
from muehle.clocks import DAY
from muehle.clocks.days_per_move import DaysPerMove


@register
class DaysPerMovePresenter(Presenter[DaysPerMove]):
    kind = DaysPerMove
    name = _("Days per move")
    label = _("The same time for every move")
    explanation = _("You have the full time again for every move. If you let it run out, you lose on time.")
    rule = _("With days per move, you have the same time for every move: one to fourteen days.")
    figures = (
        Figure(
            parameter="days_per_move",
            name="days_per_move",
            label=_("Time for each move"),
            words=lambda days: duration(days * DAY),
        ),
    )
    missing = _("How many days?")

    def pace(self, figure: Callable[[str], Any]) -> Any:
        return figure("days_per_move") * DAY

    def sentence(self, clock: DaysPerMove) -> str:
        days = clock.days_per_move
        return ngettext("%(count)s day per move", "%(count)s days per move", days) % {"count": days}
