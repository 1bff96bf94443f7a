"""The main module of a process that compiles for confined solver processes. These must not store machine code. Later
solver processes load the result.

The compiling process is not confined. So it accepts only names of functions and layouts of arguments from a solver
(`solver/compiler/described.py`). The code belongs to the program, never to a deck. If a solver gets a stop request, it
ends at once. The compilation in progress is completed nevertheless, and stored for the next solver.
"""

from __future__ import annotations

import json
import resource
import selectors
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rbsolve.processes.start import settle
from rbsolve.solver.compiler.entries import Source
from rbsolve.studies.running import limits
from rbsolve.studies.running.helper import Helper

LOOKING = 0.05
"""Time between two checks for a stop request [s]."""
LONGEST, MOST = 1 << 20, 2000
"""Largest size of a request [bytes], and largest number of requests from one solver process."""
MEMORY_BYTES = 8 << 30
_DONE, _NOT = b"1", b"0"


class GivenUp(Exception):
    """Raised if a stop is requested while the solver waits for a compilation."""


class Elsewhere:
    """The interface of a solver to the compiling process."""

    def __init__(self, descriptor: int, stop: Callable[[], bool]) -> None:
        """`stop` is called at intervals. It returns whether to stop waiting."""
        self._socket: socket.socket | None = socket.socket(fileno=descriptor)
        self._stop = stop

    def __call__(self, source: Source) -> bool:
        """Return whether a function has been compiled and stored. Raise GivenUp on a stop request."""
        from rbsolve.solver.compiler.described import NotDescribedError, describe

        if self._socket is None:
            return False
        function, layouts, _ = source
        try:
            request = json.dumps(describe(function, layouts)).encode()
        except NotDescribedError:
            return False
        try:
            self._socket.settimeout(None)
            self._socket.sendall(request + b"\n")
            self._socket.settimeout(LOOKING)
            return self._answer(self._socket) == _DONE
        except OSError:  # without a compiling process, this process compiles the function itself
            self._socket.close()
            self._socket = None
            return False

    def _answer(self, connection: socket.socket) -> bytes:
        while not self._stop():
            with suppress(TimeoutError):
                return connection.recv(1)
        self._socket = None  # a late answer would not belong to any request
        raise GivenUp


class CompilingProcess(Helper):
    """The interface of the solver processes' supervisor to the compiling process."""

    def __init__(self, environment: dict[str, str] | None = None) -> None:
        super().__init__(__name__, environment)

    def channel(self) -> int | None:
        """Return a descriptor for a new solver process. The caller must close it. Return None if compilation or storage
        is impossible.
        """
        from rbsolve.solver.compiler import cache

        if sys.platform != "linux" or not cache.has_compiler() or cache.writable() is None:
            return None
        connection = self.connect()
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(connection, [b"a solver"], [theirs.fileno()])
            except OSError:
                ours.close()
                return None
        return ours.detach()


class _Solver:
    """The connection from the compiling process to one solver process. It receives requests as bytes, and sends
    answers.
    """

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._bytes = bytearray()
        self._requests = 0

    def serve(self) -> bool:
        """Read the requests and compile them. Return False at the end of the solver process."""
        try:
            received = self.connection.recv(LONGEST)
            self._bytes += received
            while b"\n" in self._bytes:
                line, _, rest = bytes(self._bytes).partition(b"\n")
                self._bytes = bytearray(rest)
                self._requests += 1
                self.connection.sendall(_DONE if compile_described(line) else _NOT)
        except OSError:
            return False
        return bool(received) and len(self._bytes) < LONGEST and self._requests < MOST


def compile_described(line: bytes) -> bool:
    """Compile and store the function described by a line, unless it is already stored. Return False if the function
    cannot be compiled or stored.
    """
    from rbsolve.solver.compiler import cache
    from rbsolve.solver.compiler.described import read_description
    from rbsolve.solver.compiler.entries import entry_of, name_of

    try:
        function, layouts = read_description(json.loads(line))
        entry_of(function, layouts, "")
        return cache.has(name_of(function, layouts))
    except Exception:  # the solver will get the same error when it compiles the function itself, and will report it
        return False


def main(arguments: list[str]) -> int:
    """Compile until the supervisor has ended. `arguments` contains the descriptor of the socket for solvers, and the id
    of the supervisor.
    """
    control, parent = socket.socket(fileno=int(arguments[0])), int(arguments[1])
    limits.begin(parent, "rbsolve-compile")
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    waiting: Any = selectors.DefaultSelector()
    waiting.register(control, selectors.EVENT_READ)
    while True:
        for key, _ in waiting.select():
            if key.data is not None:
                if not key.data.serve():
                    waiting.unregister(key.fileobj)
                    key.fileobj.close()
                continue
            message, descriptors, _, _ = socket.recv_fds(control, 64, 1)
            if not message:
                return 0
            for descriptor in descriptors:
                solver = _Solver(socket.socket(fileno=descriptor))
                waiting.register(solver.connection, selectors.EVENT_READ, solver)


if __name__ == "__main__":
    settle()
    sys.exit(main(sys.argv[1:]))
