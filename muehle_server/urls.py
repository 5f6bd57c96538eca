"""Addresses: the API under /api/v1/, accounts by allauth, everything else is pages."""

from importlib import import_module

from allauth.account.views import password_set
from allauth.mfa.recovery_codes.views import generate_recovery_codes
from allauth.mfa.totp.views import activate_totp, deactivate_totp
from allauth.mfa.webauthn.views import add_webauthn
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.utils.module_loading import module_has_submodule
from django.views.generic import RedirectView
from django.views.i18n import JavaScriptCatalog

from accounts.apps import AccountsConfig
from accounts.pages.requests import fresh_to_change, held
from accounts.pages.views import (
    AddressesView,
    ConfirmAddressView,
    NewPasswordView,
    RecoveryCodesView,
    RemoveKeyView,
    SignUpView,
)
from accounts.second_factor import confirmed_first
from kit import fallbacks
from kit.subjects import SubjectConfig
from muehle_server import csp_reports


def collected(name: str) -> list[URLPattern | URLResolver]:
    """The `urlpatterns` of the modules of this name (`urls`, `api.urls`) in the project's apps, in their order."""
    found: list[URLPattern | URLResolver] = []
    for app in apps.get_app_configs():
        if isinstance(app, SubjectConfig | AccountsConfig) and module_has_submodule(app.module, name):
            found += import_module(f"{app.name}.{name}").urlpatterns
    return found


urlpatterns = [
    path("api/v1/", include((collected("api.urls"), "api"))),
    re_path("^api/(?P<rest>.*)$", fallbacks.unknown_address),
    path("admin/", admin.site.urls),
    re_path(r"^accounts/confirm-email/(?P<key>[-:\w]+)/$", ConfirmAddressView.as_view(), name="account_confirm_email"),
    path("accounts/signup/", SignUpView.as_view(), name="account_signup"),
    path("accounts/email/", AddressesView.as_view(), name="account_email"),
    path("accounts/password/set/", fresh_to_change(password_set), name="account_set_password"),
    re_path(
        "^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        NewPasswordView.as_view(),
        name="account_reset_password_from_key",
    ),
    path("accounts/2fa/totp/activate/", held(confirmed_first(activate_totp)), name="mfa_activate_totp"),
    path("accounts/2fa/totp/deactivate/", held(deactivate_totp), name="mfa_deactivate_totp"),
    path("accounts/2fa/webauthn/add/", held(confirmed_first(add_webauthn)), name="mfa_add_webauthn"),
    path("accounts/2fa/recovery-codes/generate/", held(generate_recovery_codes), name="mfa_generate_recovery_codes"),
    path("accounts/2fa/recovery-codes/", RecoveryCodesView.as_view(), name="mfa_view_recovery_codes"),
    # The page itself has the file while it shows the codes.
    path(
        "accounts/2fa/recovery-codes/download/",
        RedirectView.as_view(pattern_name="mfa_view_recovery_codes"),
        name="mfa_download_recovery_codes",
    ),
    path("accounts/2fa/webauthn/keys/<int:pk>/remove/", RemoveKeyView.as_view(), name="mfa_remove_webauthn"),
    path("accounts/", include("allauth.urls")),
    path(settings.CSP_REPORTS.removeprefix("/"), csp_reports.take),
    path("texts.js", JavaScriptCatalog.as_view(packages=["games.web"]), name="javascript_catalog"),
    *collected("urls"),
]

# Reports of mail providers; without a secret anybody could send them, so there is no address then.
if "WEBHOOK_SECRET" in settings.ANYMAIL:
    urlpatterns.append(path("anymail/", include("anymail.urls")))

handler400 = fallbacks.bad_request
handler404 = fallbacks.not_found
handler500 = fallbacks.server_error
