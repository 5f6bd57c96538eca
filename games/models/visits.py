"""When a player was last on his first page, so that it can say what has ended since."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Visit(models.Model):
    """Looks at the page that follow each other closely are one visit."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True, verbose_name=_("player")
    )
    seen_at = models.DateTimeField(_("last look"))
    # The last look of the visit before this one; what has happened after it is news.
    news_since = models.DateTimeField(_("news since"))

    class Meta:
        verbose_name = _("visit")
        verbose_name_plural = _("visits")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.seen_at}"
