"""Defines the supervisor's interface to one solver process. It sends orders, receives answers, and finds the cause if
the process dies.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple

from rbsolve.store.leases import Failure, Finish, Lease
from rbsolve.studies.disk.folder import StudyFolder
from rbsolve.studies.running.compiling import CompilingProcess
from rbsolve.studies.running.nursery import Child, Nursery
from rbsolve.studies.running.page import COMPILING, IDLE, WRITING, Page, Whereabouts

WALL_GRACE = 5.0
"""Time [s] for which a case may continue beyond its time limit. Usually, the solver itself detects the limit earlier.
"""
DEADLY = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT}
"""Signals by which a process ends itself. Other signals come from other processes, or from a lack of memory."""


@dataclass(frozen=True, slots=True)
class Death:
    """A solver process ended before it finished its chunk. `position` is the index of its current case in the chunk."""

    lease: Lease
    position: int
    reason: str
    message: str
    by_itself: bool
    """Whether the case is likely to cause the death again."""
    was_ended: bool = False
    """Whether the system that runs the processes announced the end (SIGTERM)."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A failure to read or write a chunk. Its cases are not the cause."""

    lease: Lease
    message: str


Report = Finish | Death | Trouble


class _Connected(NamedTuple):
    """A started process with its connections."""

    process: subprocess.Popen[bytes] | Child
    orders: IO[bytes]
    answers: IO[bytes]
    page: Page
    log: IO[bytes]


