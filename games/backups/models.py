"""What deploy/backup/muehle-backup says of its work."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Backup(models.Model):
    """A base backup that was made and verified. The script writes the row, and deletes it with the backup."""

    name = models.CharField(_("name"), max_length=32, unique=True)
    made_at = models.DateTimeField(_("created at"), db_default=Now())

    class Meta:
        verbose_name = _("backup")
        verbose_name_plural = _("backups")
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return self.name
