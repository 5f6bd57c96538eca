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
    parent, _dot, _leaf = name.rpartition(".")
    for app in apps.get_app_configs():
        if not isinstance(app, SubjectConfig | AccountsConfig):
            continue
        package = import_module(f"{app.name}.{parent}") if parent and module_has_submodule(app.module, parent) else None
        if parent and package is None:
            continue
        if module_has_submodule(package or app.module, name.rpartition(".")[2]):
            found += import_module(f"{app.name}.{name}").urlpatterns
    return found