class SolverProcess:
    """Starts a solver process when it is first needed, and again after it has ended."""

    def __init__(
        self,
        environment: dict[str, str] | None = None,
        confined: bool = False,
        nursery: Nursery | None = None,
        compiling: CompilingProcess | None = None,
    ) -> None:
        """With `confined`, a process can access only one folder. If possible, the `nursery` forks the solver process.
        The process `compiling` compiles for it.
        """
        self._compiling = compiling
        self._environment, self._confined, self._nursery = environment, confined, nursery
        self._folder: str | None = None
        self._at_work: _Connected | None = None
        self._answer = b""
        self._killed = ""
        self._shard: Path | None = None
        self.lease: Lease | None = None
        self._limit: float | None = None

    def start(self) -> None:
        """Start the process, so that it is ready when the first order comes."""
        if self._at_work is not None and self._at_work.process.poll() is None:
            return
        self.stop()
        page = Page()
        log = tempfile.TemporaryFile()  # noqa: SIM115  open as long as the process lives
        compiling = None if self._compiling is None else self._compiling.channel()
        try:
            process = self._fork(log, page, compiling) or self._begin(log, page, compiling)
        except BaseException:
            page.close()
            log.close()
            raise
        finally:
            if compiling is not None:
                os.close(compiling)
        self._at_work = _connect(process, page, log)
        os.set_blocking(self._at_work.answers.fileno(), False)
        self._answer, self._killed = b"", ""

    def _fork(self, log: IO[bytes], page: Page, compiling: int | None) -> Child | None:
        return None if self._nursery is None else self._nursery.child(log.fileno(), page.descriptor, compiling)

    def _begin(self, log: IO[bytes], page: Page, compiling: int | None) -> subprocess.Popen[bytes]:
        given = [page.descriptor, *([] if compiling is None else [compiling])]
        numbers = [str(number) for number in (given[0], os.getpid(), *given[1:])]
        command = [sys.executable, "-m", "rbsolve.studies.running.solver", *numbers]
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            pass_fds=given,
            start_new_session=True,  # only the supervisor must receive Ctrl-C
            env=self._environment,
        )

    @property
    def pid(self) -> int | None:
        """Return the process id, or None without a process."""
        return None if self._at_work is None else self._at_work.process.pid

    @property
    def pipe(self) -> int:
        """Return the connection that becomes readable when an answer arrives."""
        return self._started.answers.fileno()

    @property
    def _started(self) -> _Connected:
        assert self._at_work is not None
        return self._at_work

    def order(self, lease: Lease, shard: str) -> None:
        """Order the process to solve a chunk."""
        if self._confined and self._folder not in (None, lease.folder):
            self.stop()
        self.start()
        self._folder = lease.folder
        started = self._started
        started.page.enter(IDLE)
        started.page.ask_to_stop(False)
        self.lease = lease
        self._shard = Path(lease.folder) / "shards" / shard
        self._limit = StudyFolder(Path(lease.folder)).manifest.time_limit
        members = None if lease.members is None else base64.b64encode(lease.members).decode()
        order: dict[str, Any] = {
            "folder": lease.folder,
            "first": lease.first,
            "count": lease.count,
            "members": members,
            "shard": shard,
        }
        order["confine"] = self._confined
        with suppress(BrokenPipeError):  # the process is dead; `poll` will detect this
            started.orders.write((json.dumps(order) + "\n").encode())
            started.orders.flush()

    def where(self) -> Whereabouts | None:
        """Return the progress of the process."""
        return None if self._at_work is None else self._at_work.page.read()

    def poll(self) -> Report | None:
        """Return the outcome of the order, or None while the order is in progress."""
        if self.lease is None or self._at_work is None:
            return None
        chunk = self._at_work.answers.read()
        self._answer += chunk or b""
        if b"\n" in self._answer:
            line, _, self._answer = self._answer.partition(b"\n")
            lease, self.lease = self.lease, None
            self._shard = None
            return _report(lease, json.loads(line))
        if self._at_work.process.poll() is not None:
            return self._death(self._at_work, self.lease)
        self._enforce()
        return None

    def _enforce(self) -> None:
        """Kill the process if its case has exceeded its time limit."""
        where = self.where()
        if self._limit is None or where is None or where.phase in (IDLE, COMPILING, WRITING):
            return
        if time.monotonic() - where.began > self._limit + WALL_GRACE:
            self._killed = f"the case took longer than the time limit of {self._limit:g} s and did not stop."
            self.kill()

    def _death(self, ended: _Connected, lease: Lease) -> Death:
        self.lease = None
        code, position, said = ended.process.wait(), ended.page.read().position, _last_words(ended.log)
        self.stop()
        position = min(position, lease.count - 1)
        if self._killed or code == -signal.SIGXCPU:
            message = self._killed or "the case used more processor time than its limit."
            return Death(lease, position, "time-limit", message, True)
        if code < 0:
            number = signal.Signals(-code)
            by_itself = number in DEADLY
            why = "crashed" if by_itself else "was killed, perhaps because memory was insufficient"
            message = f"the solver process {why} ({number.name}).{said}"
            return Death(lease, position, "crashed", message, by_itself, number == signal.SIGTERM)
        return Death(lease, position, "crashed", f"the solver process ended with code {code}.{said}", True)

    def ask_to_stop(self) -> None:
        """Request that the case ends soon, and that its rows so far are stored."""
        if self._at_work is not None:
            self._at_work.page.ask_to_stop()

    def announce_end(self) -> None:
        """Request that the process saves its case and ends."""
        if self._at_work is not None:
            with suppress(OSError):
                self._at_work.process.terminate()

    def wait(self, seconds: float) -> None:
        """Wait for the announced end of the process, for a limited time."""
        if self._at_work is not None:
            with suppress(subprocess.TimeoutExpired):
                self._at_work.process.wait(max(0.0, seconds))

    def kill(self) -> None:
        """End the process at once."""
        if self._at_work is not None:
            with suppress(OSError):
                self._at_work.process.kill()

    def stop(self) -> None:
        """End the process and release all its resources."""
        ended, self._at_work = self._at_work, None
        self._folder = None
        if ended is not None:
            with suppress(OSError):
                ended.process.kill()
            ended.process.wait()
            for pipe in (ended.orders, ended.answers):
                with suppress(OSError):
                    pipe.close()
        if self._shard is not None:  # remove the incomplete file
            for path in self._shard.parent.glob(f".{self._shard.name}.*.part"):
                path.unlink(missing_ok=True)
            self._shard = None
        if ended is not None:
            ended.page.close()
            ended.log.close()


def _connect(process: subprocess.Popen[bytes] | Child, page: Page, log: IO[bytes]) -> _Connected:
    assert process.stdin is not None
    assert process.stdout is not None
    return _Connected(process, process.stdin, process.stdout, page, log)


def _last_words(log: IO[bytes]) -> str:
    """Return the last line that a process wrote to standard error."""
    log.seek(0)
    lines = log.read()[-2000:].decode(errors="replace").strip().splitlines()
    return f" Its last message: {lines[-1][:300]}" if lines else ""


def _report(lease: Lease, answer: dict[str, Any]) -> Report:
    if "error" in answer:
        return Trouble(lease, str(answer["error"]))
    if "cancelled" in answer:
        return Finish(lease, "", 0, cancelled=answer["cancelled"])
    failures = tuple(Failure(*failure) for failure in answer["failures"])
    return Finish(lease, answer["shard"], answer["done"], failures, seconds=answer["seconds"])
