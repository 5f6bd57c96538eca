"""Structured logs: one line an event, JSON in production, readable text in development."""

from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any

import structlog

# The middleware forgets its own at the end of a request, and Django logs errors after it.
request_id: ContextVar[str] = ContextVar("request_id")


def configure(*, level: str, form: str) -> dict[str, Any]:
    """Set structlog up and return Django's LOGGING; form is "json" or "console"."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        _add_request_id,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(form)],
        "foreign_pre_chain": shared,
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"structured": formatter},
        "filters": {"requests": {"()": "muehle_server.shown_addresses.RequestLines"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "structured", "filters": ["requests"]},
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": _levels(level),
    }


def _levels(level: str) -> dict[str, Any]:
    """What each logger drops, and what is left out of its lines."""
    return {
        "django": {"level": level},
        # Before Sentry, which reads the lines of loggers.
        "django.request": {"filters": ["requests"]},
        "django.security.csrf": {"filters": ["requests"]},
        # In detail it writes down all that a page knows.
        "django.template": {"level": "INFO" if level == "DEBUG" else level},
        # Of uvicorn, whatever its options say: it has whole addresses.
        "uvicorn.access": {"level": "WARNING"},
        # A line for every request is the proxy's work; errors still come through django.request.
        "django_structlog": {"level": "WARNING"},
        # Celery logs a failed task itself.
        "django_structlog.celery": {"level": "CRITICAL"},
        # It would log the address of every webhook, and an address may have a secret in it.
        "httpx": {"level": "WARNING"},
    }


def _add_request_id(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if "request_id" not in event and (found := request_id.get(None)):
        event["request_id"] = found
    return event


def _rendering(form: str) -> list[Any]:
    if form == "console":
        # Without rich's boxes: they print every local variable, and with them what should stay secret.
        plain = structlog.dev.plain_traceback
        return [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
