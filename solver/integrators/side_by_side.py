"""Steps cases side by side. One engine with fixed steps runs its kernel on the arrays of all cases
(solver/model/cases.py).

The engine starts each case as for a separate run. Its memory is then copied to the arrays of all cases. After the run,
the memory and the rows of a case are copied back to the engine. The engine continues from there. Each case has exactly
the result of a separate run. If cases decide differently (`CasesDifferError`), all cases return to an earlier step. The
smaller group is removed, and continues case by case from this step.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from rbsolve.solver.compiler.entries import addresses_of, source_of
from rbsolve.solver.compiler.launching import CasesDifferError
from rbsolve.solver.compiler.layouts import FLOAT
from rbsolve.solver.compiler.records import layout_of
from rbsolve.solver.compiler.variables import VariablesOfCases
from rbsolve.solver.integrators.base import LaneEngine
from rbsolve.solver.integrators.munthe_kaas.records import SHARED
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.joints.resistance import Law
from rbsolve.solver.kernel import reuse_arguments
from rbsolve.solver.model.analyses import DYNAMIC
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.cases import CasesMemory, numbers_of
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.signals.driving import driving_switches, remembering_signals, switching_signals
from rbsolve.solver.signals.registry import CODES
from rbsolve.solver.trees.topology import loops_of

CALL_SECONDS = 0.02
"""Processor time between checks for an interruption [s]. If cases decide differently, all cases return to the state of
the last check.
"""
TURNED = 512
"""Number of values of each case that are copied to rows at a time. The values of all cases then fit into the
processor's cache.
"""


class CaseState(NamedTuple):
    """The state of a case: its rows, and the data from which it continues."""

    rows: Chunk
    """The rows of the case, in memory that the next run overwrites."""
    numbers: tuple[np.ndarray, ...]
    words: np.ndarray
    """The words of `LaneEngine.position`."""
    window: int
    seconds: float
    """The case's share of the elapsed time [s]."""


def why_not(compiled: CompiledModel) -> str:
    """Return why the cases of a model cannot be stepped side by side, or "" if they can."""
    model, method = compiled.model, compiled.method
    if compiled.analysis != DYNAMIC:
        return f"the analysis is {compiled.analysis}"
    if method.integrator not in ("EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"):
        return f"the integrator is {method.integrator}, not EXPLICIT_RUNGE_KUTTA or GENERALIZED_ALPHA"
    if method.is_adaptive:
        return "each case has its own step sizes"
    is_implicit = method.integrator == "GENERALIZED_ALPHA"
    if is_implicit and (why := _why_not_implicit(model)):
        return why
    for count, what in (
        (len(model.events.signal), "events"),
        (len(model.contacts.end), "contacts"),
        (len(driving_switches(model)), "signals that switch, or controllers with limits"),
    ):
        if count:
            return f"the deck has {what}"
    if is_implicit:
        return ""
    if len(model.joints.couplings.joint):
        return "the deck has couplings"
    return "the deck has loops of joints" if loops_of(model) else ""


def end_alike(one: CompiledModel, other: CompiledModel) -> bool:
    """Return whether the steps of two cases end at the same jumps and bends of functions of time."""
    return np.array_equal(one.model.functions.jumps, other.model.functions.jumps)


def _why_not_implicit(model: Model) -> str:
    """Return why GENERALIZED_ALPHA cannot step the cases of a model side by side, or "" if it can."""
    for count, what in (
        (len(model.functions.jumps), "functions of time that jump"),
        (len(remembering_signals(model)), "signals with memory"),
        (len(switching_signals(model)), "signals that switch"),
        (len(model.signals.reactive), "signals that depend on accelerations or forces"),
        (np.count_nonzero(model.signals.kind == CODES["EXTERNAL"]), "inputs"),
        (len(model.frictions.joint), "friction that depends on reactions"),
        (np.count_nonzero(model.drives.law != Law.LINEAR), "friction or stops of joints"),
        (np.count_nonzero(model.joints.kind == JointKind.POINT_ON_CURVE), "points on curves"),
    ):
        if count:
            return f"GENERALIZED_ALPHA has {what}"
    return ""


