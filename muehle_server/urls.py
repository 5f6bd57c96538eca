"""Addresses: the API under /api/v1/, accounts by allauth, everything else is pages."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

urlpatterns = [
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("accounts.api.urls")),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("texts.js", JavaScriptCatalog.as_view(packages=["games"]), name="javascript_catalog"),
    path("", include("accounts.web.urls")),
    path("", include("games.web.urls")),
]
