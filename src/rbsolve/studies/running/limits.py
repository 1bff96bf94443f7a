"""Sets operating-system limits on the memory, processor time and core files of a solver process. The process also ends
when its supervisor ends.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path

GIB = 1 << 30
CPU_GRACE = 5
_PR_SET_PDEATHSIG, _PR_SET_NAME = 1, 15


def begin(parent: int, name: str = "") -> None:
    """Configure the process. It writes no core files, ends when the parent ends, and has a name of up to 15 letters in
    lists of processes.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            libc = ctypes.CDLL(None)
            libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            if name:
                libc.prctl(_PR_SET_NAME, name.encode(), 0, 0, 0)
    if os.getppid() != parent:  # the parent has already ended, before the death signal was requested
        raise SystemExit(0)


def limit_memory(gib: float | None) -> None:
    """Permit `gib` GiB in addition to the current memory of the process. None removes the limit."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    soft = hard if gib is None else address_space() + int(gib * GIB)
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def limit_processor_time(seconds: float | None) -> None:
    """Limit the additional processor time to `seconds` plus a grace period. Beyond this time, SIGXCPU ends the process.
    None removes the limit.
    """
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = hard
    if seconds is not None:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        soft = int(usage.ru_utime + usage.ru_stime + seconds) + CPU_GRACE
        if hard != resource.RLIM_INFINITY:
            soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def address_space() -> int:
    """Return the bytes of address space of the process, or 0 if the system does not report them."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (OSError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
