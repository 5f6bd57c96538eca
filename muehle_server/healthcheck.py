"""Says to Docker by its exit code whether a container of ours is well: `python -I healthcheck.py web|beat`.

Run as a file, so that nothing of the application is imported every few seconds; with -I, for logging.py beside it
is not the standard one. The worker is asked by `celery inspect ping` instead.
"""

import http.client
import os
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

READY_PATH = "/api/v1/health/ready/"
# Beat writes its schedule down every three minutes.
LONGEST_SILENCE_SECONDS = 600


def web_is_well(host: str = "127.0.0.1", port: int = 8000) -> bool:
    """Whether the web process answers that it is ready, under the name that it is allowed to have."""
    connection = http.client.HTTPConnection(host, port, timeout=4)
    try:
        connection.request("GET", READY_PATH, headers={"Host": urlsplit(os.environ["SITE_URL"]).netloc})
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def beat_is_well(folder: Path = Path("/tmp"), *, now: float | None = None) -> bool:  # noqa: S108  (a container's own)
    """Whether beat has written its schedule lately. The file's ending depends on Python's database library."""
    written = [path.stat().st_mtime for path in folder.glob("beat-schedule*")]
    return bool(written) and (now or time.time()) - max(written) < LONGEST_SILENCE_SECONDS


if __name__ == "__main__":
    well = beat_is_well() if sys.argv[1:] == ["beat"] else web_is_well()
    sys.exit(0 if well else 1)
