"""What each app adds: `manage.py subjects`, or `manage.py subjects play` for one app."""

import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from celery import current_app
from django.apps import AppConfig, apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import URLPattern
from django.utils.module_loading import module_has_submodule

from accounts.apps import AccountsConfig
from games.core import event_types, notifications
from kit import periodic
from kit.endpoints import ROOT
from kit.errors import Refusal
from kit.schema import generated
from kit.subjects import SubjectConfig


class Found(NamedTuple):
    """One thing that an app adds, where its source begins, and what else there is to say."""

    name: str
    place: str
    more: str = ""


class Command(BaseCommand):
    help = "Lists what each app adds, with file and line: models, events, notifications, scopes, tasks, errors, URLs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("app", nargs="?", help="the label of one app, such as play; all apps without it")

    def handle(self, *, app: str | None, **_options: Any) -> None:
        chosen = {each.label: each for each in subjects()}
        if app is not None:
            if app not in chosen:
                raise CommandError(f"There is no app {app!r}. There are: {', '.join(chosen)}.")
            chosen = {app: chosen[app]}
        for config in chosen.values():
            self.describe(config)

    def describe(self, config: AppConfig) -> None:
        level = f"level {config.level}" if isinstance(config, SubjectConfig) else "below all levels"
        purpose = (inspect.getdoc(config.module) or "").partition("\n")[0]
        self.stdout.write(f"{config.label}  {level}  {place_of(type(config))}\n  {purpose}")
        for title, find in PARTS.items():
            if rows := list(find(config)):
                self.stdout.write(f"  {title}")
                width = max(len(row.name) for row in rows)
                for row in rows:
                    self.stdout.write(f"    {row.name:{width}}  {row.place}  {row.more}".rstrip())
        self.stdout.write()


def subjects() -> list[AppConfig]:
    """The apps of the project, the lowest first."""
    found = [each for each in apps.get_app_configs() if isinstance(each, SubjectConfig | AccountsConfig)]
    return sorted(found, key=lambda each: getattr(each, "level", -1))


def place_of(source: Any) -> str:
    """The file and line of a class or a function, below its decorators."""
    source = inspect.unwrap(source)
    return _place(inspect.getsourcefile(source) or "", inspect.getsourcelines(source)[1])


def _place(file: str, line: int) -> str:
    return f"{Path(file).relative_to(settings.BASE_DIR)}:{line}"


def _is_in(config: AppConfig, source: Any) -> bool:
    return f"{source.__module__}.".startswith(f"{config.name}.")


def _module(config: AppConfig, name: str) -> Any:
    """The module of an app; None if it has none of this name."""
    return import_module(f"{config.name}.{name}") if module_has_submodule(config.module, name) else None


def _patterns(config: AppConfig, name: str) -> list[URLPattern]:
    module = _module(config, name)
    return module.urlpatterns if module else []


def models(config: AppConfig) -> Iterator[Found]:
    for model in config.get_models():
        yield Found(model.__name__, place_of(model), model._meta.db_table)  # noqa: SLF001


def _calls(config: AppConfig, name: str, call: str) -> Iterator[tuple[str, str]]:
    """The first group of each such call in the text of a module of the app, and its place."""
    if module := _module(config, name):
        text, file = inspect.getsource(module), inspect.getsourcefile(module) or ""
        for found in re.finditer(call, text):
            yield found[1], _place(file, text.count("\n", 0, found.start()) + 1)


def events(config: AppConfig) -> Iterator[Found]:
    for name, place in _calls(config, "events", r'event_type\(\s*"(\w+)"'):
        yield Found(name, place, event_types.event_type_named(name).audience.name.lower())


def notification_kinds(config: AppConfig) -> Iterator[Found]:
    for kind in notifications.kinds():
        if _is_in(config, type(kind)):
            yield Found(kind.name, place_of(type(kind)), f"of {', '.join(kind.events)}")


def tasks(config: AppConfig) -> Iterator[Found]:
    for task in sorted(periodic.tasks(current_app).values(), key=lambda each: str(each.name)):
        if _is_in(config, task):
            yield Found(task.__name__, place_of(task.run), f"every {periodic.seconds_between(task):g} s")


def errors(config: AppConfig) -> Iterator[Found]:
    for code, kind in Refusal.kinds.items():
        if _is_in(config, kind):
            yield Found(code, place_of(kind), str(kind.status))


def pages(config: AppConfig) -> Iterator[Found]:
    """Those of the API are not in its schema."""
    of_api = [each for each in _patterns(config, "api.urls") if _path(each) not in generated()["paths"]]
    for root, patterns in (("/", _patterns(config, "urls")), (ROOT, of_api)):
        for pattern in patterns:
            view = getattr(pattern.callback, "view_class", None) or getattr(pattern.callback, "cls", pattern.callback)
            yield Found(pattern.name or "", place_of(view), f"{root}{pattern.pattern}")


def operations(config: AppConfig) -> Iterator[Found]:
    for view, path in _endpoints(config):
        for method, operation in generated()["paths"].get(path, {}).items():
            yield Found(operation["operationId"], place_of(getattr(view, method)), f"{method.upper()} {path}")


def scopes(config: AppConfig) -> Iterator[Found]:
    for name, place in _calls(config, "scopes", r'\w+ = declare\(\s*Scope\(\s*name="([\w:]+)"'):
        yield Found(name, place)


def _endpoints(config: AppConfig) -> Iterator[tuple[Any, str]]:
    """The view classes of the API with their paths, as the schema writes them."""
    for pattern in _patterns(config, "api.urls"):
        if view := getattr(pattern.callback, "cls", None):
            yield view, _path(pattern)


def _path(pattern: URLPattern) -> str:
    return ROOT + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))


PARTS: dict[str, Callable[[AppConfig], Iterator[Found]]] = {
    "models": models,
    "events": events,
    "notifications": notification_kinds,
    "scopes": scopes,
    "periodic tasks": tasks,
    "errors": errors,
    "pages": pages,
    "operations": operations,
}
