"""Whether results of games and sanctions are what the audit log says, and the reverse. Reads only, but for the outcome.

Each verdict has one row `decide`, which has the standing of the game and the sanction after it.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import structlog
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.fields.json import KeyTextTransform

from games.audit.checkpoints import broken_checkpoint
from games.audit.models import AuditCheck
from games.core.models.games import Game
from games.core.presenters import rfc3339
from games.disputes import audit_log
from games.disputes.models import AuditEntry, Dispute
from games.disputes.verdict_kinds import ENDING, TO_THE_GAME
from games.players.models import Sanction
from kit import database_time

log = structlog.get_logger(__name__)

ONE_ROW = 1
# Enough to see what is wrong.
MOST = 100


def check_and_store() -> list[str]:
    """Check everything, store the problems for the metrics, and return them."""
    found = problems()
    if found:
        log.error("audit_problems", problems=found)
    AuditCheck.objects.update_or_create(pk=ONE_ROW, defaults={"checked_at": database_time.now(), "problems": found})
    return found


def problems() -> list[str]:
    """What does not fit, as the rows are at one moment; the first hundred."""
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL transaction_isolation = 'repeatable read'")
        found = chain(_of_the_chain(), _of_disputes(), _of_games(), _of_sanctions(), _of_logged_sanctions())
        return [problem for problem, _number in zip(found, range(MOST), strict=False)]


def _of_the_chain() -> Iterator[str]:
    if broken := audit_log.first_break():
        yield f"The audit log does not hold from row {broken.entry.pk} on."
    if made := broken_checkpoint():
        yield f"The audit log contradicts the checkpoint of {made.day}."


def _verdicts() -> Any:
    return AuditEntry.objects.filter(action="decide")


def _of_disputes() -> Iterator[str]:
    """Verdicts and their rows have the same arbiter, verdict and reason."""
    of_dispute = _verdicts().filter(dispute=OuterRef("pk"))
    verdict = KeyTextTransform("verdict", "after")
    same = of_dispute.annotate(said=verdict).filter(
        actor=OuterRef("decided_by"), said=OuterRef("verdict"), reason=OuterRef("reason")
    )
    decided = Dispute.objects.filter(decided_by__isnull=False)
    for number in decided.filter(~Exists(same)).values_list("pk", flat=True):
        yield f"Case {number} has a verdict that the audit log does not have."
    for number in Dispute.objects.filter(Exists(of_dispute), decided_by=None).values_list("pk", flat=True):
        yield f"Case {number} has no verdict, but the audit log has one."


def _of_games() -> Iterator[str]:
    """A game that was ended by a verdict is as the newest verdict about its result has left it, and the reverse."""
    verdicts = _verdicts().filter(after__verdict__in=TO_THE_GAME).order_by("id")
    # Of several rows of a game the last one remains.
    newest: dict[int, dict[str, Any]] = dict(verdicts.values_list("game", "after"))
    ended = Game.objects.filter(termination=Game.Termination.ADJUDICATION)
    numbers = [number for number, after in newest.items() if after["verdict"] in ENDING]
    others = Game.objects.filter(pk__in=numbers).exclude(termination=Game.Termination.ADJUDICATION)
    # Two statements, for two indexes.
    for game in chain(ended.iterator(chunk_size=1000), others.iterator(chunk_size=1000)):
        standing = {"status": game.status, "result": game.result, "termination": game.termination}
        after = newest.get(game.pk, {})
        if any(after.get(name) != value for name, value in standing.items()):
            yield f"Game {game.pk} is not as the audit log says: {standing}."


def _of_sanctions() -> Iterator[str]:
    """Sanctions that run have a row with the same content, or are copies of one that has."""
    now = database_time.now()
    running = Q(kind=Sanction.Kind.WARNING, acknowledged_at=None) | Q(until__gt=now)
    for sanction in Sanction.objects.filter(running, lifted_at=None).iterator(chunk_size=1000):
        said = {"measure": sanction.kind, "until": rfc3339(sanction.until)}
        rows = _verdicts().filter(_about(sanction), _says_why(sanction), actor=sanction.imposed_by_id)
        against = rows.filter(after__contains=said).values_list("after__against", flat=True).first()
        if against != sanction.user_id and not _is_copy(sanction, of=against):
            yield f"Sanction {sanction.pk} is not in the audit log."


def _about(sanction: Sanction) -> Q:
    """The rows of the dispute, or of the case about the person."""
    if sanction.person_case is None:
        return Q(dispute=sanction.case_number)
    return Q(dispute=None, after__person_case=sanction.person_case)


def _says_why(sanction: Sanction) -> Q:
    """The rows with its reason: one of its own, or that of the verdict."""
    same = Q(reason=sanction.reason) & ~Q(after__has_key="warning")
    return same | Q(after__warning=sanction.reason)


def _is_copy(sanction: Sanction, *, of: int | None) -> bool:
    """Whether it has followed a person, whose first account had it, into another account."""
    columns = ("case_number", "person_case", "kind", "reason", "imposed_by", "imposed_at", "until", "lifted_at")
    same = {column: getattr(sanction, column) for column in columns}
    return of is not None and Sanction.objects.filter(user=of, **same).exists()


def _of_logged_sanctions() -> Iterator[str]:
    """What the log imposes is there, and is lifted only if a later row says so."""
    for entry in _verdicts().filter(after__has_key="measure").iterator(chunk_size=1000):
        kind, against, until = (entry.after[name] for name in ("measure", "against", "until"))
        case = entry.after.get("person_case")
        found = Sanction.objects.filter(case_number=entry.dispute_id, person_case=case, kind=kind, user=against).first()
        if found is None:
            yield f"The sanction of row {entry.pk} does not exist."
            continue
        lifting = Q(action="decide", dispute__appeal_of=entry.dispute_id) if case is None else Q(action="lift")
        about = Q() if case is None else Q(after__person_case=case)
        lifted = AuditEntry.objects.filter(lifting, about, after__has_key="lifted").exists()
        if lifted != (found.lifted_at is not None) or (not lifted and rfc3339(found.until) != until):
            yield f"Sanction {found.pk} is not as row {entry.pk} says."
