"""Lists the integrators by their names in a deck. The module is plain Python, because checks need only the names. A run
imports the kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from rbsolve.solver.methods.registry import INTEGRATOR_OF
from rbsolve.solver.model.outcome import Outcome

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.chunk import Chunk
    from rbsolve.solver.model.compiled import CompiledModel
    from rbsolve.solver.model.findings import Finding, FindingLog
    from rbsolve.solver.model.flat import Floats


class Integrator(Protocol):
    """The interface of integrators for the run loop. docs/extending.md contains the rules."""

    constraints: int
    """Number of multipliers in a row."""
    steps: int
    """Number of accepted steps so far."""
    rejected_steps: int
    newton_iterations: int
    time: float
    """Simulated time that the run has reached [s]."""
    failed_object: str | None
    """The kind and name of the object that caused the failure of the run."""
    detail: str | None
    """The reason for a failure, if the outcome does not state it."""
    jacobian_updates: int
    """Number of evaluations and factorizations of the iteration matrix so far."""
    has_conjugate_quaternions: bool
    """Whether rows contain the products of quaternions and their momenta."""
    has_jacobian: bool
    """Whether rows contain the number of updates of an iteration matrix."""
    interrupted: Callable[[], bool]
    """A function that returns whether the run must end. The run loop sets it. During searches within a step, `advance`
    calls it, and returns early if the run must end.
    """

    @property
    def state(self) -> State:
        """Return the current state of the run, with the values of the signals."""
        ...

    @property
    def balance(self) -> Floats | None:
        """Return the energy balance of the output rows (`IntegratorBase.balance`)."""
        ...

    @property
    def log(self) -> FindingLog:
        """Return the log of diagnostics with a time."""
        ...

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return the diagnostics of the log, and diagnostics that are known only at the end, such as the number of
        halved steps.
        """
        ...

    @property
    def damping_step(self) -> float:
        """Return the size of the last step [s] of an implicit method, whose numerical damping may hide instabilities.
        Other methods return 0.
        """
        ...

    @property
    def is_between_steps(self) -> bool:
        """Return whether the memory (solver/model/memory.py) determines how the run continues."""
        ...

    @property
    def evaluations(self) -> int:
        """Return the number of evaluations of all forces, or 0 if the integrator does not count them."""
        ...

    @property
    def crossings(self) -> Sequence[tuple[float, int, bool]]:
        """Return the time and the index of each event so far, and whether its signal rose. The events are in order of
        time.
        """
        ...

    @property
    def has_ended(self) -> bool:
        """Return whether an event has ended the run."""
        ...

    def take_numbers(self, before: Model, now: Model) -> bool:
        """Switch to a model that differs only in numbers. Return False if the models differ in other data, so that a
        new engine is needed.
        """
        ...

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Take up to `budget` steps, or fewer if `chunk` is full. Return an outcome if the run has ended."""
        ...


def make_integrator(compiled: CompiledModel) -> Integrator:
    """Return the integrator of a model's method, ready at the initial state."""
    module, name = INTEGRATOR_OF[compiled.method.integrator].engine.split(":")
    integrator: Integrator = getattr(import_module(module), name)(compiled)
    return integrator
