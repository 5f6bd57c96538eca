"""What staff notes about a case, for staff alone."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import audit, dispute_errors, texts
from games.disputes.deciding import locked_case
from games.models import DisputeNote


def note(number: int, author: User, text: str) -> DisputeNote:
    """Write something down about a case, decided or not; whoever plays in the game does not.

    Raises NotFound, OwnCase, ReasonMissing, TextTooLong, TextMalformed.
    """
    text = texts.cleaned(text, longest=DisputeNote.LONGEST)
    if not text:
        raise dispute_errors.ReasonMissing
    with transaction.atomic():
        # Nothing of the rows changes, but the note and the book refer to them, and would take them in another order.
        dispute = locked_case(number)
        if dispute.game.has_player(author.pk):
            raise dispute_errors.OwnCase
        now = timezone.now()
        written = DisputeNote.objects.create(dispute=dispute, author=author, text=text, created_at=now)
        audit.record(author, "note", dispute=dispute, after={"note": written.pk}, now=now)
    return written
