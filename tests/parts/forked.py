"""Commands of rbsolve that are forked from a process with all imports.

A separate process would spend half a second on imports before the tested action. If a test does not check the start,
`run` and `Popen` replace the functions of `subprocess`. A forked process has the arguments, folder, environment,
descriptors, session, signals and exit code of a separate process. The process is a child of this process (on Linux, a
subreaper receives orphans). A real start is necessary for variables that Python reads before its first line, for
imports, and for parallel compilation.
"""

from __future__ import annotations

import atexit
import ctypes
import fcntl
import gc
import inspect
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TextIO

PRELOADED = [
    "rbsolve.cli",
    "rbsolve.cli.main",
    "rbsolve.cli.commands.check",
    "rbsolve.cli.commands.run",
    "rbsolve.cli.commands.status",
    "rbsolve.cli.studying",
    "rbsolve.cli.commands.sweep",
    "rbsolve.runs.run",
    "rbsolve.runs.resume",
    "rbsolve.studies.engines",
    "rbsolve.studies.running.cases",
    "rbsolve.studies.running.solver",
    "rbsolve.studies.running.supervisor",
]
LOADED_FOR = {("rbsolve", "lsp"): ["rbsolve.editor.server"]}
"""Further imports of the forking process, on the first request of such a command. The further imports are slow, and few
tests need them.
"""
MODULES = {
    "rbsolve": "rbsolve.cli.main",
    "rbsolve.studies.running.nursery": "rbsolve.studies.running.nursery",
    "rbsolve.studies.running.solver": "rbsolve.studies.running.solver",
}
READ_AT_THE_START = ("PYTHON", "LANG", "LC_", "LD_", "NUMBA", "OMP_", "OPENBLAS_", "TMP")
"""Beginnings of names of variables. If such a variable has changed since this module was loaded, a new process is
started.
"""
_SUBREAPER = 36  # the number of the option of prctl
_MESSAGE = 1 << 17


class Popen(subprocess.Popen):
    """`[sys.executable, "-m", one of MODULES, ...]` is forked, and other commands are started as usual."""

    def _execute_child(self, *given: Any) -> None:
        asked = inspect.signature(subprocess.Popen._execute_child).bind(self, *given).arguments
        words = [os.fspath(word) for word in asked["args"]] if isinstance(asked["args"], list | tuple) else []
        environment = dict(os.environ if asked["env"] is None else asked["env"])
        if (
            sys.platform != "linux"
            or words[:2] != [sys.executable, "-m"]
            or words[2] not in MODULES
            or asked["preexec_fn"] is not None
            or _read_at_the_start(environment) != _ENVIRONMENT
        ):
            super()._execute_child(*given)
            return
        pipes = {"p2cread": 0, "c2pwrite": 1, "errwrite": 2}
        ours = [asked[name] if asked[name] != -1 else number for name, number in pipes.items()]
        passed = sorted(asked["pass_fds"])
        order = {
            "words": words[2:],
            "folder": os.fspath(asked["cwd"] or os.getcwd()),
            "environment": environment,
            "numbers": [0, 1, 2, *passed],
            "session": asked["start_new_session"],
        }
        self.pid = _server().fork(order, [*ours, *passed])
        self._child_created = True
        names = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
        self._close_pipe_fds(*(asked[name] for name in names))


def run(command: list[Any], *, check: bool = False, capture_output: bool = False, **options: Any) -> Any:
    """Run a command like `subprocess.run`."""
    if capture_output:
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with Popen(command, **options) as process:
        try:
            output, errors = process.communicate()
        except BaseException:  # an interrupted test must end the processes that it has started
            process.kill()
            raise
    done = subprocess.CompletedProcess(command, process.returncode, output, errors)
    if check:
        done.check_returncode()
    return done


