"""What tools.bench.history calls: every page and every GET operation that the URLs have, and every periodic task."""

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module

from celery import current_app
from django.db import connection
from django.db.models import Max
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.models import User
from games.core.models.games import Game
from games.notifications import bell, choices
from games.notifications.models import NotificationSettings
from tools.bench.history import Measured, overdue_after_an_outage
from tools.bench.plans import Plan, noted

# Tables that grow for ever, or that would without being cleaned.
LARGE = {
    "core_game",
    "core_move",
    "core_event",
    "core_userevent",
    "notifications_delivery",
    "notifications_reminder",
    "chat_message",
    "chat_spectatormessage",
    "challenges_challenge",
    "play_drawoffer",
    "disputes_dispute",
    "webhooks_webhookdelivery",
    "accounts_user",
    "players_rating",
    "players_ratingchange",
    "players_storedreliability",
    "players_lastseen",
    "people_profile",
    "people_nameword",
    "people_activity",
    "people_follow",
}
CALLERS = ("guest", "heavy", "ordinary")
# Asked for in addition to each URL itself.
QUERIES = {
    "games/": ["?status=ongoing", "?page=20"],
    "api/v1/games/": ["?status=ongoing", "?status=finished"],
    "api/v1/events/": ["?after=1"],
    "": ["?opponent=player7"],
    "players/": ["?q=player12", "?country=LI", "?country=DE&min_rating=1800", "?here=on", "?active=7&reliability=95"],
    "api/v1/players/": ["?names=player7,player8", "?here=true&bot=true", "?min_rating=1890&max_rating=1899"],
    "ratings/": ["?country=LI", "?country=DE", "?provisional=1"],
}
NOT_CALLED = ("staff/", "admin/", "__", "oauth/", "accounts/logout", "api/v1/docs")


def measure(only: str) -> list[Measured]:
    """Call everything in whose name the pattern `only` is found."""
    wanted = re.compile(only).search
    large = LARGE & set(connection.introspection.table_names())
    measured = []
    for caller in CALLERS:
        client = _client(caller)
        paths = [f"/{path}" for path in sorted(set(_paths(caller))) if wanted(f"{caller} /{path}")]
        measured += [_measured(caller, path, partial(_status, client, path), large) for path in paths]
        if caller != "guest" and wanted(f"{caller} unread count of the bell"):
            user = User.objects.get(username=caller)
            count = partial(_unread, user, choices.settings_of(user))
            measured.append(_measured(caller, "unread count of the bell", count, large))
    measured += [_measured("task", name, run, large) for name, run in _tasks() if wanted(f"task {name}")]
    if wanted("heavy /api/v1/games/ after an outage"):
        overdue_after_an_outage(timezone.now())
        client = _client("heavy")
        call = partial(_status, client, "/api/v1/games/?status=ongoing")
        measured.append(_measured("heavy", "/api/v1/games/ after an outage", call, large, is_repeated=False))
    return measured


def _unread(user: User, row: NotificationSettings) -> int:
    """The count alone, as on every page."""
    bell.unread_count(user, row)
    return 200


def _status(client: Client, path: str) -> int:
    return client.get(path).status_code


def _client(caller: str) -> Client:
    client = Client()
    if caller != "guest":
        client.force_login(User.objects.get(username=caller), "allauth.account.auth_backends.AuthenticationBackend")
    return client


def _measured(
    caller: str, name: str, call: Callable[[], int], large: set[str], *, is_repeated: bool = True
) -> Measured:
    """Call it to warm up, three times for the least time that it takes, and once for the plans."""
    if is_repeated:
        call()
    seconds = [_seconds(call) for _time in range(3 * is_repeated)]
    started = time.perf_counter()
    with noted(large) as plans:
        status = call()
    return Measured(caller, name, status, min(seconds, default=time.perf_counter() - started), _read(plans))


def _seconds(call: Callable[[], int]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def _read(plans: list[Plan]) -> list[Plan]:
    return [plan for plan in plans if not plan.statement.startswith(("SET", "LOAD"))]


def _paths(caller: str) -> Iterator[str]:
    values = _values(caller)
    for route in _routes(get_resolver().url_patterns, ""):
        if route.startswith(NOT_CALLED) or "^" in route or "(" in route:
            continue
        named = re.findall(r"<(?:\w+:)?(\w+)>", route)
        path = re.sub(r"<[^>]+>", "{}", route).format(*(values.get((_subject(route), name), "0") for name in named))
        yield path
        yield from (path + query for query in QUERIES.get(route, ()))


def _subject(route: str) -> str:
    return route.removeprefix("api/v1/").partition("/")[0]


def _values(caller: str) -> dict[tuple[str, str], str]:
    """What stands for the parameters of URLs, by the first part of the path: something of the caller's own."""
    user = User.objects.filter(username=caller).first() or User.objects.get(username="ordinary")
    games = Game.objects.of(user.pk).order_by("-number")
    ended = Game.objects.ended().of(user.pk).aggregate(Max("number"))["number__max"]
    from games.challenges.models import Challenge
    from games.disputes.models import Dispute

    challenge = Challenge.objects.filter(challenger=user).order_by("-number").first()
    dispute = Dispute.objects.filter(opened_by=user).first() or Dispute.objects.first()
    return {
        ("games", "number"): str(games[0].number if caller != "guest" else ended),
        ("games", "form"): "svg",
        ("positions", "form"): "svg",
        ("players", "username"): user.username,
        ("players", "rules"): "standard",
        ("players", "opponent"): "heavy" if user.username == "ordinary" else "ordinary",
        ("account", "username"): "player7",
        ("challenges", "number"): str(challenge.pk if challenge else 1),
        ("disputes", "number"): str(dispute.pk if dispute else 1),
        ("preferences", "pk"): "1",
        ("webhooks", "webhook_id"): "1",
        ("rules", "name"): "standard",
        ("learn", "slug"): "mills",
        ("developers", "name"): "first-bot",
        ("manifest", "language"): "de",
        ("offline", "language"): "de",
        ("unanswered", "language"): "de",
    }


def _routes(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, before + str(pattern.pattern))
        else:
            yield before + str(pattern.pattern)


def _tasks() -> Iterator[tuple[str, Callable[[], int]]]:
    """Every periodic task with its name."""
    import_module("muehle_server.celery")
    current_app.loader.import_default_modules()
    for name, task in sorted(current_app.tasks.items()):
        if getattr(task, "every", None):
            yield name, partial(_run, task)


def _run(task: Callable[[], None]) -> int:
    task()
    return 200
