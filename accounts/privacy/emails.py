"""The mail that a data export is ready. It links to the page, which requires a login."""

from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.emails import account_email, was_sent
from accounts.models import DataExport


def send_ready_mail(export: DataExport) -> bool:
    """Send the mail, if there is a confirmed address; False if sending must be repeated."""
    addresses = EmailAddress.objects.filter(user=export.user_id, verified=True, primary=True)
    address = addresses.values_list("email", flat=True).first()
    return address is None or was_sent(ready_mail(export, address=address))


def ready_mail(export: DataExport, *, address: str) -> EmailMultiAlternatives:
    user = export.user
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        return account_email(
            "accounts/mail/export",
            _("Your data is ready to download"),
            address=address,
            language=user.language,
            name=f"data-export-{export.pk}",
            context={"reader": user, "expires_at": export.expires_at, "url": settings.SITE_URL + reverse("exports")},
        )