def _with_limits(model: Model, state: State) -> Model:
    """Return the model with the entries that limit fixed steps of several cases. A single engine gets these entries
    when it is created.
    """
    limits = []
    for address in model.entries.limits.tolist():
        made = source_of(address)
        assert made is not None
        function, _, label = made
        limits += addresses_of([(function, label)], layout_of(model), FLOAT, layout_of(state))
    return model._replace(entries=model.entries._replace(limits=np.array(limits, dtype=np.int64)))


class OtherPartsError(Exception):
    """Raised if a run continues with another kernel. Each case then continues in a separate run."""


class SideBySide:
    """Steps up to `count` cases together with one engine."""

    def __init__(self, engine: LaneEngine, chunk: Chunk, count: int) -> None:
        """`chunk` must have room for more rows than one case writes."""
        self.engine, self.count, self._chunk = engine, count, chunk
        self._model, self._memory, self._rows = (CasesMemory(count) for _ in range(3))
        model, parts, method, _, state, rows, _ = engine.arguments(chunk, 0)
        self._parts = parts
        self._position = VariablesOfCases(engine.position, count)
        self._runs: tuple[Any, Any] = None, None  # the argument `run` for one case, and for all cases
        of_state, of_parts = self._memory.of(state), self._memory.of(engine.parts_in_lanes(parts))
        of_model = _with_limits(engine.model_in_lanes(self._model.of(model), of_parts, of_state), of_state)
        self._of_all = (
            of_model,
            engine.link_parts(of_model, of_parts, self._position),
            None if method is None else self._memory.of(method, SHARED),
            None,
            of_state,
            self._rows.of(rows),
            None,
        )
        """The arguments of the kernel for all cases. An argument that the cases share is None."""
        for case in range(count):
            self._rows.take(case)
        # A separate copy of the rows of each case. The copies are allocated once for all runs.
        self._columns = Chunk(chunk.count, *(np.zeros((count, *array.shape)) for array in chunk[1:]))
        self._kernel = reuse_arguments(engine.time_loop)
        self._cases: list[int] = []
        self._steps = 1  # number of steps between checks for an interruption
        self.states: list[CaseState] = []
        """The states of the cases after `run`."""

    def begin(self) -> None:
        """Remove all cases, so that new cases can be added."""
        self._cases, self.states, self._chunk.count[0] = [], [], 0

    def take(self) -> None:
        """Add the case whose initial state is in the engine."""
        self.engine.exchange_with_lanes(is_back=False)
        self._model.take(len(self._cases))
        self._memory.take(len(self._cases))
        self._position.take(len(self._cases))
        self._cases.append(len(self._cases))

    def run(
        self,
        interrupted: Callable[[], bool] = lambda: False,
        progress: Callable[[float, int], None] = lambda time, steps: None,
    ) -> None:
        """Step the cases until they end, fail or decide differently, or until the run is interrupted. Afterwards,
        `states` contains the state of each case.
        """
        engine, began = self.engine, time.perf_counter()
        for empty in range(len(self._cases), self.count):
            self._copy(empty, 0)
        single, engine.kernel, engine.interrupted = engine.kernel, self._run, interrupted
        left: dict[int, CaseState] = {}
        try:
            ended = False
            while not ended and self._cases and not interrupted():
                saved = self._save()
                called, before = time.thread_time(), engine.steps
                try:
                    outcome = engine.advance(self._chunk, self._steps)
                except CasesDifferError as differ:
                    self._put_back(saved)
                    self._leave(differ.bits, left, time.perf_counter() - began)
                    continue
                except OtherPartsError:
                    self._put_back(saved)
                    break
                if outcome is not None and outcome.name != "COMPLETE":
                    self._put_back(saved)
                    break
                ended = outcome is not None
                progress(engine.time, engine.steps)
                taken, seconds = engine.steps - before, time.thread_time() - called
                if not ended:
                    self._steps = max(1, int(taken * min(8.0, CALL_SECONDS / max(seconds, 1e-9))))
            left.update(self._states(self._cases, time.perf_counter() - began))
        finally:
            engine.kernel = single
        self.states = [left[case] for case in sorted(left)]

    def give(self, state: CaseState) -> None:
        """Restore the state of a case to the engine. The engine must already have the numbers of this case."""
        for single, numbers in zip(self._memory.singles(), state.numbers, strict=True):
            single[...] = numbers
        self.engine.exchange_with_lanes(is_back=True)
        self.engine.go_to(state.words, state.window)
        self.engine.failed_object = self.engine.detail = None

    def _run(self, *arguments: Any) -> Any:
        """Run the kernel on the numbers of all cases instead of one case."""
        if arguments[1] is not self._parts:
            raise OtherPartsError
        pairs = zip(self._of_all, arguments, strict=True)
        of_all = [single if cases is None else cases for cases, single in pairs]
        if not self._position.kind.of_case:
            return self._kernel(*of_all)
        if self._runs[0] is not of_all[3]:
            self._runs = of_all[3], of_all[3]._replace(control=self._position)
        of_all[3] = self._runs[1]
        self._position.take_shared()
        status = self._kernel(*of_all)
        self._position.give_shared()
        return status

    def _copy(self, case: int, of: int) -> None:
        self._model.replace(case, of)
        self._memory.replace(case, of)
        self._position.numbers[:, case] = self._position.numbers[:, of]

    def _save(self) -> tuple[Any, ...]:
        return self._memory.save(), self._position.numbers.copy(), *self.engine.place(), int(self._chunk.count[0])

    def _put_back(self, saved: tuple[Any, ...]) -> None:
        numbers, self._position.numbers[...], words, window, self._chunk.count[0] = saved
        self._memory.put_back(numbers)
        self.engine.go_to(words, window)

    def _leave(self, bits: int, left: dict[int, CaseState], seconds: float) -> None:
        """Remove the smaller group of cases after different decisions. The remaining cases fill the positions of the
        removed cases.
        """
        yes = [case for case in self._cases if bits >> case & 1]
        no = [case for case in self._cases if not bits >> case & 1]
        fewer, self._cases = (no, yes) if len(no) <= len(yes) else (yes, no)
        left.update(self._states(fewer, seconds))
        if self._cases:
            for case in range(self.count):
                if case not in self._cases:
                    self._copy(case, self._cases[0])

    def _states(self, cases: list[int], seconds: float) -> dict[int, CaseState]:
        """Return the states of the given cases."""
        if not cases:
            return {}
        n, (_, window) = int(self._chunk.count[0]), self.engine.place()
        # A slice is copied much faster than a list of cases.
        chosen = slice(0, len(cases)) if cases == list(range(len(cases))) else cases
        for of_all, of_each in zip(self._of_all[-2][1:], self._columns[1:], strict=True):
            numbers = numbers_of(of_all[:n].reshape(-1), self.count)
            into = of_each.reshape(self.count, -1)
            for start in range(0, len(numbers), TURNED):
                some = slice(start, min(start + TURNED, len(numbers)))
                into[chosen, some] = numbers[some, chosen].T
        share, numbers_of_each = seconds / self.count, self._memory.of_each()
        return {
            case: CaseState(self._rows_of(case, n), numbers_of_each[case], self._position.words_of(case), window, share)
            for case in cases
        }

    def _rows_of(self, case: int, count: int) -> Chunk:
        """Return the first `count` rows of a case."""
        return Chunk(np.array([count]), *(of_each[case, :count] for of_each in self._columns[1:]))
