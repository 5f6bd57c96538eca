"""Personal data of this app: what is exported for its owner. Cases and reports stay, as disputes do."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy.parts import add, table

add(
    table(
        "reports.json",
        _("what you have reported"),
        of="reports.Report.reported_by",
        columns="id subject subject_id game=game_id text created_at",
    ),
    table(
        "person-cases.json",
        _("cases about you, based on reports by others"),
        of="reports.PersonCase.person",
        columns="number status opened_at verdict reason decided_at",
    ),
)
