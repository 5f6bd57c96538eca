"""Structured logs: one line an event, JSON in production, readable text in development."""

from typing import Any

import structlog


def configure(*, level: str, form: str) -> dict[str, Any]:
    """Set structlog up and return Django's LOGGING; form is "json" or "console"."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer: Any = structlog.processors.JSONRenderer()
    if form == "console":
        renderer = structlog.dev.ConsoleRenderer(colors=False)
    formatter = {"()": structlog.stdlib.ProcessorFormatter, "processor": renderer, "foreign_pre_chain": shared}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"structured": formatter},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"level": level},
            # A line for every request is the proxy's work; errors still come through django.request.
            "django_structlog": {"level": "WARNING"},
        },
    }
