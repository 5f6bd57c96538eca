"""The memory of a process in MB, as Linux counts it."""

from pathlib import Path


def peak(process: int) -> float:
    """The most that the process has ever held."""
    return _megabytes(process, "status", "VmHWM")


def shared(process: int) -> float:
    """What the process holds now; a page that several processes have counts in parts for each."""
    return _megabytes(process, "smaps_rollup", "Pss:")


def _megabytes(process: int, file: str, field: str) -> float:
    lines = Path(f"/proc/{process}/{file}").read_text().splitlines()
    line = next(line for line in lines if line.startswith(field))
    return int(line.split()[1]) / 1e3
