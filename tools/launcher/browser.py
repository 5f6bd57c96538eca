"""Where Chromium is, for the tests that drive a real browser."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str | None:
    """Path of the browser named by CHROMIUM, else of the first on the PATH, else None."""
    for name in (os.environ.get("CHROMIUM", ""), *NAMES):
        found = shutil.which(name) if name else None
        if found is not None:
            return found
    return None
