"""Checkpoints of the audit log, and the outcome of its last check."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Checkpoint(models.Model):
    """A signed statement: so many rows the audit log had at that time, and this was the seal of the last one."""

    append_only_except = ("mailed_at",)

    day = models.DateField(_("day"), unique=True)
    site = models.CharField(_("site"), max_length=255)
    rows = models.PositiveBigIntegerField(_("rows"))
    seal = models.CharField(_("seal"), max_length=64)
    made_at = models.DateTimeField(_("created at"))
    # Of Ed25519, in hex.
    key = models.CharField(_("public key"), max_length=64)
    signature = models.CharField(_("signature"), max_length=128)
    mailed_at = models.DateTimeField(_("mailed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("checkpoint of the audit log")
        verbose_name_plural = _("checkpoints of the audit log")
        ordering = ["-day"]

    def __str__(self) -> str:
        return f"{self.day}: {self.rows}"


class AuditCheck(models.Model):
    """The last check of the audit log; there is one row."""

    checked_at = models.DateTimeField(_("checked at"))
    # In words, for whoever looks into it.
    problems = models.JSONField(_("problems"), default=list)

    class Meta:
        verbose_name = _("check of the audit log")
        verbose_name_plural = _("checks of the audit log")

    def __str__(self) -> str:
        return f"{self.checked_at}: {len(self.problems)}"