class _Server:
    """The client's view of the process that forks."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._one_at_a_time = threading.Lock()
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno()), str(os.getpid())]
            environment = {
                name: value for name, value in os.environ.items() if name not in _read_at_the_start(os.environ)
            }
            self._process = subprocess.Popen(command, env=environment | _ENVIRONMENT, pass_fds=[theirs.fileno()])
        atexit.register(self.close)

    def fork(self, order: dict[str, Any], descriptors: list[int]) -> int:
        with self._one_at_a_time:
            _take_orphans(True)
            try:
                socket.send_fds(self._socket, [pickle.dumps(order)], descriptors)
                told = self._socket.recv(_MESSAGE)
            finally:
                _take_orphans(False)
        if not told:
            raise RuntimeError("the process that forks has ended, or could not fork")
        return int(told)

    def close(self) -> None:
        """End the process. A copy of this process has no process to end."""
        if _servers.get(os.getpid()) is not self:
            return
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # a forked copy of this process may still have the socket open
        self._socket.close()
        self._process.wait()


def _read_at_the_start(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(READ_AT_THE_START)}


_ENVIRONMENT = _read_at_the_start(os.environ)

_servers: dict[int, _Server] = {}
_one_asks_first = threading.Lock()


def _server() -> _Server:
    """Return the forking process of this process."""
    with _one_asks_first:
        if os.getpid() not in _servers:
            _servers[os.getpid()] = _Server()
        return _servers[os.getpid()]


def _take_orphans(yes: bool) -> None:
    ctypes.CDLL(None).prctl(_SUBREAPER, int(yes), 0, 0, 0)


def _serve(descriptor: int, client: int) -> None:
    """Fork at each request until the client ends."""
    interrupted = signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # both the client and the forked processes receive Ctrl-C

    from rbsolve.processes.start import settle

    settle()
    _load(PRELOADED)
    connection = socket.socket(fileno=descriptor)
    while True:
        message, descriptors, _, _ = socket.recv_fds(connection, _MESSAGE, 64)
        if not message:
            return
        order = pickle.loads(message)
        _load(LOADED_FOR.get(tuple(order["words"][:2]), []))
        told, tells = os.pipe()
        between = os.fork()
        if between == 0:
            between = os.getpid()
            child = os.fork()
            if child == 0:
                signal.signal(signal.SIGINT, interrupted)
                _child_of(client, between, order, descriptors)
            os.write(tells, str(child).encode())
            os._exit(0)
        for number in [*descriptors, tells]:
            os.close(number)
        os.waitpid(between, 0)
        with open(told, "rb") as words:
            connection.send(words.read())  # wait until the child has also closed its end of the pipe


def _load(names: list[str]) -> None:
    if all(name in sys.modules for name in names):
        return
    for name in names:
        import_module(name)
    gc.collect()
    gc.freeze()


def _child_of(client: int, between: int, order: dict[str, Any], descriptors: list[int]) -> None:
    """Run the requested process until its end."""
    try:
        while os.getppid() == between:  # this process ends at once
            time.sleep(1e-4)
        if os.getppid() != client:  # the client has also ended
            os._exit(1)
        _settle_in(order, descriptors)
        code = _code_of(order["words"])
    except BaseException:
        traceback.print_exc()
        code = 1
    os._exit(code)


def _settle_in(order: dict[str, Any], descriptors: list[int]) -> None:
    """Do the work that `subprocess` does between fork and exec, and that Python does before its first line."""
    if order["session"]:
        os.setsid()
    above = 1 + max(order["numbers"])
    clear = [fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, above) for number in descriptors]
    for number, wanted in zip(clear, order["numbers"], strict=True):
        os.dup2(number, wanted)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.stdin, sys.stdout = _like(sys.stdin, "r"), _like(sys.stdout, "w")
    sys.stderr = _like(sys.stderr, "w", buffering=1)  # Python writes line by line, also without a terminal
    kept = set(order["numbers"])
    for name in os.listdir("/proc/self/fd"):
        if int(name) not in kept:
            with suppress(OSError):
                os.close(int(name))


def _like(stream: TextIO, mode: str, buffering: int = -1) -> Any:
    """Return a new stream for the descriptor of one of Python's streams."""
    return open(stream.fileno(), mode, buffering, encoding=stream.encoding, errors=stream.errors)


def _code_of(words: list[str]) -> int:
    """Return the exit code of a command."""
    sys.argv = words
    module = import_module(MODULES[sys.argv[0]])
    sys.modules["__main__"].__spec__ = find_spec(f"{sys.argv[0]}.__main__" if sys.argv[0] == "rbsolve" else sys.argv[0])
    try:
        code = module.main() if module.__name__ == "rbsolve.cli.main" else module.main(sys.argv[1:])
    except SystemExit as leaving:
        code = leaving.code
        if not isinstance(code, int | None):
            print(code, file=sys.stderr)
            code = 1
    threading._shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    return code or 0


if __name__ == "__main__":
    _serve(int(sys.argv[1]), int(sys.argv[2]))
