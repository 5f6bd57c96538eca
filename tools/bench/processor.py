"""The processor time that processes have used, as Linux counts it."""

import os
from pathlib import Path

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def processor_seconds(process: int) -> float:
    """Of the process with this id and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return _own(process) + sum(processor_seconds(int(child)) for child in children)


def _own(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND
