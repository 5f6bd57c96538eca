from django.urls import path

from accounts.oauth.pages import apps, authorize
from accounts.pages import guests, views
from accounts.privacy import pages
from accounts.security.pages import secure_account

urlpatterns = [
    path("session/", views.session, name="session"),
    path("language/", views.choose_language, name="choose_language"),
    path("time-zone/", views.choose_time_zone, name="choose_time_zone"),
    path("preferences/", views.preferences, name="preferences"),
    path("preferences/look/", views.choose_look, name="choose_look"),
    path("preferences/tokens/", views.tokens, name="tokens"),
    path("preferences/tokens/<int:pk>/revoke/", views.revoke, name="revoke_token"),
    path("preferences/apps/", apps.apps, name="apps"),
    path("preferences/apps/<slug:client_id>/disconnect/", apps.disconnect, name="disconnect_app"),
    path("preferences/apps/own/", apps.own_apps, name="own_apps"),
    path("preferences/apps/own/<slug:client_id>/", apps.own_app, name="own_app"),
    path("preferences/apps/own/<slug:client_id>/delete/", apps.delete_app, name="delete_app"),
    path("preferences/devices/<int:pk>/end/", views.end_session, name="end_session"),
    path("preferences/export/", pages.exports, name="exports"),
    path("preferences/delete/", pages.delete_account, name="delete_account"),
    path("accounts/deletion/", pages.keep_account, name="keep_account"),
    path("accounts/keep/", guests.keep_games, name="keep_games"),
    path("accounts/secure/<str:key>/", secure_account, name="secure_account"),
    path("oauth/authorize/", authorize.authorize, name="authorize"),
    path(".well-known/oauth-authorization-server", authorize.metadata, name="oauth_metadata"),
]
