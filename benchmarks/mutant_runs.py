"""Runs of tests in a copy of the checkout, each in a process of its own, for `mutants.py`."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from contextlib import suppress
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.metadata import entry_points
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from mutant_order import NearestFirst

LONGEST = 30.0  # processor time of a single test after which it is compared with its time without any change [s]
WALL = 12.0  # longest time of a process, relative to the limit of its processor time
PROGRESS = "progress.txt"
FOLDERS = ("language", "parser", "geometry", "solver")  # packages of rbsolve at the root of a checkout


class _Copy:
    """A finder for imports, which finds the packages of the copy before the installed packages."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        words = name.split(".")
        if words[0] != "rbsolve" or len(words) > 2 or (len(words) == 2 and words[1] not in FOLDERS):
            return None
        folder = self._root / (words[1] if len(words) == 2 else "src/rbsolve")
        return spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])


def load_libraries() -> None:
    """Import the modules that tests import from elsewhere. Each test process is a fork of this process, and starts with
    these modules.
    """
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
    for name in ("numpy", "scipy.linalg", "scipy.integrate", "h5py", "lark", "numba", "hypothesis", "mpmath", "pytest"):
        with suppress(ImportError):
            import_module(name)
    for plugin in entry_points(group="pytest11"):
        with suppress(Exception):
            plugin.load()


class Outcome(NamedTuple):
    """The outcome of the tests of a mutant."""

    verdict: str
    """`killed`, `survived`, `out of time` (some tests did not run), or `late`."""
    test: str
    """The test that failed, or the last test."""
    seconds: float
    """Processor time of this test until then [s]."""


def outcome(root: Path, tests: list[str], seconds: float, manner: Manner) -> Outcome:
    """Return the outcome of tests that begin no test after a processor time [s]."""
    (root / PROGRESS).write_text("")
    child = os.fork()
    if child == 0:
        _run_tests(root, tests, seconds, manner)
    most = LONGEST + seconds
    stop = time.monotonic() + WALL * most
    done, status = 0, 0
    try:
        # A limit by `setrlimit` would make the clock of the process coarse, so that tests of CPU times fail.
        while not done and time.monotonic() < stop and _time_of(child) < most:
            time.sleep(0.02)
            done, status = os.waitpid(child, os.WNOHANG)
    finally:  # end all processes that a test has started
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        if not done:
            os.waitpid(child, 0)
    told = [line.split("\t") for line in (root / PROGRESS).read_text().splitlines()]
    begun = [(words[2], float(words[1])) for words in told if words[0] == "begin"] or [("", 0.0)]
    if not done:
        return Outcome("late", begun[-1][0], most - begun[-1][1])
    failed = [words[2] for words in told if words[0] == "failed"]
    is_short = any(words[0] == "short" for words in told)
    word = "killed" if status and not is_short else "out of time" if is_short else "survived"
    return Outcome(word, failed[0] if failed else begun[-1][0], 0.0)


class Manner(NamedTuple):
    """How tests run."""

    kept: str | None
    """The digest of the sources whose machine code the tests use, or None for the present sources."""
    without: frozenset[str] = frozenset()
    """Tests that fail without any change."""
    names: tuple[str, ...] = ()
    """Names of the changed code, whose tests run first."""


class _Progress:
    """A plugin of pytest that records the beginning and failure of each test, and stops after a processor time."""

    def __init__(self, root: Path, seconds: float) -> None:
        self._file, self._limit = (root / PROGRESS).open("a", buffering=1), seconds
        self._begun = processor_time()

    def pytest_runtest_protocol(self, item: Any) -> None:
        """Record the beginning of a test."""
        used = processor_time() - self._begun
        if used > self._limit:
            self._file.write(f"short\t{used}\t{item.nodeid}\n")
            item.session.shouldstop = "out of time"
            import_module("pytest").exit("out of time", returncode=0)
        self._file.write(f"begin\t{used}\t{item.nodeid}\n")

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Record a failure."""
        if report.failed:
            self._file.write(f"failed\t0\t{report.nodeid}\n")


def processor_time() -> float:
    return sum(os.times()[:4])


def _time_of(process: int) -> float:
    """Return the processor time of a child process and its own ended children [s]."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def _run_tests(root: Path, tests: list[str], seconds: float, manner: Manner) -> NoReturn:
    """Do the work of a test process."""
    code = 1
    try:
        os.setpgrp()
        gc.freeze()  # the parent process may have many objects, and each collection would visit them
        os.chdir(root)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        os.environ.pop("PYTEST_ADDOPTS", None)  # such options may distribute tests over other processes
        os.environ["NUMBA_CACHE_DIR"] = str(root / "kernels")
        sys.dont_write_bytecode = True
        sys.meta_path.insert(0, _Copy(root))  # type: ignore[arg-type]  # a stand-in
        os.environ["PYTHONPATH"] = str(root / "src")  # processes that tests start also need this path
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if manner.kept is not None:
            import_module("rbsolve.solver.compiler.stamps").stamp_of_sources = lambda: manner.kept
        # The plugins of pytest are already imported.
        quiet = ["-W", "ignore::pytest.PytestAssertRewriteWarning", "-q", "-x", "-p", "no:cacheprovider"]
        quiet += [word for test in manner.without for word in ("--deselect", test)]
        plugins = [_Progress(root, seconds), NearestFirst(manner.names)]
        code = int(import_module("pytest").main([*quiet, *tests], plugins=plugins))
        code = 0 if code == 5 else code  # no test was left
    finally:
        os._exit(code)


def digest_of_sources(root: Path) -> str:
    """Return the digest of the sources of the copy."""
    answers, tells = os.pipe()
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            sys.meta_path.insert(0, _Copy(root))  # type: ignore[arg-type]  # a stand-in
            os.write(tells, import_module("rbsolve.solver.compiler.stamps").stamp_of_sources().encode())
        os._exit(0)
    os.close(tells)
    os.waitpid(child, 0)
    with os.fdopen(answers, "rb") as told:
        return told.read().decode()
