"""The site as an installable app: manifest, service worker, offline page, and small files."""

import hashlib
import json
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.generic import RedirectView

from accounts.contacts import contact_uri
from games.notifications.push import vapid
from kit import database_time

PAPER = "#f5efe3"
# The files of the page that is shown without a connection.
FILES = (
    "site/css/site.css",
    "site/js/site.js",
    "web/fonts/vollkorn-semibold.woff2",
    "web/fonts/atkinson-hyperlegible-next.woff2",
)
ICON = "web/icons/app-192.png"
# Read anew long before it ends, as it is kept for a day.
SECURITY_TXT_VALID = timedelta(days=90)
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def _checked(language: str) -> str:
    if language not in LANGUAGES:
        raise Http404
    return language


# --- The manifest -----------------------------------------------------------------------------------------------------


@cache_control(max_age=24 * 60 * 60, public=True)
def manifest(_request: HttpRequest, language: str) -> JsonResponse:
    """The app in one language; the language is in the address, for a browser asks for it without cookies."""
    with translation.override(_checked(language)):
        return JsonResponse(_app(language), content_type="application/manifest+json")


def _app(language: str) -> dict[str, Any]:
    return {
        "id": "/",
        "name": _("Mühle by correspondence"),
        "short_name": "Mühle",
        "description": _(
            "Play correspondence Mühle (Nine Men’s Morris): move whenever you have time, against other people."
        ),
        "lang": language,
        "dir": "ltr",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [
            _icon("app.svg", "any"),
            _icon("app-192.png", "192x192"),
            _icon("app-512.png", "512x512"),
            _icon("maskable-512.png", "512x512", purpose="maskable"),
        ],
        "shortcuts": [
            {"name": _("Lobby"), "url": reverse("lobby"), "icons": [_icon("app-192.png", "192x192")]},
            {"name": _("Analysis board"), "url": reverse("analysis"), "icons": [_icon("app-192.png", "192x192")]},
        ],
    }


def _icon(name: str, sizes: str, *, purpose: str = "any") -> dict[str, str]:
    kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
    return {"src": staticfiles_storage.url(f"web/icons/{name}"), "sizes": sizes, "type": kind, "purpose": purpose}


# --- The service worker -----------------------------------------------------------------------------------------------


@never_cache
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The worker; where the operator wants none, one that takes leave in its place."""
    name = "worker" if settings.SERVICE_WORKER else "farewell"
    shell = json.dumps(_shell()) if settings.SERVICE_WORKER else ""
    text = render_to_string(f"site/shell/{name}.js", {"shell": shell})
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


def _shell() -> dict[str, Any]:
    """The files that the service worker stores, under a name that changes with them."""
    files = [staticfiles_storage.url(name) for name in FILES]
    pages = {language: {case: reverse(case, args=[language]) for case in CASES} for language in LANGUAGES}
    texts = [_offline_text(case, language) for language in LANGUAGES for case in CASES]
    version = hashlib.sha256("\n".join([*files, *texts]).encode()).hexdigest()[:12]
    push = {"key": vapid.public_key(), "renewal": reverse("api:push_renewal")}
    icon = staticfiles_storage.url(ICON)
    return {"cache": f"shell-{version}", "files": files, "pages": pages, "icon": icon, "push": push}


# --- Without a server -------------------------------------------------------------------------------------------------

# Whether the reader was only going somewhere, or had sent something that was never answered.
CASES = ("offline", "unanswered")


def offline(request: HttpRequest, language: str, *, case: str) -> HttpResponse:
    """The page that the worker shows where the server cannot be reached."""
    return HttpResponse(_offline_text(case, _checked(language)))


def _offline_text(case: str, language: str) -> str:
    with translation.override(language):
        return render_to_string("site/shell/offline.html", {"case": case})


# Private or endless pages; search engines may index games, players and rules.
ROBOTS = """\
User-agent: *
Disallow: /accounts/
Disallow: /admin/
Disallow: /analysis/?
Disallow: /api/
Disallow: /calendar/
Disallow: /challenges/
Disallow: /clubs/join/
Disallow: /invitations/
Disallow: /players/*/download/
Disallow: /preferences/
Disallow: /records/
"""


@cache_control(max_age=24 * 60 * 60, public=True)
def robots(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@cache_control(max_age=24 * 60 * 60, public=True)
def security(_request: HttpRequest) -> HttpResponse:
    """Where holes are reported, as RFC 9116 says."""
    contact = settings.SECURITY_CONTACT
    if not contact:
        raise Http404
    lines = [
        f"Contact: {contact_uri(contact)}",
        f"Expires: {database_time.now() + SECURITY_TXT_VALID:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: de, en",
        f"Canonical: {settings.SITE_URL}{reverse('security')}",
    ]
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=utf-8")


class Favicon(RedirectView):
    """Browsers ask for /favicon.ico whatever the page says."""

    def get_redirect_url(self, *_args: object, **_kwargs: object) -> str:
        return static("web/favicon.svg")
