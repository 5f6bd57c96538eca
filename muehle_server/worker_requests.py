"""Requests of the worker: a lost acknowledgement ends the connection to the broker."""

from typing import Any

from celery.worker import request


class Request(request.Request):
    """Without errors that are only logged when a message is acknowledged or rejected.

    Celery logs an acknowledgement that was lost, and its message counts as being worked on until the connection ends:
    a worker with one process would take no task any more. Here the error reaches the consumer, which connects anew.
    """

    def __init__(self, *args: Any, connection_errors: object = None, **options: Any) -> None:
        super().__init__(*args, **options)
