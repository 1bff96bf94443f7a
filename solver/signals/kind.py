"""A kind of signal: one record from which the schema, the arrays, the kernels, the checks and the linearization are derived."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.language.table import Keyword, Variant

if TYPE_CHECKING:
    from rbsolve.language.described import Described
    from rbsolve.language.diagnostics import Diagnostics

STEADY = None
"""An initial state for which the slope at the start is zero"""


class SignalRow(NamedTuple):
    """One signal as a row of `Signals`, with inputs by name."""

    inputs: tuple[str, ...] = ()
    numbers: Sequence[float] = ()
    """The data, whose meaning the kind defines"""
    subject: int = -1
    """The measure or function of the signal"""
    states: tuple[float | None, ...] = ()
    """Initial value of each state, or STEADY"""
    memory: tuple[float, ...] = ()
    """Initial value of each number in the signal's memory from accepted steps"""
    rests: tuple[int, ...] = ()
    """Indices of the memories that equal the first input at rest"""
    passes: bool = True
    """Whether the value of the signal depends directly on its inputs, not only on its states or memory"""


class StepFault(NamedTuple):
    """The reason why a signal does not support the steps of a run."""

    message: str
    keyword: str
    """The keyword of the signal's block that the message refers to"""
    hint: str


class SignalKind(NamedTuple):
    """A kind of signal. Its functions are subroutines, which become entries and are compiled if a model has the kind."""

    variant: Variant
    """The name, the meaning and the keywords of the kind"""
    keywords: tuple[Keyword, ...]
    """The keywords of the kind; several kinds may share a keyword"""
    value: Callable[..., float]
    """(model, t, i, state): the value of signal `i`. Its inputs must be evaluated before"""
    row: Callable[[Described, Diagnostics], SignalRow | None] | None = None
    """The data from a block of a deck; None after a reported error. None for kinds that the assembly handles (measure, function)"""
    slopes: Callable[..., None] | None = None
    """(model, t, i, state, out): write the slopes of the signal's states to their indices of `State.element` in `out`.
    All signals must be evaluated
    """
    partials: Callable[..., None] | None = None
    """(model, t, i, state, out): derivatives of its value (row 0 of `out`) and of the slopes of its states (rows 1, 2, ...) by its inputs
    and then by its states (columns). Without this subroutine, derivatives by inputs are zero"""
    gradient: Callable[..., None] | None = None
    """(model, i, state, out): derivatives of its value by the motion. `out` (3, 12) is for bodies 0, 1, 2 of its measure by [dx, dpsi, du,
    dw]: dx and du inertial, dpsi on the right and dw in body axes"""
    accept: Callable[..., None] | None = None
    """(model, t, i, state): update `State.memory` after an accepted step; all signals must be evaluated"""
    margin: Callable[..., float] | None = None
    """(model, t, i, state): the dimensionless distance from its next switch, negative if `accept` would switch it; all signals must be
    evaluated. None for kinds that do not switch"""
    history: Callable[[Sequence[float], Sequence[float], float, float], tuple[float, ...]] | None = None
    """(memory, numbers, step, duration): the memory of a signal for a run of `duration` [s] in steps of size `step`
    [s]. None if the memory does not depend on these
    """
    step_fault: Callable[[Described, float | None, float], StepFault | None] | None = None
    """The error of fixed steps [s], or of adaptive steps (None), in a run of the given duration [s]"""
    jumps: bool = False
    """Whether the value of a signal is constant within steps and jumps between them"""
    rests_at_input: bool = False
    """Whether the memory of a signal equals its input at rest"""
    reacts: bool = False
    """Whether the value of a measure depends on `State.acceleration` or `State.multiplier`, which the forces determine"""

    @property
    def name(self) -> str:
        """The name of the kind in a deck."""
        return self.variant.choice
