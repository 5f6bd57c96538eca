"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy.parts import Row, add, table
from games.disputes.models import Dispute


def _without_the_opponent(row: Row, user: User) -> Row:
    """The stored evidence as far as players may see it, with the user's own figures only."""
    evidence = row["evidence"]
    exported = {name: evidence[name] for name in Dispute.TOLD_EVIDENCE if name in evidence}
    if then := evidence.get("then"):
        own = [kept for kept in then["players"] if kept["user"] == user.pk]
        exported["then"] = then | {"players": own}
    return {**row, "evidence": exported}


add(
    table(
        "disputes.json",
        _("disputes that you have opened"),
        of="disputes.Dispute.opened_by",
        columns="number game=game_id category text plies evidence appeal_of=appeal_of_id status opened_at verdict "
        "reason decided_at",
        shown=_without_the_opponent,
    ),
)
