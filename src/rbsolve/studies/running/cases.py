"""Solves the cases of a study in memory. Work that does not depend on the parameters is done once."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.case import CaseSolver, first_error
from rbsolve.ensemble.variation import Variation
from rbsolve.ensemble.wanted import Wanted
from rbsolve.pipeline import check_deck, check_runnable, parse_deck
from rbsolve.pipeline.findings import as_text, findings_of
from rbsolve.results.file.conventions import partial_of
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.sections.provenance import environment
from rbsolve.runs.linearize import LinearizeAtEnd
from rbsolve.runs.resume import ResumeError, find, resume, set_aside
from rbsolve.runs.run import Run, describe_end, run_model
from rbsolve.solver.compiler.entries import NoCompiler
from rbsolve.solver.compiler.progress import seconds_spent
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.supervision import Progress, Supervision
from rbsolve.studies.disk.folder import write_whole
from rbsolve.studies.running.keeping import CaseKeeper, case_of
from rbsolve.studies.running.limits import limit_processor_time
from rbsolve.studies.running.page import SOLVING, STARTING, Page
from rbsolve.studies.running.responses import responses_of
from rbsolve.studies.running.shard_case import ShardCase

if TYPE_CHECKING:
    from rbsolve.ensemble.case import CaseRows
    from rbsolve.ensemble.responses import Responses
    from rbsolve.optimizing.optimizing import Step
    from rbsolve.pipeline import CheckedDeck
    from rbsolve.solver.model.findings import Finding
    from rbsolve.studies.disk.folder import StudyFolder

_COMPLETE = Outcome.COMPLETE
REASONS = {outcome: outcome.name.lower().replace("_", "-") for outcome in Outcome}
DECK_ERROR, TIME_LIMIT, MEMORY_LIMIT, DEFECT = "deck-error", "time-limit", "memory-limit", "defect"
NO_COMPILER, NO_LINEARIZATION, NO_OPTIMUM = "no-compiler", "no-linearization", "search-failed"


class Cases:
    """The solver of the cases of one study. `stop` is called at intervals. If it returns true, solving ends at once."""

    def __init__(self, folder: StudyFolder, page: Page, stop: Callable[[], bool]) -> None:
        self.folder, self._page, self._stop = folder, page, stop
        self._limit = folder.manifest.time_limit
        self._clock = _Clock(self._limit, stop)
        self._position = self._number = 0
        self._checkpoints, self._every = folder.checkpoints, folder.manifest.checkpoint_every
        self._supervision = Supervision(self._progress, self._clock.over, every=self._every)
        self._begun: frozenset[str] = frozenset()
        self._told: tuple[Finding, ...] = ()

    def solve(self, numbers: NDArray[np.int64]) -> Iterator[ShardCase]:
        """Yield the rows of one case after another. A stop request ends the iteration early.

        A failed case is reported and does not affect other cases.
        """
        done, wanted = 0, numbers.tolist()
        with suppress(OSError):  # the case has no earlier checkpoint
            self._begun = frozenset(os.listdir(self._checkpoints))
        while done < len(wanted) and not self._stop():
            suspects = len(wanted)
            if self.folder.manifest.kind == "study":
                self._position = done  # if no case can start, the first case gets the reason as its failure
                try:
                    for case in self._solve_together(wanted[done:], done):
                        yield case
                        done += 1
                except OSError:
                    raise
                # One of the cases started since then has failed. To identify it, each of them is solved alone.
                except Exception:
                    self._forget_solver()
                    suspects = self._position + 1
            for position in range(done, suspects):
                if self._stop():
                    return
                yield self._solve_alone(wanted[position], position)
                done += 1

    def forget(self, numbers: NDArray[np.int64]) -> None:
        """Remove saved states of cases with stored rows."""
        with suppress(OSError):
            names = os.listdir(self._checkpoints)
            done = {str(number) for number in numbers.tolist()} if names else set()
            for name in names:
                if case_of(name) in done:
                    (self._checkpoints / name).unlink(missing_ok=True)

    def _keeper(self) -> CaseKeeper:
        """Return the checkpoint keeper of the case in progress."""
        number, name = self._number, str(self._number)
        is_begun = bool(self._begun) and name in self._begun
        return CaseKeeper(self._checkpoints, name, lambda: self._identity(number), self._every, is_begun)

    def _identity(self, number: int) -> str:
        """Return a text with all data that determine the results of a case."""
        manifest, ids = self.folder.manifest, self.folder.manifest.ids
        row = [*map(float.hex, map(float, self.folder.table.values[number]))]
        return json.dumps([manifest.id, ids.deck, ids.solver, ids.environment, row, dict(environment())])

    def _begin(self, number: int, position: int) -> None:
        """Start counting time and memory for this case."""
        self._position, self._number = position, number
        self._page.enter(STARTING, position)
        self._clock.start()
        if self._limit is not None:
            limit_processor_time(self._limit)

    def _solve_together(self, numbers: list[int], position: int) -> Iterator[ShardCase]:
        """Solve cases of one deck. Several short cases are solved before the first result is returned."""
        table = self.folder.table
        cases = map(table.by_name, table.values[numbers].tolist())

        def begin(index: int) -> bool:
            if self._stop():
                return False
            self._begin(numbers[index], position + index)
            return True

        solved = self._solver.solve_all(cases, self._progress, self._clock.over, self._keeper, begin)
        for number, found in zip(numbers, solved, strict=False):
            yield self._rows(number, found)

    def _solve_alone(self, number: int, position: int) -> ShardCase:
        """Solve a single case. Its failure is part of the result."""
        try:
            self._begin(number, position)
            if self.folder.manifest.kind == "starts":
                return self._search(number)
            if self.folder.manifest.kind != "study":
                return self._solve_into_file(number, position)
            parameters = self.folder.table.case(number)
            found = self._solver.solve(parameters, self._progress, self._clock.over, self._keeper)
            return self._rows(number, found)
        except MemoryError:
            self._forget_solver()
            return ShardCase(number, reason=MEMORY_LIMIT, message=self._out_of_memory())
        except NoCompiler as error:
            self._forget_solver()
            return ShardCase(number, reason=NO_COMPILER, message=str(error))
        except OSError:
            raise
        except Exception as error:
            self._forget_solver()
            message = f"internal error of rbsolve: {type(error).__name__}: {error}"
            return ShardCase(number, reason=DEFECT, message=message)

    @cached_property
    def responses(self) -> Responses:
        """Return the scalars that the study requests."""
        return responses_of(self.folder)

    def _forget_solver(self) -> None:
        """Discard the solver. The objects of an aborted case may be inconsistent or very large."""
        self.__dict__.pop("_solver", None)

    @cached_property
    def _solver(self) -> CaseSolver:
        """Return the solver for all cases of one deck. Work that does not depend on the parameters is done once."""
        options = self.folder.options(None)
        manifest = self.folder.manifest
        wanted = Wanted(manifest.lanes, manifest.cases)
        return CaseSolver(Variation(parse_deck(self.folder.deck(0), options), options), wanted=wanted)

    def _rows(self, number: int, found: CaseRows) -> ShardCase:
        if found.outcome is None:
            return ShardCase(number, reason=DECK_ERROR, message=found.message, findings=found.findings)
        reason = message = ""
        if found.outcome is not _COMPLETE:
            last = float(found.time[-1]) if len(found.time) else 0.0
            reason, message = self._reason_of(found.outcome, found.message, last)
        return ShardCase(
            number,
            found.plans,
            found.time,
            found.sensors,
            found.steps,
            found.rejected_steps,
            found.newton_iterations,
            found.wall_time,
            reason,
            message,
            found.findings,
        )

    def _search(self, number: int) -> ShardCase:
        """Search from a start of an optimization."""
        from rbsolve.studies.starts.solving import solve_start

        def progress(step: Step) -> None:
            self._page.report(SOLVING, 0.0, step.number)

        reason, message = solve_start(self.folder, number, self._stop, progress)
        return ShardCase(number, reason=reason, message=message)

    def _solve_into_file(self, number: int, position: int) -> ShardCase:
        """Solve a case whose results are an ordinary results file."""
        search = self.folder.manifest.search
        checked = check_deck(self.folder.deck(number), self.folder.options(number), keep=search is not None)
        check_runnable(checked)
        compiled = checked.solvable
        if compiled is None:
            return ShardCase(number, reason=DECK_ERROR, message=first_error(checked), findings=findings_of(checked))
        output = self.folder.result_of(number)
        output.parent.mkdir(exist_ok=True)
        if search is not None:
            return self._search_into_file(search, checked, number, output)
        self._page.enter(STARTING, position, compiled.schedule.stop)
        self._tell(())
        if self.folder.manifest.linearize is not None:
            return self._linearize_into_file(checked, number, output)
        run = self._resume(output) or self._run(checked, output)
        return self._conclude(checked, number, run)

    def _search_into_file(self, kind: str, checked: CheckedDeck, number: int, output: Path) -> ShardCase:
        """Fit or optimize the parameters of a deck."""
        from rbsolve.studies.running.searching import solve_search

        self._page.report(SOLVING, 0.0, 0)
        try:
            status, message = solve_search(self.folder, kind, checked, output, self._clock.over)
        except ValueError as error:
            status, message = "failed", str(error)
        except KeyboardInterrupt:
            status, message = "interrupted", "no run has ended yet"
        found = ShardCase(number, findings=findings_of(checked))
        if status == "interrupted":
            found.reason, found.message = TIME_LIMIT, f"The search exceeded its time limit: {message}."
        elif status == "failed":
            found.reason, found.message = NO_OPTIMUM, message
        return found

    def _linearize_into_file(self, checked: CheckedDeck, number: int, output: Path) -> ShardCase:
        sequel = LinearizeAtEnd(checked.model)
        found = self._conclude(checked, number, run_model(checked, output, self._supervision, sequel))
        if not found.reason and sequel.error is not None:
            found.reason, found.message = NO_LINEARIZATION, sequel.error
        return found

    def _conclude(self, checked: CheckedDeck, number: int, run: Run) -> ShardCase:
        summary, found = run.summary, ShardCase(number, findings=(*findings_of(checked), *run.summary.findings))
        found.steps, found.rejected_steps = summary.steps, summary.rejected_steps
        found.newton_iterations, found.wall_time = summary.newton_iterations, summary.wall_time
        found.reason, found.message = self._reason_of(summary.outcome, describe_end(summary), summary.time)
        return found

    def _run(self, checked: CheckedDeck, output: Path) -> Run:
        return run_model(checked, output, self._supervision)

    def _resume(self, output: Path) -> Run | None:
        """Complete the interrupted case of a process that was killed or told to stop. Return None if there is no
        checkpoint.
        """
        if not any(path.exists() for path in (output, partial_of(output), set_aside(output))):
            return None
        try:
            stopped = find(output)
        except (ResumeError, ResultsError):
            set_aside(output).unlink(missing_ok=True)
            return None
        return resume(stopped, output, self._supervision)

    def _progress(self, state: Progress) -> None:
        self._tell(state.findings)
        self._page.report(SOLVING, state.time, state.steps, len(self._told))

    def _tell(self, findings: tuple[Finding, ...]) -> None:
        """Publish the current diagnostics of a job's run, unless the same diagnostics have already been published."""
        codes, known = (sorted(finding.code for finding in some) for some in (findings, self._told))
        # Some diagnostics contain the current time, so only codes are compared.
        if self.folder.manifest.kind != "job" or (findings and codes == known):
            return
        self._told = findings
        with suppress(OSError):  # a failure is harmless, because the results will contain the diagnostics
            if findings:
                write_whole(self.folder.found_so_far, as_text(findings).encode())
            else:
                self.folder.found_so_far.unlink(missing_ok=True)

    def _reason_of(self, outcome: Outcome, message: str, time: float) -> tuple[str, str]:
        """Return the reason for a failure as a word and as a sentence. Both are empty for a complete case."""
        if outcome is Outcome.COMPLETE:
            return "", ""
        if (
            outcome is Outcome.INTERRUPTED and self._limit is not None
        ):  # any other outcome means that `stop` was true; the message is then not used
            return TIME_LIMIT, f"t = {time:.9g} s: the case took longer than the time limit of {self._limit:g} s."
        return REASONS[outcome], message

    def _out_of_memory(self) -> str:
        limit = self.folder.manifest.memory_limit
        return "There is not enough memory." if limit is None else f"The case needs more than {limit:g} GiB of memory."


class _Clock:
    """Decides ten times a second whether a case may continue."""

    def __init__(self, limit: float | None, stop: Callable[[], bool]) -> None:
        self._limit, self._stop = limit, stop
        self._began: float | None = None
        self._compiled = 0.0

    def start(self) -> None:
        """Start timing another case."""
        self._began = None

    def over(self) -> bool:
        """Return whether the case must end: because it has exceeded its time, or because all cases must stop. Time for
        compilation does not count.
        """
        now, compiled = time.monotonic(), seconds_spent()
        if self._began is None:  # the first call comes after the first step
            self._began, self._compiled = now, compiled
            self._allow(0.0)
        elif compiled > self._compiled:
            self._began, self._compiled = self._began + compiled - self._compiled, compiled
            self._allow(now - self._began)
        return (self._limit is not None and now - self._began > self._limit) or self._stop()

    def _allow(self, used: float) -> None:
        if self._limit is not None:
            limit_processor_time(max(0.0, self._limit - used))
