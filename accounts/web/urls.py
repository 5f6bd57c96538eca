"""Pages of the account that allauth does not have: preferences, API tokens, the switch of language."""

from django.urls import URLPattern, URLResolver, path

from accounts.web.views import language

urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", language.choose_language, name="choose_language"),
    path("preferences/", language.choose_language, name="preferences"),
]
