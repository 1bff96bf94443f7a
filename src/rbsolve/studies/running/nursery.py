"""The nursery is a process that loads the modules for solver processes, and then forks these processes. The forks start
quickly, and share the loaded modules.

A supervisor requests a fork by a message, and sends the file descriptors for the fork. The fork becomes a child of the
supervisor. The intermediate process ends at once, and Linux assigns orphans to a registered ancestor (subreaper). On
all other systems, there is no nursery, and each solver process loads the modules itself.

The fork server of the standard library is unsuitable, because its processes are children of the fork server. The
processes must be children of the supervisor, because it reads their exit status and signals, and chooses their standard
streams.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

from rbsolve.processes.start import settle
from rbsolve.solver.compiler import cache, library, stamps
from rbsolve.studies.running import limits
from rbsolve.studies.running.helper import Helper

LOADED = (
    "rbsolve.pipeline.model",
    "rbsolve.solver.compiler.loader",
    "rbsolve.solver.integrators.generalized_alpha.integrator",
    "rbsolve.solver.integrators.munthe_kaas.integrator",
    "rbsolve.solver.joints.couplings.entries",
    "rbsolve.studies.design.table",
    "rbsolve.studies.running.cases",
    "rbsolve.studies.running.confinement",
)
"""The modules that a solver process needs for nearly every deck. Other modules are loaded on demand."""
_PR_SET_CHILD_SUBREAPER, _PR_GET_CHILD_SUBREAPER = 36, 37
_DESCRIPTORS = Path("/proc/self/fd")
_ASK = b"a process"
_MOST_DESCRIPTORS = 5
_NUMBER_BYTES = 32
ANSWER_SECONDS = 60.0
"""The longest time for the nursery to load and to fork [s]. After this time, solver processes load their modules by
themselves.
"""

_one_adopts = threading.Lock()


class Child:
    """A forked solver process. The class has those methods of `subprocess.Popen` that the supervisor uses."""

    def __init__(self, pid: int, stdin: int, stdout: int) -> None:
        self.pid = pid
        self.stdin = os.fdopen(stdin, "wb")
        self.stdout = os.fdopen(stdout, "rb")
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, or the negative signal number. Return None while the process runs."""
        if self.returncode is None:
            self._reap(os.WNOHANG)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end of the process. Raise TimeoutExpired after the given number of seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while self.returncode is None:
            self._reap(0 if deadline is None else os.WNOHANG)
            if self.returncode is None and deadline is not None:
                if time.monotonic() >= deadline:
                    raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
                time.sleep(0.005)
        return self.returncode

    def _reap(self, how: int) -> None:
        pid, status = os.waitpid(self.pid, how)
        if pid:
            self.returncode = os.waitstatus_to_exitcode(status)

    def terminate(self) -> None:
        """Send SIGTERM to the process."""
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL to the process."""
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        if self.poll() is None:  # until the process is reaped, its process id cannot be reused
            os.kill(self.pid, number)


class Nursery(Helper):
    """The client's interface to the nursery."""

    def __init__(self, environment: dict[str, str] | None = None) -> None:
        super().__init__("rbsolve.studies.running.nursery", environment)

    def start(self) -> bool:
        """Start the nursery, which loads its modules. Return False if the system does not support a nursery."""
        if sys.platform != "linux" or not _DESCRIPTORS.is_dir():
            return False
        self.connect()
        return True

    def child(self, log: int, page: int, compiling: int | None = None) -> Child | None:
        """Fork a solver process with its output in `log`. The process at the other end of the socket `compiling`
        compiles the kernels for the fork.

        Return None if the nursery cannot fork the process.
        """
        if not self.start():
            return None
        orders, stdin = os.pipe()
        stdout, answers = os.pipe()
        try:
            pid = self._ask([orders, answers, log, page, *([] if compiling is None else [compiling])])
        finally:
            os.close(orders)
            os.close(answers)
        if not pid:
            os.close(stdin)
            os.close(stdout)
            return None
        return Child(pid, stdin, stdout)

    def _ask(self, descriptors: list[int]) -> int:
        """Request a fork. Return the id of the new process, or 0 on failure."""
        connection = self.connect()
        connection.settimeout(ANSWER_SECONDS)
        with _adopt_orphans():
            try:
                socket.send_fds(connection, [_ASK], descriptors)
                pid = int(connection.recv(_NUMBER_BYTES) or b"0")
                os.waitid(os.P_PID, pid or -1, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except TimeoutError:  # the nursery hangs, and its late answer would be mistaken for the next answer
                self.close()
                return 0
            except OSError:  # the nursery has died, or another ancestor has received the process and ends it
                return 0
        return pid


@contextmanager
def _adopt_orphans() -> Iterator[None]:
    """Make orphaned descendants of this process its children."""
    libc, before = ctypes.CDLL(None), ctypes.c_int()
    with _one_adopts:
        libc.prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(before), 0, 0, 0)
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        try:
            yield
        finally:
            libc.prctl(_PR_SET_CHILD_SUBREAPER, before.value, 0, 0, 0)


def main(arguments: list[str]) -> int:
    """Load the modules, and fork once for each message until the client has ended.

    `arguments` contains the descriptor of the socket, and the client's process id.
    """
    connection, client = socket.socket(fileno=int(arguments[0])), int(arguments[1])
    limits.begin(client, "rbsolve-nursery")
    for name in LOADED:
        import_module(name)
    # The locations of machine code are cached, because they do not change.
    if not library.level_in_use():
        cache.file_name(stamps.stamp())
    gc.collect()
    gc.freeze()  # freeze loaded modules, so that their pages remain shared
    while True:
        message, descriptors, _, _ = socket.recv_fds(connection, len(_ASK), _MOST_DESCRIPTORS)
        if not message:
            return 0
        told, tells = os.pipe()
        between = os.fork()
        if between == 0:
            _fork_and_end(tells, client, descriptors)
        for number in (tells, *descriptors):
            os.close(number)
        os.waitpid(between, 0)
        with open(told, "rb") as number_of_child:
            connection.send(number_of_child.read() or b"0")


def _fork_and_end(tells: int, client: int, descriptors: list[int]) -> None:
    """Act as the intermediate process: fork, then end. The new process then becomes an orphan at once."""
    try:
        between = os.getpid()
        child = os.fork()
        if child == 0:
            _live(between, client, descriptors)
        os.write(tells, str(child).encode())
    finally:
        os._exit(0)


def _live(between: int, client: int, descriptors: list[int]) -> None:
    """Run the solver process from its start to its end."""
    code = 1
    try:
        while os.getppid() == between:
            time.sleep(1e-4)
        code = _solve(client, descriptors)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stderr.flush()
        os._exit(code)


def _solve(client: int, descriptors: list[int]) -> int:
    from rbsolve.studies.running import solver

    os.setsid()  # only the supervisor must receive Ctrl-C
    for number, stream in enumerate(descriptors[:3]):
        os.dup2(stream, number)
    page, *compiling = descriptors[3:]
    for name in os.listdir(_DESCRIPTORS):
        if int(name) not in (0, 1, 2, page, *compiling):
            with suppress(OSError):
                os.close(int(name))
    return solver.main([str(number) for number in (page, client, *compiling)])


if __name__ == "__main__":
    settle()
    sys.exit(main(sys.argv[1:]))
