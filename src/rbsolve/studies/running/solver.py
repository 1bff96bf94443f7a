"""The main module of a solver process. It reads chunks from standard input, one per line, and solves their cases. For
each chunk, it writes a line to standard output.

The process is forked by `nursery.py` or started by `process.py`. The process may die at any time. Its unreported work
is then lost. Cluster engines announce the end of the process by SIGTERM. Before the end, a long case saves its state.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbsolve.processes.start import settle
from rbsolve.studies.running import limits
from rbsolve.studies.running.page import COMPILING, IDLE, STARTING, WRITING, Page

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rbsolve.studies.running.cases import Cases

JSON = dict[str, Any]
NAME = "rbsolve-solver"
"""Name of the process in lists of processes."""
LOOKING = 0.02
"""Time after which the process checks again whether its parent still exists [s]."""
LOADING_GIB = 1.0
"""Additional address space for the first chunk, beyond the limit, because the process then loads kernels [GiB]."""


def main(arguments: list[str]) -> int:
    """Serve orders until standard input ends.

    `arguments` contains the descriptor of the page, and the id of the parent process. It also contains the descriptor
    of the socket of a compiling process, if this process exists.
    """
    page, parent = Page(int(arguments[0])), int(arguments[1])
    limits.begin(parent, NAME)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # other output must not be mixed with the answers
    import rbsolve.studies.running.cases  # noqa: F401  while the supervisor still prepares the study
    from rbsolve.solver.compiler.entries import compile_elsewhere
    from rbsolve.solver.compiler.progress import listen
    from rbsolve.studies.running.compiling import Elsewhere

    def compiling(done: int, of: int | None, what: str) -> None:
        page.report(COMPILING, 0.0, 0)
        # Until the first step, there is no limit, because shared work does not count as work on a case.
        limits.limit_processor_time(None)

    listen(compiling)
    page.enter(IDLE)
    known: dict[str, Cases] = {}
    end = _End(parent)
    if len(arguments) > 2:
        compile_elsewhere(Elsewhere(int(arguments[2]), lambda: page.asked_to_stop or end.is_due()))
    for line in sys.stdin:
        order = json.loads(line)
        page.enter(STARTING)
        try:
            with end.put_off():
                answer = solve_chunk(order, page, known, end.is_due)
        except OSError as error:
            reason = error.strerror or str(error)
            answer = {"error": f"{error.filename}: {reason}" if error.filename else str(error) or reason}
        page.enter(IDLE)
        try:
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
        except BrokenPipeError:
            return 0
    return 0


class _End:
    """The request to end the process. SIGTERM announces the end, or the parent has ended. The end is deferred while a
    chunk is solved.
    """

    def __init__(self, parent: int) -> None:
        self.is_near = False
        self._is_busy = False
        self._parent, self._look = parent, 0.0
        signal.signal(signal.SIGTERM, self._announce)

    def _announce(self, number: int, frame: object) -> None:
        self.is_near = True
        if not self._is_busy:
            self._come()

    def _come(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTERM)

    def is_due(self) -> bool:
        """Return whether the process must stop. The parent is checked only at intervals, because the system call takes
        longer than a short case.
        """
        if self.is_near:
            return True
        now = time.monotonic()
        if now < self._look:
            return False
        if os.getppid() != self._parent:
            return True
        self._look = now + LOOKING
        return False

    @contextmanager
    def put_off(self) -> Iterator[None]:
        """Defer a signal until the end of the context."""
        self._is_busy = True
        try:
            yield
        finally:
            self._is_busy = False
            if self.is_near:
                self._come()


def solve_chunk(order: JSON, page: Page, known: dict[str, Cases], is_over: Callable[[], bool]) -> JSON:
    """Solve the cases of an order, and write their shard. Return the outcomes.

    `is_over` returns whether the process must stop. `known` caches the study for the next order.
    """
    import numpy as np

    from rbsolve.solver.compiler.progress import seconds_spent
    from rbsolve.studies.disk.folder import StudyFolder
    from rbsolve.studies.running.cases import TIME_LIMIT, Cases
    from rbsolve.studies.running.shards import ShardWriter

    def stop() -> bool:
        return page.asked_to_stop or is_over()

    solving = known.get(order["folder"])
    known_before = solving is not None
    if solving is None:
        known.clear()
        solving = known[order["folder"]] = Cases(StudyFolder.open(Path(order["folder"])), page, stop)
    folder, manifest = solving.folder, solving.folder.manifest
    members = order.get("members")
    numbers: NDArray[np.int64] = (
        np.arange(order["first"], order["first"] + order["count"])
        if members is None
        else np.frombuffer(base64.b64decode(members), dtype="<i8")
    )
    folder.shards.mkdir(exist_ok=True)
    if order.get("confine"):
        from rbsolve.studies.running.confinement import confine

        confine(folder.path)
    if manifest.memory_limit is None:
        limits.limit_memory(None)
    else:
        limits.limit_memory(manifest.memory_limit + (0.0 if known_before else LOADING_GIB))
    limits.limit_processor_time(None)
    began, compiled = time.perf_counter(), seconds_spent()
    done, failures = 0, []
    out_of_time: list[int] = []
    path = folder.shards / order["shard"]
    with ShardWriter.of(manifest, path, numbers, solving.responses) as shard:
        try:
            for case in solving.solve(numbers):
                shard.add(case)
                if case.reason:
                    failures.append([case.number, case.reason, case.message])
                    if case.reason == TIME_LIMIT:
                        out_of_time.append(case.number)
                else:
                    done += 1
        except KeyboardInterrupt:  # a stop request came during compilation
            if not stop():
                raise
        if stop():
            return {"cancelled": len(numbers)}
        page.enter(WRITING)
        shard.finish()
    # A case that has exceeded its time can continue later with more time.
    solving.forget(np.setdiff1d(numbers, out_of_time))
    seconds = time.perf_counter() - began - (seconds_spent() - compiled)  # shared work does not count as work on a case
    return {"done": done, "failures": failures, "shard": order["shard"], "seconds": max(0.0, seconds)}


if __name__ == "__main__":
    settle()
    sys.exit(main(sys.argv[1:]))
