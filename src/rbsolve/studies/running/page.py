"""Provides shared memory in which a solver writes its current case and its progress. The supervisor reads it.

The data remain readable after the solver has been killed.
"""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
import time
from dataclasses import dataclass

_FORMAT = struct.Struct("<qqddqdq")
SIZE = 4096
_STOP = 256  # offset of the flag in the page
IDLE, STARTING, SOLVING, COMPILING, WRITING = range(5)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The position of a solver: the index of its case in the chunk, the start of the case [s] by the monotonic clock,
    and the simulated time [s].
    """

    phase: int
    position: int
    began: float
    time: float
    steps: int
    end: float
    """Simulated end time of the case [s]."""
    findings: int
    """The number of diagnostics of the case's run so far. The folder of a job contains these diagnostics."""


class Page:
    """Shared memory of one solver process, in a file without a name."""

    def __init__(self, descriptor: int | None = None) -> None:
        if descriptor is None:
            with tempfile.TemporaryFile() as file:
                file.truncate(SIZE)
                self.descriptor = os.dup(file.fileno())
        else:
            self.descriptor = descriptor
        self._memory = mmap.mmap(self.descriptor, SIZE)
        self._position, self._began, self._end = 0, 0.0, 0.0
        self._waits_since = 0.0

    def enter(self, phase: int, position: int = 0, end: float = 0.0) -> None:
        """Record that the solver starts a case."""
        self._position, self._began, self._end, self._waits_since = position, time.monotonic(), end, 0.0
        _FORMAT.pack_into(self._memory, 0, phase, position, self._began, 0.0, 0, end, 0)

    def report(self, phase: int, simulated: float, steps: int, findings: int = 0) -> None:
        """Report the progress of the current case, and the number of its diagnostics. During compilation, the clock of
        the case stops.
        """
        if phase == COMPILING:
            self._waits_since = self._waits_since or time.monotonic()
        elif self._waits_since:
            self._began += time.monotonic() - self._waits_since
            self._waits_since = 0.0
        where = phase, self._position, self._began, simulated, steps, self._end, findings
        _FORMAT.pack_into(self._memory, 0, *where)

    def ask_to_stop(self, asked: bool = True) -> None:
        """Request that the solver ends its case soon, and stores the rows so far. Only the supervisor calls this
        method.
        """
        self._memory[_STOP] = int(asked)

    @property
    def asked_to_stop(self) -> bool:
        """Return whether the supervisor has sent a stop request."""
        return bool(self._memory[_STOP])

    def read(self) -> Whereabouts:
        """Return the case that the solver is working on, and its progress."""
        return Whereabouts(*_FORMAT.unpack_from(self._memory, 0))

    def close(self) -> None:
        """Release the memory."""
        self._memory.close()
        os.close(self.descriptor)
