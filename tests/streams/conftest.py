"""Fixtures of the streams: the web process that the API's tests use as well."""

from tests.live import _session_web_process, live_server_url

__all__ = ["_session_web_process", "live_server_url"]
