"""The integrators by the names of a deck. Plain Python: checks need only the names; a run loads the kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from rbsolve.solver.methods.registry import INTEGRATOR_OF
from rbsolve.solver.model.outcome import Outcome

if TYPE_CHECKING:
    from rbsolve.solver.integrators.chunk import Chunk
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.compiled import CompiledModel
    from rbsolve.solver.model.findings import Finding, FindingLog
    from rbsolve.solver.model.flat import Floats


class Integrator(Protocol):
    """The interface of integrators for the run loop (docs/extending.md has the rules)."""

    constraints: int
    """Number of multipliers in a row."""
    steps: int
    """Accepted steps so far."""
    rejected_steps: int
    newton_iterations: int
    time: float
    """Simulated time reached [s]."""
    failed_object: str | None
    """Kind and name of the object that made the run fail, once it has."""
    detail: str | None
    """The reason for a failed run, if the outcome does not give it."""
    jacobian_updates: int
    """Evaluations and factorizations of the iteration matrix so far."""
    has_conjugate_quaternions: bool
    """Whether rows have the products of quaternions and their momenta."""
    has_jacobian: bool
    """Whether rows have the updates of an iteration matrix."""
    interrupted: Callable[[], bool]
    """Whether the run is to end. The run loop puts it there; `advance` asks where it searches within a step, and returns."""

    @property
    def state(self) -> State:
        """The current state of the run, with the values of the signals."""
        ...

    @property
    def balance(self) -> Floats | None:
        """The energy balance of the rows (`IntegratorBase.balance`)."""
        ...

    @property
    def log(self) -> FindingLog:
        """The receiver of messages about a time of the run."""
        ...

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The diagnostics of the log, and those known only at the end, such as the number of halved steps."""
        ...

    @property
    def damping_step(self) -> float:
        """The size of the last step [s] of an implicit method, which damps growth beyond it; 0 for other methods."""
        ...

    @property
    def is_between_steps(self) -> bool:
        """Whether the memory (solver/model/memory.py) determines the continuation of the run."""
        ...

    @property
    def evaluations(self) -> int:
        """Evaluations of all forces; 0 if the integrator does not count them."""
        ...

    @property
    def crossings(self) -> Sequence[tuple[float, int, bool]]:
        """Time, event and whether its signal rose, of each event so far, in the order of time."""
        ...

    @property
    def has_ended(self) -> bool:
        """Whether an event has ended the run."""
        ...

    def take_numbers(self, before: Model, now: Model) -> bool:
        """Switch to a model that differs only in numbers. False if it differs otherwise and needs a new engine."""
        ...

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Take up to `budget` steps or until `chunk` is full; an outcome when the run has ended."""
        ...


def make_integrator(compiled: CompiledModel) -> Integrator:
    """The integrator of a model's method, ready at the initial state."""
    module, name = INTEGRATOR_OF[compiled.method.integrator].engine.split(":")
    integrator: Integrator = getattr(import_module(module), name)(compiled)
    return integrator
