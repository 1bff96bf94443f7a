"""Provides a pool of processes that check untrusted decks. These processes may be killed."""

from __future__ import annotations

import math
import os
import resource
import signal
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures import TimeoutError as TooLong
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process, util
from typing import Any, TypeVar

from rbsolve.service.problems import Problem

T = TypeVar("T")
MEMORY_BYTES = 4 << 30
LONGEST_FOLDER = 70
"""Longest path of the folder of temporary files [bytes]. multiprocessing appends the name of a socket to this path. The
path of a socket has at most 103 bytes.
"""
WAIT = 4.0
"""Longest time from a request to the answer, as a multiple of the limit of processor time. It includes waiting for a
free process, and for a processor that other programs also use.
"""


class Checkers:
    """A pool of processes for checks. If one process takes too long or dies, all processes are replaced.

    A check may take `seconds` [s] of processor time. The limit is not wall time, so that a busy machine accepts the
    same decks as an idle machine.
    """

    def __init__(self, processes: int, seconds: float) -> None:
        self._processes, self._seconds = processes, seconds
        self._lock = threading.Lock()
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        context = get_context("forkserver")  # a forkserver starts replacement processes quickly
        context.set_forkserver_preload(["rbsolve.service.loaded"])
        _name_sockets_shortly()
        return ProcessPoolExecutor(self._processes, context, initializer=_begin)

    def warm_up(self) -> None:
        """Start the processes before the first request."""
        for _ in range(self._processes):
            self._pool.submit(os.getpid)

    def call(self, function: Callable[..., T], *arguments: Any, seconds: float = math.inf) -> T:
        """Return the function's result. Raise Problem if the function takes more than `seconds` [s] of processor time,
        or if the process dies. Also raise Problem if there is no answer within `WAIT` times `seconds`.
        """
        seconds = min(seconds, self._seconds)
        for is_last in (False, True):
            pool = self._pool
            try:
                return pool.submit(_call, seconds, function, *arguments).result(WAIT * seconds)
            except TooLong as error:
                self._replace(pool)
                raise Problem(422, f"the deck cannot be checked within {seconds:g} s of processor time") from error
            except MemoryError as error:  # the process can still be used
                raise Problem(422, "the deck cannot be checked: the check needs too much memory") from error
            except (BrokenProcessPool, CancelledError) as error:
                if self._replace(pool) or is_last:
                    what = "the process ended, perhaps because memory was insufficient"
                    raise Problem(422, f"the deck cannot be checked: {what}") from error
        raise AssertionError("the last try has a result or a problem")

    def _replace(self, pool: ProcessPoolExecutor) -> bool:
        """Replace a pool. Return False if another thread has already replaced the pool."""
        with self._lock:
            is_first = self._pool is pool
            if is_first:
                self._pool = self._new()
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        return is_first

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _call(seconds: float, function: Callable[..., T], *arguments: Any) -> T:
    """Call a function in a process of the pool. Raise TimeoutError if it takes more processor time than permitted."""
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return function(*arguments)
    except _Spent as error:
        raise TooLong from error
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)


class _Spent(BaseException):
    """Raised when a check has used all its processor time. It is no Exception, so that no `except Exception` catches
    it.
    """


def _stop(number: int, frame: object) -> None:
    raise _Spent


def _name_sockets_shortly() -> None:
    """If the path of the temporary folder is too long for sockets, let multiprocessing use a folder below /tmp."""
    usual = tempfile.gettempdir()
    if len(os.fsencode(usual)) > LONGEST_FOLDER:
        tempfile.tempdir = "/tmp"
        try:
            with suppress(OSError):
                util.get_temp_dir()
        finally:
            tempfile.tempdir = usual


def _begin() -> None:
    """Initialize a process of the pool: limit its memory, and load the modules for a check."""
    from rbsolve.studies.running import limits

    limits.begin(os.getppid())
    waits = threading.Event()
    threading.Thread(target=_end_with_the_service, args=(waits,), daemon=True).start()
    waits.wait()  # this call comes first, because otherwise the thread's own memory would count as memory of a check
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    import rbsolve.service.loaded  # noqa: F401 for its side effect: it loads the modules of a check


def _end_with_the_service(waits: threading.Event) -> None:
    """End this process when the service ends.

    The parent (fork server) ends only after this process, so the end of the parent cannot serve as a signal. Linux's
    death signal is unsuitable, because it is also sent when a single thread of the service ends.
    """
    service = parent_process()
    if service is not None:
        service.join(0)  # this call loads and allocates everything that the thread needs
    waits.set()
    if service is not None:
        service.join()
        os._exit(1)
