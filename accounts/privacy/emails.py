"""The mail that a data export is ready. It links to the page, which requires a login."""

import smtplib
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import structlog
from allauth.account.models import EmailAddress
from anymail.exceptions import AnymailError
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.emails import DRESS
from accounts.models import DataExport

log = structlog.get_logger(__name__)


def send_ready_mail(export: DataExport) -> bool:
    """Send the mail, if there is a confirmed address; False if sending must be repeated."""
    addresses = EmailAddress.objects.filter(user=export.user_id, verified=True, primary=True)
    address = addresses.values_list("email", flat=True).first()
    if address is None:
        return True
    try:
        ready_mail(export, address=address).send()
    except smtplib.SMTPRecipientsRefused as error:
        return all(code >= 500 for code, _text in error.recipients.values())
    except (OSError, AnymailError) as error:
        log.warning("data_export_not_told", export=export.pk, error=str(error))
        return False
    return True


def ready_mail(export: DataExport, *, address: str) -> EmailMultiAlternatives:
    user = export.user
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        subject = _("Your data are ready")
        context = {
            "subject": subject,
            "reader": user,
            **DRESS,
            "language": user.language,
            "site": urlsplit(settings.SITE_URL).netloc,
            "expires_at": export.expires_at,
            "url": settings.SITE_URL + reverse("exports"),
        }
        host = urlsplit(settings.SITE_URL).hostname
        headers = {"Message-ID": f"<data-export-{export.pk}@{host}>", "Auto-Submitted": "auto-generated"}
        message = EmailMultiAlternatives(
            subject, render_to_string("accounts/mail/export.txt", context), to=[address], headers=headers
        )
        message.attach_alternative(render_to_string("accounts/mail/export.html", context), "text/html")
    return message
