"""Where the programs of Debian's packages are."""

import os
import shutil
from pathlib import Path

import pytest

# Set where the campaign must not be skipped.
REQUIRED = "MUEHLE_REQUIRE_CLUSTER"
NAMES = ("etcd", "patroni", "haproxy", "pgbouncer", "/usr/lib/postgresql/15/bin/pg_rewind")
ETCD_FOR_PYTHON = Path("/usr/lib/python3/dist-packages/etcd")


def programs() -> dict[str, str]:
    """The path of each by its name. Skips the test, or lets it fail, if one is missing."""
    found = {name: shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") for name in NAMES}
    missing = [name for name, path in found.items() if path is None]
    # Patroni speaks to etcd by it, with the Python of the system.
    missing += [] if ETCD_FOR_PYTHON.exists() else ["python3-etcd"]
    assert not missing or not os.environ.get(REQUIRED), f"{REQUIRED} is set, but there is no {', '.join(missing)}."
    if missing:
        pytest.skip(f"there is no {', '.join(missing)}")
    return {name: path for name, path in found.items() if path is not None}
