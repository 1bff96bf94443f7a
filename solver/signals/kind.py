"""Defines the record of a kind of signal. The schema, the arrays, the kernels, the checks and the linearization are
derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.language.table import Keyword, Variant

if TYPE_CHECKING:
    from rbsolve.language.described import Described
    from rbsolve.language.diagnostics import Diagnostics

STEADY = None
"""An initial state at which the slope is zero."""


class SignalRow(NamedTuple):
    """A signal as a row of `Signals`. It refers to its inputs by name."""

    inputs: tuple[str, ...] = ()
    numbers: Sequence[float] = ()
    """The data, whose meaning depends on the kind."""
    subject: int = -1
    """The index of the measure or of the function of the signal."""
    states: tuple[float | None, ...] = ()
    """Initial value of each state, or STEADY."""
    memory: tuple[float, ...] = ()
    """Initial value of each number in the signal's memory from accepted steps."""
    rests: tuple[int, ...] = ()
    """The indices of the memories that equal the first input when the signal is at rest."""
    passes: bool = True
    """Whether the value of the signal depends directly on its inputs, and not only on its states or memory."""


class StepFault(NamedTuple):
    """The reason why a signal does not support the steps of a run."""

    message: str
    keyword: str
    """The keyword of the signal's block to which the message refers."""
    hint: str


class SignalKind(NamedTuple):
    """A kind of signal. Its functions are subroutines, which become entries and are compiled if a model has signals of
    this kind.
    """

    variant: Variant
    """The name, the meaning and the keywords of the kind."""
    keywords: tuple[Keyword, ...]
    """The keywords of the kind. Some of them may also belong to other kinds."""
    value: Callable[..., float]
    """Subroutine (model, t, i, state) that returns the value of signal `i`. The inputs of the signal must be evaluated
    before the call.
    """
    row: Callable[[Described, Diagnostics], SignalRow | None] | None = None
    """Function that returns the data from a block of a deck. After an error, it returns None. For kinds whose data the
    assembly creates (measure, function), there is no such function.
    """
    slopes: Callable[..., None] | None = None
    """Subroutine (model, t, i, state, out) that writes the slopes of the signal's states to their indices of
    `State.element` in `out`. All signals must be evaluated before the call.
    """
    partials: Callable[..., None] | None = None
    """Subroutine (model, t, i, state, out) that writes derivatives with respect to the signal's inputs and then its
    states (columns). Row 0 of `out` is for the value, and rows 1, 2, ... are for the slopes of the states. Without this
    subroutine, derivatives with respect to inputs are zero.
    """
    gradient: Callable[..., None] | None = None
    """Subroutine (model, i, state, out) that writes the derivatives of the signal's value with respect to the motion.
    `out` (3, 12) is for the bodies 0, 1, 2 of its measure, by [dx, dpsi, du, dw]. dx and du are inertial, and dpsi and
    dw are in body axes. The rotation of dpsi multiplies from the right.
    """
    accept: Callable[..., None] | None = None
    """Subroutine (model, t, i, state) that updates `State.memory` after an accepted step. All signals must be evaluated
    before the call.
    """
    margin: Callable[..., float] | None = None
    """Subroutine (model, t, i, state) that returns the dimensionless distance of the signal from its next switch. The
    distance is negative if `accept` would switch the signal. All signals must be evaluated before the call. None for
    kinds that do not switch.
    """
    history: Callable[[Sequence[float], Sequence[float], float, float], tuple[float, ...]] | None = None
    """Function (memory, numbers, step, duration) that returns the memory of a signal for a run of `duration` [s] in
    steps of size `step` [s]. None if the memory does not depend on the steps or the duration.
    """
    step_fault: Callable[[Described, float | None, float], StepFault | None] | None = None
    """Function that returns the error of fixed steps [s], or of adaptive steps (None), in a run of the given duration
    [s].
    """
    jumps: bool = False
    """Whether the value of a signal is constant within steps and jumps between them."""
    depends_on_past: bool = True
    """Whether the memory of a signal, if there is one, depends on more than the present state."""
    rests_at_input: bool = False
    """Whether the memory of a signal equals its input at rest."""
    reacts: bool = False
    """Whether the value of a measure depends on accelerations, reactions or other forces, which the forces of the model
    determine.
    """

    @property
    def name(self) -> str:
        """Return the name of the kind in a deck."""
        return self.variant.choice
