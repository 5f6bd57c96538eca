"""The most memory that a process has ever held, as Linux counts it."""

from pathlib import Path


def peak(process: int) -> float:
    """Of the process with this id, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1e3
