"""The Fischer clock in words."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.time_controls import register
from games.core.time_controls.base import MOVES, Figure, Presenter
from kit.times import HOUR, duration
from muehle.clocks import DAY
from muehle.clocks.fischer import FischerBank


@register
class FischerPresenter(Presenter[FischerBank]):
    kind = FischerBank
    name = _("Fischer time bank")
    label = _("A time bank that grows with every move")
    explanation = _("Unused time is kept for later moves. If your bank is empty, you lose on time.")
    rule = _(
        "With a time bank you start with some days, use them as you like, and gain a little with every "
        "move, up to a limit."
    )
    figures = (
        Figure(parameter="initial_seconds", name="initial_days", label=_("Days at the start"), unit=DAY),
        Figure(parameter="increment_seconds", name="increment_hours", label=_("Hours for each move"), unit=HOUR),
        Figure(parameter="cap_seconds", name="cap_days", label=_("Maximum in days"), unit=DAY),
    )
    missing = _("Please fill this in for the time bank.")
    faults = {
        FischerBank.CAP_BELOW_INITIAL: _("The maximum is less than the time at the start."),
    }

    def pace(self, figure: Callable[[str], Any]) -> Any:
        return figure("increment_seconds") + figure("initial_seconds") / MOVES

    def sentence(self, clock: FischerBank) -> str:
        return gettext("%(initial)s + %(increment)s per move (max. %(cap)s)") % {
            "initial": duration(clock.initial_seconds),
            "increment": duration(clock.increment_seconds),
            "cap": duration(clock.cap_seconds),
        }
