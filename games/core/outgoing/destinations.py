"""Places to which the server sends what happens, for one user each: webhooks, browsers, chat apps."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Case, Q, QuerySet, When
from django.utils.translation import gettext_lazy as _

from accounts.lasting_access import LastingAccess, valid
from kit import database_time
from kit.outgoing.places import SLOW_FOR, Claim, rest_after


class Destination(LastingAccess):
    """A place that is on until its owner switches it off, or the server because sending fails.

    Its subclass has a `host`, and a `disabled_reason`, which is empty while it is on.
    """

    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)
    # After a slow answer nothing is sent there until then.
    rests_until = models.DateTimeField(_("pause until"), null=True, blank=True, editable=False)
    disabled_at = models.DateTimeField(_("switched off"), null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_on(self) -> bool:
        return self.disabled_at is None

    @property
    def was_slow(self) -> bool:
        """Whether one of the last answers took long."""
        return self.rests_until is not None and database_time.now() < self.rests_until + SLOW_FOR


def doubt(now: datetime) -> Case:
    """1 for a destination that fails or was slow lately, 0 for others."""
    reliable = Q(failing_since=None) & (Q(rests_until=None) | Q(rests_until__lte=now - SLOW_FOR))
    return Case(When(reliable, then=0), default=1, output_field=models.SmallIntegerField())


def claims_of(destinations: QuerySet[Any], owners: Collection[int], *, now: datetime) -> dict[int, Claim]:
    """By owner, the claim of what goes to all their destinations. They have a `user` and a `host`."""
    found: dict[int, list[Any]] = {owner: [] for owner in owners}
    for row in destinations.filter(is_on(), user__in=owners).annotate(doubt=doubt(now)):
        found[row.user_id].append(row)
    return {
        owner: Claim(
            owner,
            tuple(row.host for row in rows),
            is_doubtful=any(row.doubt for row in rows),
            not_before=max((row.rests_until for row in rows if row.rests_until), default=None),
        )
        for owner, rows in found.items()
    }


def note_rest(destinations: QuerySet[Any], seconds: float) -> None:
    """Let them rest if they took so long that they are slow."""
    until = rest_after(seconds, now=database_time.now())
    if until is not None:
        destinations.update(rests_until=until)


def is_on() -> Q:
    """The condition that something is sent to a destination."""
    return valid() & Q(disabled_at=None)


def off_has_a_reason(name: str) -> models.CheckConstraint:
    """The constraint that a destination has a reason if, and only if, it is off."""
    without = Q(disabled_at=None, disabled_reason="")
    with_one = Q(disabled_at__isnull=False) & ~Q(disabled_reason="")
    return models.CheckConstraint(condition=without | with_one, name=name)
