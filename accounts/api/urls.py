"""Addresses of the accounts' API, below /api/v1/."""

from django.urls import path

from accounts.api import views

app_name = "accounts_api"
urlpatterns = [
    path("account/", views.AccountView.as_view(), name="account"),
    path("tokens/", views.TokensView.as_view(), name="tokens"),
    path("tokens/<int:token_id>/", views.TokenView.as_view(), name="token"),
]
