"""Pages of the account that allauth does not have: preferences, API tokens, the switches of language and looks."""

from django.urls import URLPattern, URLResolver, path

from accounts.web.views import language, looks, preferences, tokens

urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", language.choose_language, name="choose_language"),
    path("preferences/", preferences.preferences, name="preferences"),
    path("preferences/look/", looks.choose_look, name="choose_look"),
    path("preferences/tokens/", tokens.tokens, name="tokens"),
    path("preferences/tokens/<int:pk>/revoke/", tokens.revoke, name="revoke_token"),
]
