"""The common base of most engines of the run loop. solver/integrators/registry.py defines the complete interface."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from rbsolve.solver.compiler.variables import Variables, VariablesOfCases
from rbsolve.solver.integrators.window import Window
from rbsolve.solver.model.compiled import Schedule
from rbsolve.solver.model.findings import Finding, FindingLog
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.surplus import UNKNOWN

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.chunk import Chunk
    from rbsolve.solver.model.outcome import Outcome


def never() -> bool:
    """Return False. This function is used in a run without supervision, which is never interrupted."""
    return False


class Carrier(Protocol):
    """The interface of an object that stores the derivatives of an engine's variables."""

    def memory(self) -> Any:
        """Return a copy of the current derivatives."""
        ...

    def go_back(self, memory: Any) -> None:
        """Restore the derivatives from a copy, after the caller has restored the variables of the engine."""
        ...

    def move(self, time: Floats) -> None:
        """Give derivatives to the end time of a step, which is an array (1,). The engine's variables have derivatives
        of the same kind.
        """
        ...

    def end(self, row: Chunk, event: int) -> None:
        """Process the final row of a run that an event ends. This row is the last row in the chunk."""
        ...


class IntegratorBase:
    """The default attributes of an engine. A subclass overrides the attributes that differ."""

    kernel: Callable[..., Any] | None = None
    """The kernel of the time loop, or None in an engine without a time loop. In a run with derivatives, it is replaced
    by a kernel that also computes derivatives (compiler/lifting.py).
    """
    carrier: Carrier | None = None
    """The storage of the derivatives, or None in a run without derivatives."""
    failed_object: str | None = None
    detail: str | None = None
    has_conjugate_quaternions = False
    has_jacobian = False
    interrupted: Callable[[], bool] = staticmethod(never)

    @cached_property
    def balance(self) -> Floats | None:
        """Return the energy that appeared between output rows without explanation (`Surplus`) [J]. Before the first
        output row, the values are NaN. For an analysis without dynamics, return None.

        `MEMORY` of every integrator includes the balance.
        """
        return np.array(UNKNOWN)

    @cached_property
    def log(self) -> FindingLog:
        """The log that collects diagnostics with their times. `MEMORY` of every engine includes `FindingLog.MEMORY`."""
        return FindingLog()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return the diagnostics of the log. At the end of a run, an engine adds diagnostics from its counters."""
        return self.log.findings

    @property
    def evaluations(self) -> int:
        """Return 0, because this engine does not count evaluations of the forces."""
        return 0

    @property
    def crossings(self) -> Sequence[tuple[float, int, bool]]:
        """Return an empty sequence, because only `watched.Watched` locates events."""
        return ()

    @property
    def has_ended(self) -> bool:
        """Return False, because no event ends this run."""
        return False

    def take_numbers(self, before: Model, now: Model) -> bool:
        """Return False, because this engine cannot switch to another model."""
        return False

    def carry_derivatives(self, carrier: Carrier) -> None:
        """Set the storage for the derivatives of the kernel's variables."""
        self.carrier = carrier

    def window_to(self, time: float) -> Window:
        """Return the schedule of one step, from the current time of the run to `time`."""
        window = Window(Schedule.single(self.time, time))  # type: ignore[attr-defined]  # each engine has its own time
        if self.carrier is not None:
            self.carrier.move(window.times[1:])
        return window

    @property
    def pinned_jumps(self) -> int:
        """Return 0, because no step ends at a jump whose time depends on a parameter."""
        return 0

    @property
    def pinned_switches(self) -> int:
        """Return 0, because no derivative of the motion lacks the contribution of a switching time."""
        return 0

    @property
    def unrefined_steps(self) -> int:
        """Return 0, because the derivatives of every step have converged."""
        return 0

    @property
    def damping_step(self) -> float:
        """Return 0, because this method does not damp unstable motions. An implicit method returns the size of its last
        step [s], because its numerical damping may hide an instability.
        """
        return 0.0

    @property
    def slides(self) -> bool:
        """Return False, because this method does not follow motions that slide along a switch."""
        return False

    @property
    def is_between_steps(self) -> bool:
        """Return True, because every call ends between two steps."""
        return True

    def notice_input(self) -> None:
        """Tell the engine that an input has changed between two steps. Forces that it has stored are then no longer
        valid.
        """


class LaneEngine(IntegratorBase):
    """An engine whose kernel can step cases in lanes (solver/integrators/side_by_side.py)."""

    time_loop: ClassVar[Any]
    """The kernel of the time loop."""
    position: Variables
    """The position of the run, and all other numbers that are not in arrays."""
    _window: Window

    @property
    def steps(self) -> int:
        """The number of completed steps."""
        raise NotImplementedError

    @property
    def time(self) -> float:
        """The simulated time that the run has reached [s]."""
        raise NotImplementedError

    def arguments(self, chunk: Chunk, budget: int) -> tuple[Any, ...]:
        """Return the arguments of the kernel."""
        raise NotImplementedError

    def parts_in_lanes(self, parts: Any) -> Any:
        """Return the argument `parts` of the kernel, with the memory that is needed only in lanes."""
        return parts

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Take up to `budget` steps, or fewer if `chunk` is full. Return an outcome if the run has ended."""
        raise NotImplementedError

    def exchange_with_lanes(self, *, is_back: bool) -> None:
        """Some numbers are in other arrays in `parts_in_lanes`. Copy them to these arrays, or back."""

    def model_in_lanes(self, model: Model, parts: Any, state: State) -> Model:
        """Return the model of all cases with the entries that this engine adds to its own model. The other arguments
        contain the arrays of all cases.
        """
        return model

    def link_parts(self, model: Model, parts: Any, position: VariablesOfCases) -> Any:
        """Return the parts of all cases with the addresses of machine code for the arrays of all cases. `position`
        contains the variables of all cases.
        """
        return parts

    def place(self) -> tuple[np.ndarray, int]:
        """Return the position of the run, without its arrays."""
        return self.position.words.copy(), self._window.first

    def go_to(self, words: np.ndarray, window: int) -> None:
        """Return to an earlier position of the run, after the caller has restored the arrays."""
        self.position.words[...] = words
        if window != self._window.first:
            self._window.move_to(window)
