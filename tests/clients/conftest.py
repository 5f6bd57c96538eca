"""The web process that the clients talk to."""

from tests.live import _session_web_process, live_server_url

__all__ = ["_session_web_process", "live_server_url"]
