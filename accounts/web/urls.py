"""Pages of the account that allauth does not have: preferences, tokens, apps, the switches of language and looks."""

from django.urls import URLPattern, URLResolver, path

from accounts.web.views import apps, authorize, deletion, devices, exports, language, looks, preferences, tokens

urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", language.choose_language, name="choose_language"),
    path("preferences/", preferences.preferences, name="preferences"),
    path("preferences/look/", looks.choose_look, name="choose_look"),
    path("preferences/tokens/", tokens.tokens, name="tokens"),
    path("preferences/tokens/<int:pk>/revoke/", tokens.revoke, name="revoke_token"),
    path("preferences/apps/", apps.apps, name="apps"),
    path("preferences/apps/<slug:client_id>/disconnect/", apps.disconnect, name="disconnect_app"),
    path("preferences/apps/own/", apps.own_apps, name="own_apps"),
    path("preferences/apps/own/<slug:client_id>/", apps.own_app, name="own_app"),
    path("preferences/apps/own/<slug:client_id>/delete/", apps.delete_app, name="delete_app"),
    path("preferences/devices/<int:pk>/end/", devices.end_session, name="end_session"),
    path("preferences/export/", exports.exports, name="exports"),
    path("preferences/delete/", deletion.delete_account, name="delete_account"),
    path("oauth/authorize/", authorize.authorize, name="authorize"),
    path(".well-known/oauth-authorization-server", authorize.metadata, name="oauth_metadata"),
]
