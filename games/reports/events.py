"""Events of reports."""

from django.utils.translation import gettext_lazy as _

from games.core.event_log import Entry
from games.core.event_types import Audience, event_type
from games.core.presenters import rfc3339
from games.players.models import Sanction
from games.reports.api.event_data import ReportsHandledData, SanctionedData

SANCTIONED = event_type("sanctioned", _("sanction"), data=SanctionedData, audience=Audience.RECIPIENTS)
REPORTS_HANDLED = event_type(
    "reports_handled", _("reports looked at"), data=ReportsHandledData, audience=Audience.RECIPIENTS
)


def sanctioned(sanction: Sanction) -> Entry:
    """Sent only to the sanctioned player; names nobody who has reported them."""
    until = rfc3339(sanction.until)
    data = {"sanction": sanction.pk, "kind": sanction.kind, "until": until, "reason": sanction.reason}
    return Entry(type=SANCTIONED, recipients=(sanction.user_id,), data=data)


def reports_handled(reports: list[int], *, to: int) -> Entry:
    """Sent to a reporter, with the ids of their own reports; the verdict is not in it."""
    return Entry(type=REPORTS_HANDLED, recipients=(to,), data={"reports": reports})
