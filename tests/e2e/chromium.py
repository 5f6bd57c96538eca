"""Which browser drives: Chromium as it is installed on this machine. Knows nothing of Django."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """Path of the browser named by CHROMIUM, else of the first on the PATH, else None."""
    candidates = (os.environ.get("CHROMIUM", ""), *NAMES)
    return next((found for name in candidates if name and (found := shutil.which(name))), None)
