"""URLs of the API of accounts, below /api/v1/."""

from django.urls import path

from accounts.api import views
from accounts.oauth.api import apps, tokens

urlpatterns = [
    path("account/", views.AccountView.as_view(), name="account"),
    path("apps/", apps.AppsView.as_view(), name="apps"),
    path("apps/<slug:client_id>/", apps.AppView.as_view(), name="app"),
    path("connections/", apps.ConnectionsView.as_view(), name="connections"),
    path("connections/<slug:client_id>/", apps.ConnectionView.as_view(), name="connection"),
    path("oauth/revocation/", tokens.RevocationView.as_view(), name="oauth_revocation"),
    path("oauth/token/", tokens.GrantView.as_view(), name="oauth_token"),
    path("tokens/", views.TokensView.as_view(), name="tokens"),
    path("tokens/test/", views.TokensTestView.as_view(), name="tokens_test"),
    path("tokens/<int:token_id>/", views.TokenView.as_view(), name="token"),
]
