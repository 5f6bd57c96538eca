"""Addresses: the API under /api/v1/, accounts by allauth, everything else is pages."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path
from django.views.i18n import JavaScriptCatalog

from accounts.pages.views import AddressesView
from games.api import fallbacks
from games.site.url_patterns import collected

urlpatterns = [
    path("api/v1/", include((collected("api.urls"), "api"))),
    re_path("^api/", fallbacks.unknown_address),
    path("admin/", admin.site.urls),
    path("accounts/email/", AddressesView.as_view(), name="account_email"),
    path("accounts/", include("allauth.urls")),
    path("texts.js", JavaScriptCatalog.as_view(packages=["games.web"]), name="javascript_catalog"),
    *collected("urls"),
]

# What mail providers report of mails. Without a secret anybody could, so that there is no address then.
if "WEBHOOK_SECRET" in settings.ANYMAIL:
    urlpatterns.append(path("anymail/", include("anymail.urls")))

handler400 = fallbacks.bad_request
handler404 = fallbacks.not_found
handler500 = fallbacks.server_error
