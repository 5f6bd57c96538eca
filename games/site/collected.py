"""URL patterns, as each installed app declares them."""

from importlib import import_module

from django.apps import apps
from django.urls import URLPattern, URLResolver
from django.utils.module_loading import module_has_submodule


def collected(name: str) -> list[URLPattern | URLResolver]:
    """The `urlpatterns` of the modules of this name (`urls`, `api.urls`) in the project's apps, in their order."""
    found: list[URLPattern | URLResolver] = []
    parent, _dot, _leaf = name.rpartition(".")
    for app in apps.get_app_configs():
        if app.name.partition(".")[0] not in ("games", "accounts"):
            continue
        package = import_module(f"{app.name}.{parent}") if parent and module_has_submodule(app.module, parent) else None
        if parent and package is None:
            continue
        if module_has_submodule(package or app.module, name.rpartition(".")[2]):
            found += import_module(f"{app.name}.{name}").urlpatterns
    return found
