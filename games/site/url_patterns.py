"""URL patterns, as each installed app declares them."""

from importlib import import_module

from django.apps import apps
from django.urls import URLPattern, URLResolver
from django.utils.module_loading import module_has_submodule

from accounts.apps import AccountsConfig
from games.core.subjects import SubjectConfig


def collected(name: str) -> list[URLPattern | URLResolver]:
    """The `urlpatterns` of the modules of this name (`urls`, `api.urls`) in the project's apps, in their order."""
    found: list[URLPattern | URLResolver] = []
    for app in apps.get_app_configs():
        if isinstance(app, SubjectConfig | AccountsConfig) and module_has_submodule(app.module, name):
            found += import_module(f"{app.name}.{name}").urlpatterns
    return found
