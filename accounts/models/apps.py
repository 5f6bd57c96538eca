"""Apps: programs of third parties that act for users who allow it."""

import secrets

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.oauth.redirects import LONGEST, validate_redirect_uri
from accounts.validators import validate_homepage
from kit import database_time


def new_client_id() -> str:
    """A new public identifier of an app."""
    return f"app_{secrets.token_hex(12)}"


class App(models.Model):
    """A registered app. Apps are public clients without a secret; each sign-in uses PKCE."""

    client_id = models.CharField(_("client ID"), max_length=40, unique=True, default=new_client_id, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="apps", verbose_name=_("registered by")
    )
    name = models.CharField(_("name"), max_length=50)
    homepage = models.CharField(_("website"), max_length=200, blank=True, validators=[validate_homepage])
    redirect_uris = ArrayField(
        models.CharField(max_length=LONGEST, validators=[validate_redirect_uri]), verbose_name=_("redirect addresses")
    )
    created_at = models.DateTimeField(_("registered"), default=database_time.now, editable=False)
    # None if nobody has changed it since it was registered.
    changed_at = models.DateTimeField(_("changed"), null=True, blank=True, editable=False)
    # By staff.
    switched_off_at = models.DateTimeField(_("switched off"), null=True, blank=True, editable=False)
    # Since the owner secured the account, until they save the app again: somebody else may have changed it.
    held_at = models.DateTimeField(_("waiting for the owner’s review"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("app")
        verbose_name_plural = _("apps")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_on(self) -> bool:
        """Whether users can connect with it."""
        return self.switched_off_at is None and self.held_at is None
