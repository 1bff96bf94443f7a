"""Starts a process that serves the solver processes of a supervisor. A socket connects it to the supervisor."""

from __future__ import annotations

import os
import socket
import subprocess
import sys


class Helper:
    """The supervisor's interface to the process. The process is started when it is first used, and again if it has
    ended.

    `module` is started as a command. The command receives the descriptor of one end of the socket, and the process id
    of the supervisor. The process ends when the socket is closed.
    """

    def __init__(self, module: str, environment: dict[str, str] | None = None) -> None:
        """`environment` contains the environment variables of the process. None means the variables of the supervisor."""
        self._module, self._environment = module, environment
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None

    def connect(self) -> socket.socket:
        """Return the socket to the process, which is started if it is not running. Messages keep their boundaries and
        can contain descriptors.
        """
        if self._socket is not None and self._process is not None and self._process.poll() is None:
            return self._socket
        self.close()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket = ours
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._module, str(theirs.fileno()), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env=self._environment,
            )
        return ours

    def close(self) -> None:
        """End the process. Its forks continue."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
