"""Solving the cases of a study, one after the other, each in memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.case import CaseSolver, first_error
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import check_deck, check_runnable, parse_deck
from rbsolve.running import describe_end, run_model
from rbsolve.solver.outcome import Outcome
from rbsolve.solver.run import Progress
from rbsolve.studies.running.page import SOLVING, STARTING, Page
from rbsolve.studies.running.shards import CaseRows

if TYPE_CHECKING:
    from rbsolve.studies.folder import StudyFolder

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
        clock = _Clock(self._limit, self._stop)
        if self._folder.manifest.kind != "study":
            return self._solve_into_file(number, position, clock)
        parameters = self._folder.table.case(number)
        found = self._together.solve(parameters, self._progress, clock.over)
        if found.outcome is None:
            return CaseRows(number, reason=DECK_ERROR, message=found.message)
        rows = CaseRows(number, found.plans, found.time, found.sensors)
        rows.steps, rows.rejected_steps = found.steps, found.rejected_steps
        rows.newton_iterations = found.newton_iterations
        last = float(found.time[-1]) if len(found.time) else 0.0
        rows.reason, rows.message = self._ending(found.outcome, found.message, last, clock)
        return rows

    @cached_property
    def _together(self) -> CaseSolver:
        """All cases of one deck: what does not depend on their parameters is done once."""
        options = self._folder.options(None)
        return CaseSolver(Variation(parse_deck(self._folder.deck(0), options.allow_include), options))

    def _solve_into_file(self, number: int, position: int, clock: _Clock) -> CaseRows:
        """A case that ends as an ordinary results file."""
        checked = check_deck(self._folder.deck(number), self._folder.options(number))
        check_runnable(checked)
        if checked.has_errors or checked.compiled is None:
            return CaseRows(number, reason=DECK_ERROR, message=first_error(checked))
        self._page.enter(STARTING, position, checked.compiled.schedule.stop)
        output = self._folder.result_of(number)
        output.parent.mkdir(exist_ok=True)
        run = run_model(checked, output, self._progress, clock.over)
        summary, found = run.summary, CaseRows(number)
        found.steps, found.rejected_steps = summary.steps, summary.rejected_steps
        found.newton_iterations = summary.newton_iterations
        found.reason, found.message = self._ending(summary.outcome, describe_end(summary), summary.time, clock)
        return found

    def _progress(self, state: Progress) -> None:
        self._page.report(SOLVING, state.time, state.steps)

    def _ending(self, outcome: Outcome, message: str, time: float, clock: _Clock) -> tuple[str, str]:
        """A word for why a case failed and a sentence, both empty when it did not."""
        if outcome is Outcome.COMPLETE:
            return "", ""
        if outcome is Outcome.INTERRUPTED and clock.ran_out:
            return TIME_LIMIT, f"t = {time:.9g} s: the case took longer than the time limit of {self._limit:g} s."
        return REASONS[outcome], message

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
