"""The layout of all mails, and how those about an account are made and sent."""

import smtplib
from typing import Any
from urllib.parse import urlsplit

import structlog
from anymail.exceptions import AnymailError
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

log = structlog.get_logger(__name__)

# The colours of the site. Light ones are inline at each element, since many mail programs ignore style sheets. A style
# sheet in the mail overrides them by class for programs in dark mode.
COLOURS = {
    "paper": "#f5efe3",
    "surface": "#fdfaf3",
    "sunken": "#ece3d2",
    "ink": "#2a241e",
    "muted": "#635749",
    "line": "#ddd0ba",
    "accent": "#1f5a4e",
    "accent_ink": "#fdfaf3",
}
DARK = {
    "paper": "#1b1714",
    "surface": "#25201c",
    "sunken": "#151210",
    "ink": "#ece4d6",
    "muted": "#b5a896",
    "line": "#40372f",
    "accent": "#84c7b4",
    "accent_ink": "#10211c",
}
DRESS = {"colours": COLOURS, "dark": DARK}


def account_email(
    template: str, subject: str, *, address: str, language: str, name: str, context: dict[str, Any]
) -> EmailMultiAlternatives:
    """A mail from the templates `template`.txt and .html, in the active language and time zone, which is `language`.

    Its Message-ID is made of `name`, so that a repeated mail has the same.
    """
    site = urlsplit(settings.SITE_URL)
    context = {**DRESS, "subject": subject, "language": language, "site": site.netloc, **context}
    headers = {"Message-ID": f"<{name}@{site.hostname}>", "Auto-Submitted": "auto-generated"}
    message = EmailMultiAlternatives(
        subject, render_to_string(f"{template}.txt", context), to=[address], headers=headers
    )
    message.attach_alternative(render_to_string(f"{template}.html", context), "text/html")
    return message


def was_sent(message: EmailMultiAlternatives) -> bool:
    """Send it; False if that must be repeated. An address that is refused for good counts as done."""
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused as error:
        return all(code >= 500 for code, _text in error.recipients.values())
    except (OSError, AnymailError) as error:
        log.warning("mail_not_sent", mail=message.extra_headers["Message-ID"], error=str(error))
        return False
    return True
