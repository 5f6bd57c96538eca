"""Places to which the server sends what happens, for one user each: webhooks, browsers, chat apps."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Destination(models.Model):
    """A place that is on until its owner switches it off, or the server because sending fails.

    Its subclass has a `disabled_reason`, which is empty while it is on.
    """

    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)
    disabled_at = models.DateTimeField(_("switched off"), null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_on(self) -> bool:
        return self.disabled_at is None


def off_has_a_reason(name: str) -> models.CheckConstraint:
    """The constraint that a destination has a reason if, and only if, it is off."""
    is_on = Q(disabled_at=None, disabled_reason="")
    is_off = Q(disabled_at__isnull=False) & ~Q(disabled_reason="")
    return models.CheckConstraint(condition=is_on | is_off, name=name)
