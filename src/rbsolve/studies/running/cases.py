"""Solving the cases of a study, one after the other, each in memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rbsolve.parser.diagnostics import Severity
from rbsolve.pipeline import CheckedDeck, check_deck, check_runnable
from rbsolve.running import describe_end, run_model
from rbsolve.solver.outcome import Outcome
from rbsolve.solver.run import Progress, RunSummary, simulate
from rbsolve.studies.running.page import SOLVING, STARTING, Page
from rbsolve.studies.running.shards import CaseRows

if TYPE_CHECKING:
    from rbsolve.studies.folder import StudyFolder

Floats = NDArray[np.float64]
REASONS = {outcome: outcome.name.lower().replace("_", "-") for outcome in Outcome}
DECK_ERROR, TIME_LIMIT, MEMORY_LIMIT, DEFECT = "deck-error", "time-limit", "memory-limit", "defect"


class Cases:
    """Solves cases of one study. `stop` is asked now and then whether to give up at once."""

    def __init__(self, folder: StudyFolder, page: Page, stop: Callable[[], bool]) -> None:
        self._folder, self._page, self._stop = folder, page, stop
        self._limit = folder.manifest.time_limit

    def solve(self, numbers: NDArray[np.int64]) -> Iterator[CaseRows]:
        """The rows of each case in turn. A case that fails says so in its result and harms no other."""
        for position, number in enumerate(numbers.tolist()):
            self._page.enter(STARTING, position)
            began = time.perf_counter()
            try:
                found = self._solve_one(number, position)
            except MemoryError:
                found = CaseRows(number, reason=MEMORY_LIMIT, message=self._out_of_memory())
            except OSError:
                raise
            except Exception as error:
                message = f"this is a defect of rbsolve: {type(error).__name__}: {error}"
                found = CaseRows(number, reason=DEFECT, message=message)
            found.wall_time = time.perf_counter() - began
            yield found

    def _solve_one(self, number: int, position: int) -> CaseRows:
        checked = check_deck(self._folder.deck(number), self._folder.options(number))
        check_runnable(checked)
        if checked.has_errors or checked.compiled is None:
            return CaseRows(number, reason=DECK_ERROR, message=first_error(checked))
        self._page.enter(STARTING, position, checked.compiled.schedule.stop)
        clock = _Clock(self._limit, self._stop)
        if self._folder.manifest.kind == "study":
            sink = _Memory()
            summary = simulate(checked.compiled, checked.sensors, sink, self._progress, clock.over)
            found = CaseRows(number, checked.sensors, *sink.joined())
        else:
            output = self._folder.result_of(number)
            output.parent.mkdir(exist_ok=True)
            run = run_model(checked, output, self._progress, clock.over)
            summary, found = run.summary, CaseRows(number)
        found.steps, found.rejected_steps = summary.steps, summary.rejected_steps
        found.newton_iterations = summary.newton_iterations
        found.reason, found.message = self._ending(summary, clock)
        return found

    def _progress(self, state: Progress) -> None:
        self._page.report(SOLVING, state.time, state.steps)

    def _ending(self, summary: RunSummary, clock: _Clock) -> tuple[str, str]:
        """A word for why a case failed and a sentence, both empty when it did not."""
        if summary.outcome is Outcome.COMPLETE:
            return "", ""
        if summary.outcome is Outcome.INTERRUPTED and clock.ran_out:
            return (
                TIME_LIMIT,
                f"t = {summary.time:.9g} s: the case took longer than the time limit of {self._limit:g} s.",
            )
        return REASONS[summary.outcome], describe_end(summary)

    def _out_of_memory(self) -> str:
        limit = self._folder.manifest.memory_limit
        return "There is not enough memory." if limit is None else f"The case needs more than {limit:g} GiB of memory."


class _Clock:
    """Asked ten times a second whether a case may go on."""

    def __init__(self, limit: float | None, stop: Callable[[], bool]) -> None:
        self._limit, self._stop = limit, stop
        self._began: float | None = None
        self.ran_out = False

    def over(self) -> bool:
        if self._began is None:  # the first call comes after the first step: compiling does not count
            self._began = time.monotonic()
        self.ran_out = self._limit is not None and time.monotonic() - self._began > self._limit
        return self.ran_out or self._stop()


class _Memory:
    """Keeps all rows of a run."""

    def __init__(self) -> None:
        self._times: list[Floats] = []
        self._sensors: list[dict[str, Floats]] = []

    def write(
        self,
        time: Floats,
        sensors: Mapping[str, Floats],
        diagnostics: Mapping[str, Floats],
        motion: Mapping[str, Floats],
    ) -> None:
        """Take rows; what is a part of a buffer that is used again is copied."""
        self._times.append(time.copy())
        self._sensors.append({name: rows if rows.base is None else rows.copy() for name, rows in sensors.items()})

    def joined(self) -> tuple[Floats, dict[str, Floats]]:
        """Times (n,) and the rows (n, k) of each sensor."""
        if not self._times:
            return np.empty(0), {}
        if len(self._times) == 1:
            return self._times[0], self._sensors[0]
        rows = {name: np.concatenate([block[name] for block in self._sensors]) for name in self._sensors[0]}
        return np.concatenate(self._times), rows


def first_error(checked: CheckedDeck) -> str:
    """The first error of a deck with its place and hint, in one line."""
    for finding in checked.diagnostics:
        if finding.severity is Severity.ERROR:
            hint = f" (hint: {finding.hint})" if finding.hint else ""
            place = f"{finding.span.source.name.rsplit('/', 1)[-1]}:{finding.span.line}"
            return f"{place}: {finding.code}: {finding.message}{hint}"
    return "the deck cannot be solved"
