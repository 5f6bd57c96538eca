"""Entries of DATABASES from the parts of an address. Parameters in the query of the address override the defaults."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ImproperlyConfigured


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds; 0 is none. `statement` and `lock` hold in web processes only (base.py)."""

    connect: int
    statement: int
    lock: int
    tcp: int


def database(parsed: dict[str, Any], *, pool_size: int, process: str, limits: Limits, pooler: str = "") -> Any:
    """The settings of a database; `parsed` is what django-environ makes of its address.

    A `pooler` gives each transaction a connection of its own, so that nothing may stay in a session.
    """
    if pooler not in ("", "transaction"):
        raise ImproperlyConfigured("DATABASE_POOLER is empty or transaction")
    defaults = {
        # Of several hosts the one that takes writes. A standby would refuse them with an error of the server.
        "target_session_attrs": "read-write",
        "application_name": process,
        "connect_timeout": limits.connect,
        # Statements that come again are planned once a connection; planning is most of what a move costs PostgreSQL.
        "prepare_threshold": None if pooler else 3,
        "server_side_binding": True,
        **_keepalives(limits.tcp),
    }
    return {
        **parsed,
        "ENGINE": "muehle_server.postgresql",
        # libpq takes addresses of IPv6 without the brackets of an URL.
        "HOST": parsed["HOST"].replace("[", "").replace("]", ""),
        # A pool and persistent connections exclude each other; see docs/operations.md for the sizes.
        "CONN_MAX_AGE": 0,
        # The pool tries a connection before it hands it out, so that a restart of PostgreSQL costs nobody a request;
        # our backend sees to it that this is so with many connections too.
        "CONN_HEALTH_CHECKS": True,
        "ATOMIC_REQUESTS": False,
        "DISABLE_SERVER_SIDE_CURSORS": bool(pooler),
        "OPTIONS": {
            **defaults,
            **parsed.get("OPTIONS", {}),
            "limits": limits,
            "sends_options": not pooler,
            # After an outage the pool does not wait with its next attempt for as long as the outage has lasted: it
            # gives up soon, and the next request tries again.
            "pool": {"min_size": 1, "max_size": pool_size, "timeout": 5, "reconnect_timeout": 2},
        },
    }


def for_owner(databases: dict[str, Any], owner: Any) -> tuple[dict[str, Any], str]:
    """The databases of `migrate` where another role owns the tables, and the role that it gives rights (ADR 26)."""
    server = databases["default"]["USER"]
    if server in ("", owner["USER"]):
        raise ImproperlyConfigured("DATABASE_URL and DATABASE_OWNER_URL have to name two roles")
    return {**databases, "default": owner}, server


def replica(parsed: dict[str, Any], **options: Any) -> Any:
    """The settings of a standby, which is given up sooner. One that has been promoted is none."""
    parsed["OPTIONS"] = {"target_session_attrs": "standby", **parsed.get("OPTIONS", {})}
    found = database(parsed, **options)
    found["OPTIONS"]["pool"]["timeout"] = 1
    found["TEST"] = {"MIRROR": "default"}
    return found


def _keepalives(seconds: int) -> dict[str, int]:
    """A connection whose other end acknowledges nothing for so long is closed, whether it is in use or idle."""
    if not seconds:
        return {}
    return {
        "tcp_user_timeout": seconds * 1000,
        "keepalives_idle": max(1, seconds // 2),
        "keepalives_interval": max(1, seconds // 4),
        "keepalives_count": 2,
    }
