"""A kind of signal: one record, the source of the schema, the arrays, the kernels, the checks and the linearization."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.language.table import Keyword, Variant

if TYPE_CHECKING:
    from rbsolve.language.described import Described
    from rbsolve.language.diagnostics import Diagnostics

STEADY = None
"""The initial value of a state with zero slope at the start."""


class SignalRow(NamedTuple):
    """One signal, as the arrays of `Signals` have it; inputs by name."""

    inputs: tuple[str, ...] = ()
    numbers: Sequence[float] = ()
    """Their meaning is defined by the kind."""
    subject: int = -1
    """The measure or the function that it is."""
    states: tuple[float | None, ...] = ()
    """Initial value of each state, or STEADY."""
    memory: tuple[float, ...] = ()
    """Initial value of each number that it remembers from accepted steps."""
    rests: tuple[int, ...] = ()
    """The indices of those that equal its first input at rest."""
    passes: bool = True
    """Whether its value follows its inputs at once; else it is made of its states or its memory alone."""


class StepFault(NamedTuple):
    """The error of the steps of a run for a signal."""

    message: str
    keyword: str
    """The place of the signal's block."""
    hint: str


class SignalKind(NamedTuple):
    """A kind of signal. Faces are subroutines; they become entries, compiled when a model has the kind."""

    variant: Variant
    """Its name, meaning and keywords."""
    keywords: tuple[Keyword, ...]
    """The keywords themselves; kinds may share them."""
    value: Callable[..., float]
    """(model, t, i, state): the value of signal `i`, with known inputs."""
    row: Callable[[Described, Diagnostics], SignalRow | None] | None = None
    """The values of a block of a deck, None after a reported error; None for kinds that the assembly handles (a measure, a function)."""
    slopes: Callable[..., None] | None = None
    """(model, t, i, state, out): the slopes of its states into `out` at their places in `State.element`, all values known."""
    partials: Callable[..., None] | None = None
    """(model, t, i, state, out): derivatives of its value (row 0 of `out`) and of the slopes of its states (rows 1, 2, ...) by its inputs
    and then by its states (columns). A kind without has inputs, if any, only where its derivatives are zero."""
    gradient: Callable[..., None] | None = None
    """(model, i, state, out): derivatives of its value by the motion. `out` (3, 12) is for bodies 0, 1, 2 of its measure by [dx, dpsi, du,
    dw]: dx and du inertial, dpsi on the right and dw in body axes."""
    accept: Callable[..., None] | None = None
    """(model, t, i, state): update `State.memory` after an accepted step, with all values known."""
    margin: Callable[..., float] | None = None
    """(model, t, i, state): how far it is from switching, negative where `accept` would switch it, all values known; dimensionless. None
    for kinds that do not switch."""
    history: Callable[[Sequence[float], Sequence[float], float, float], tuple[float, ...]] | None = None
    """(memory, numbers, step, duration): its memory in a run so long [s] of steps of a size [s], where it depends on them."""
    step_fault: Callable[[Described, float | None, float], StepFault | None] | None = None
    """The error of fixed steps [s], or of adaptive ones (None), in a run of the given duration [s]."""
    rests_at_input: bool = False
    """Whether its memory equals its input at rest."""

    @property
    def name(self) -> str:
        """Its name in a deck."""
        return self.variant.choice
