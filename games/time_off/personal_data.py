"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(
    table(
        "leave.json",
        _("your leave"),
        of="time_off.Leave.user",
        columns="game=game_id starts_at ends_at created_at begun_at end_told_at",
    ),
    table(
        "pause-offers.ndjson",
        _("pause offers in your games"),
        of="time_off.PauseOffer.offered_by",
        or_by=("game__white", "game__black"),
        columns="game=game_id offered_by=offered_by__username ply until status created_at answered_at",
    ),
    table("days-off.json", _("your days off"), of="time_off.DaysOff.user", columns="since weekdays region time_zone"),
)


erasure.add(
    gone=(
        "time_off.DaysOff.user",
        "time_off.Leave.user",
        "time_off.StaleClocks.user",
    )
)
