"""Processes as the operating system knows them: the solver processes of a supervisor, and their ends."""

from __future__ import annotations

import contextlib
from pathlib import Path

from rbsolve.studies.running import solver


def children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def solvers(pid: int) -> list[int]:
    """Return the children of a process that are solver processes."""
    found = []
    for child in children(pid):
        with contextlib.suppress(OSError):
            if Path(f"/proc/{child}/comm").read_text().strip() == solver.NAME:
                found.append(child)
    return found


def is_alive(pid: int) -> bool:
    """Return whether a process has not ended. A process that its parent has not waited for yet has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False
