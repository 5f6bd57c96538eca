"""Days per move in words."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine.clocks import DAY
from games.engine.clocks.days_per_move import DaysPerMove
from games.time_controls import Figure, Presenter, register
from games.time_controls.durations import duration


@register
class DaysPerMovePresenter(Presenter[DaysPerMove]):
    kind = DaysPerMove
    name = _("Days per move")
    label = _("The same number of days for every move")
    explanation = _("Every move has the whole time again. Whoever lets it pass loses on time.")
    rule = _("With days per move, every move has the same time, from one day to fourteen.")
    figures = (
        Figure(
            parameter="days_per_move",
            name="days_per_move",
            label=_("Time for each move"),
            words=lambda days: duration(days * DAY),
        ),
    )
    missing = _("How many days?")

    def sentence(self, clock: DaysPerMove) -> str:
        days = clock.days_per_move
        return ngettext("%(count)s day per move", "%(count)s days per move", days) % {"count": days}
