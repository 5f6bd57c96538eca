"""/metrics for Prometheus, with a token: an endpoint of the web entry, and a small server in the worker."""

import asyncio
import hmac
import multiprocessing
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import structlog
from django.conf import settings
from django.db import connections
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from kit import monitoring
from muehle_server.hybrid import Application, Receive, Scope, Send

log = structlog.get_logger(__name__)

PATH = "/metrics"
REFUSED = b"This needs the token of METRICS_TOKEN.\n"

# Scrapes do not wait for the threads of requests, which they are to say something about.
_thread = ThreadPoolExecutor(1, thread_name_prefix="metrics")


def warn_of_partial_metrics() -> None:
    """Warn that each web process only reports its own metrics, if there are several without a common folder."""
    is_one_of_several = multiprocessing.parent_process() is not None
    if settings.METRICS_TOKEN and is_one_of_several and not settings.PROMETHEUS_MULTIPROC_DIR:
        log.warning("metrics_of_one_process", missing="PROMETHEUS_MULTIPROC_DIR")


def endpoint(scope: Scope) -> Application | None:
    """The application for a scrape; None for every other request, and if there is no token."""
    is_scrape = scope["path"] == PATH and scope["method"] == "GET"
    return _answer if is_scrape and settings.METRICS_TOKEN else None


async def _answer(scope: Scope, _receive: Receive, send: Send) -> None:
    monitoring.note_route(scope, PATH.removeprefix("/"))
    authorization = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
    status, headers, body = HTTPStatus.OK, [("Content-Type", CONTENT_TYPE_PLAIN_0_0_4)], b""
    if _is_token(authorization):
        body = await asyncio.get_running_loop().run_in_executor(_thread, _all_metrics)
    else:
        status, headers, body = HTTPStatus.UNAUTHORIZED, [("WWW-Authenticate", "Bearer")], REFUSED
    await send({"type": "http.response.start", "status": status.value, "headers": _encoded(headers, body)})
    await send({"type": "http.response.body", "body": body})


def _all_metrics() -> bytes:
    try:
        # First, for it reads the database's clock.
        of_server = monitoring.of_server()
        monitoring.sample_process()
        return of_server + monitoring.of_processes()
    finally:
        connections.close_all()


def _is_token(authorization: bytes) -> bool:
    return hmac.compare_digest(authorization, f"Bearer {settings.METRICS_TOKEN}".encode())


def _encoded(headers: Iterable[tuple[str, str]], body: bytes) -> list[tuple[bytes, bytes]]:
    complete = [*headers, ("Content-Length", str(len(body))), ("Cache-Control", "no-store")]
    return [(name.lower().encode(), value.encode()) for name, value in complete]


class _WorkerHandler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """The metrics of the worker's processes; the web process has those of the server."""
        if self.path != PATH:
            self._send(HTTPStatus.NOT_FOUND, b"")
        elif not _is_token(self.headers.get("Authorization", "").encode("latin-1")):
            self._send(HTTPStatus.UNAUTHORIZED, REFUSED)
        else:
            self._send(HTTPStatus.OK, monitoring.of_processes())

    def _send(self, status: HTTPStatus, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", CONTENT_TYPE_PLAIN_0_0_4)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        """Say nothing of each scrape."""


def serve_worker(address: str) -> None:
    """Answer at the address (host:port) from now on, in a thread."""
    host, _colon, port = address.rpartition(":")
    server = ThreadingHTTPServer((host, int(port)), _WorkerHandler)
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()
