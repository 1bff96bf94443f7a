"""Performs a run on numbers with derivatives, in place of an ordinary run. The rows are bitwise identical to the rows
of an ordinary run.

The kernel that takes the steps is compiled for dual numbers (solver/compiler/duals). The kernel starts with the
derivatives of the model and of the initial state (`seeds.py`), and stores the derivatives of each row beside the row.
`rows.py` differentiates sensors along these derivatives.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.sensitivity.derivative import Derivative
from rbsolve.sensitivity.ending import Carried, ends_by_event, fields_of
from rbsolve.sensitivity.rows import RowTangents, derivatives_along, join, rows_of
from rbsolve.sensitivity.seeds import Seeds, sow
from rbsolve.sensitivity.starts import LIMITED, Captured
from rbsolve.solver.compiler.entries import NoCompiler
from rbsolve.solver.compiler.lifting import LiftedRun
from rbsolve.solver.model.chunk import Chunk

Floats = NDArray[np.float64]
WIDTHS = (3, 7, 15)
"""The number of derivatives that a number carries. Together with the number itself, the derivatives fill vectors of the
processor. There are no kernels for one derivative, because they would be only 2 to 6 % faster than kernels for three.
"""


def most_at_once(centre: Captured) -> int:
    """Return the maximum number of parameters of a run with derivatives. If the end time of the run depends on
    parameters, the number is smaller by one.
    """
    return WIDTHS[-1] - ends_by_event(centre.events)


class CarriedRun:
    """A run that also computes derivatives with respect to some numbers of the deck. `engine` takes the steps of the
    run.
    """

    def __init__(self, centre: Captured, seeds: Sequence[Seeds]) -> None:
        """There must be at most `most_at_once` seeds."""
        stepper = centre.stepper
        self.engine, self._stepper, self._seeds = centre.engine, stepper, seeds
        width = next(width for width in WIDTHS if width >= len(seeds) + ends_by_event(centre.events))
        self._lifted, self._own = LiftedRun(centre.function, width, Chunk), stepper.kernel
        sow(self._lifted.memory, centre, seeds, relative=True)
        self._carried = Carried(self._lifted, centre.events, len(seeds))
        stepper.kernel = self._kernel
        stepper.carry_derivatives(self._carried)
        self._events = list(centre.checked.contents.of_kind("EVENT"))
        self._rows: list[dict[str, Floats]] = []
        self._tangents: list[dict[str, Floats]] = []
        self._digest = RowDigest()
        self._flaw = ""

    def _kernel(self, *arguments: Any) -> Any:
        """Run the kernel on numbers with derivatives. If this kernel cannot be compiled, run the engine's own kernel."""
        if not self._flaw:
            try:
                return self._lifted(*arguments)
            except NoCompiler as error:
                self._flaw = str(error)
            except Exception as error:  # numba's errors have no common base class; all other errors are raised again
                if not type(error).__module__.startswith("numba"):
                    raise
                self._flaw = "its kernels cannot be compiled with derivatives"
        assert self._own is not None
        return self._own(*arguments)

    def watch(self, chunk: Chunk) -> None:
        """Store the rows of a chunk with their tangents."""
        count = int(chunk.count[0])
        if self._flaw or not count:
            return
        duals = {name: self._lifted.of_row_field(array)[:count] for name, array in fields_of(chunk)}
        self._rows.append({name: each[..., 0].copy() for name, each in duals.items()})
        self._tangents.append({name: each[..., 1 : 1 + len(self._seeds)].copy() for name, each in duals.items()})
        last = self._carried.last
        if last is not None and self.engine.has_ended and chunk.time[count - 1] == self.engine.time:
            last.replace_in(self._rows[-1], self._tangents[-1])
        for each in self._tangents[-1].values():
            each /= [seeds.target.size for seeds in self._seeds]
        self._digest.add(self._rows[-1])

    @property
    def digest(self) -> str:
        """Return a digest of the rows of the run."""
        return self._digest.text

    @property
    def flaw(self) -> str:
        """Return the reason why a complete run has no derivatives, as the end of a sentence. The text is empty if the
        run has derivatives.
        """
        unrefined, standing = self._stepper.unrefined_steps, self._carried.standing
        if not self._flaw and unrefined:
            return f"the iteration for the derivatives did not converge in {unrefined} steps"
        if not self._flaw and self._stepper.pinned_jumps:
            return (
                "it moves a jump of the rate of a prescribed motion away from the end of a step, "
                "which changes the lengths of the steps there"
            )
        if not self._flaw and self._stepper.pinned_switches:
            return LIMITED
        if not self._flaw and standing is not None:
            event = self._events[standing]
            return f"the signal of event {event} has zero rate when it ends the run, or it reaches its threshold between two steps"
        return self._flaw

    def ends(self, checked: Any, sensors: Sequence[str]) -> RowTangents:
        """Return the object that differentiates the sensors along the rows of this run."""
        return RowTangents(checked, sensors, rows_of(join(self._rows)))

    def derivatives(self, ends: RowTangents) -> list[Derivative]:
        """Return the derivatives with respect to each of the numbers."""
        return derivatives_along(self._seeds, join(self._tangents), ends)


class RowDigest:
    """A digest of the rows of a run. The digest does not depend on how the rows are divided into chunks."""

    def __init__(self) -> None:
        self._parts = {name: hashlib.blake2b(digest_size=16) for name in Chunk._fields if name != "count"}

    def add(self, rows: dict[str, Floats]) -> None:
        """Add some rows to the digest."""
        for name, array in rows.items():
            # the addition of zero converts -0.0 into 0.0
            self._parts[name].update(np.ascontiguousarray(array + 0.0).tobytes())

    @property
    def text(self) -> str:
        """Return the digest."""
        return "".join(part.hexdigest() for part in self._parts.values())
