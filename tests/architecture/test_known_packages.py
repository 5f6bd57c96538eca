"""Which apps may use Redis, Celery, HTTP and the environment. `dev.py check imports` checks imports between apps."""

import re
import sys
from collections.abc import Callable

from tests.architecture.sources import sources

# What answers requests knows HTTP; so do these parts of every app.
ENTRIES = {"api", "pages", "admin", "templatetags", "management", "migrations", "streams", "web", "site"}
WEB = ("rest_framework", "drf_spectacular", "django.http", "django.shortcuts", "django.views")


def below(module: str, *roots: str) -> bool:
    return any(module == root or module.startswith(f"{root}.") for root in roots)


def imports(*roots: str, of: Callable[[str], bool]) -> list[str]:
    """The imports of certain modules in the given files and folders, as `file: module`."""
    found = sources(*roots)
    return [f"{source.name}: {module}" for source in found for module in sorted(source.imported) if of(module)]


def test_the_engine_imports_the_standard_library_only() -> None:
    def is_foreign(module: str) -> bool:
        return not below(module, "muehle") and module.partition(".")[0] not in sys.stdlib_module_names

    assert imports("muehle", of=is_foreign) == []


def test_the_tables_import_the_rules_and_the_standard_library_only() -> None:
    """Their solver alone needs NumPy and numba, which the server does not have."""
    known = {"muehle", "muehle_tables", *sys.stdlib_module_names}

    def is_foreign(module: str) -> bool:
        return module.partition(".")[0] not in known

    found = {line.partition(": ")[2].partition(".")[0]: line for line in imports("muehle_tables", of=is_foreign)}
    assert set(found) == {"numba", "numpy"}
    assert {line.rpartition("/")[0] for line in imports("muehle_tables", of=is_foreign)} == {"muehle_tables/solver"}


def test_the_program_that_plays_imports_rules_tables_and_the_standard_library_only() -> None:
    known = {"muehle", "muehle_engine", "muehle_tables", *sys.stdlib_module_names}

    def is_foreign(module: str) -> bool:
        return module.partition(".")[0] not in known

    assert imports("muehle_engine", of=is_foreign) == []


def test_the_domain_knows_no_http() -> None:
    names = {source.name: {*source.path.with_suffix("").parts} for source in sources("games")}
    domain = [name for name, parts in names.items() if not ENTRIES & parts]

    assert len(domain) > 100
    assert imports(*domain, of=lambda module: below(module, *WEB)) == []


def test_redis_is_known_to_its_connections_and_to_pubsub_alone() -> None:
    importers = {source.name for source in sources() if any(below(module, "redis") for module in source.imported)}

    assert importers == {"games/core/pubsub.py", "kit/redis_connections.py"}


def test_celery_is_known_to_the_tasks_and_to_the_start_up_alone() -> None:
    importers = {source.name for source in sources() if any(below(module, "celery") for module in source.imported)}

    assert {name for name in importers if not name.endswith("/tasks.py")} == {
        "accounts/fallback_beat.py",
        "accounts/management/commands/fallback_beat.py",
        "kit/periodic.py",
        "games/site/management/commands/subjects.py",
        "muehle_server/broker_watch.py",
        "muehle_server/celery.py",
        "muehle_server/worker_metrics.py",
        "muehle_server/worker_requests.py",
    }


def test_no_action_queues_or_publishes_by_itself() -> None:
    """Side effects go through the log; a task queued in a transaction might run before it, or although it failed."""
    callers = {
        source.name
        for source in sources("games", "accounts", "kit")
        if re.search(r"\.(delay|apply_async|publish)\(", source.text)
    }

    assert callers <= {"games/core/pubsub.py", "kit/periodic.py"}


def test_environment_variables_are_read_in_the_settings_alone() -> None:
    readers = {
        source.name
        for source in sources("games", "accounts", "kit")
        if re.search(r"os\.environ|os\.getenv|environ\.Env", source.text)
    }

    assert readers == set()


def test_no_module_is_named_for_being_useful() -> None:
    vague = {"utils", "util", "helpers", "helper", "common", "misc", "services", "managers"}

    named = {
        source.name for source in sources("games", "accounts", "kit") if {*source.path.parts, source.path.stem} & vague
    }

    assert named == set()
