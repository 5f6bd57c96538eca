"""What the fields of a line mean, for the page."""

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FIELDS: Final[Sequence[tuple[Sequence[str], Promise]]] = (
    (["number"], _("The number of the game, which is in its address too.")),
    (
        ["players"],
        _("“white” and “black”: their username, whether they are a bot, and their rating when the game began."),
    ),
    (["rules"], _("The rule set, for example “standard”.")),
    (["pool"], _("“people”, or “bots” if a bot played.")),
    (["clock"], _("The time control: its system, with the values of that system; all others are null.")),
    (
        ["leave_days", "days_off", "timeout", "total_days"],
        _("What else was agreed about time: leave, days off, what happens after a time-out, the total length."),
    ),
    (["result"], _("“1-0”, “0-1” or “1/2-1/2”.")),
    (["termination"], _("How the game ended, for example “stones”, “resignation” or “timeout”.")),
    (["started_at", "finished_at"], _("Beginning and end, in UTC.")),
    (["ply"], _("The number of half-moves.")),
    (
        ["moves"],
        _("Each half-move: “move” as it is written, “at” in UTC, and “seconds_spent” of the clock, pauses left out."),
    ),
)
