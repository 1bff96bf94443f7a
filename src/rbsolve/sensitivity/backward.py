"""Computes the adjoint of a run. It consists of the derivatives of scalars with respect to all initial numbers of the
run.

The steps are repeated in short parts, from the last part to the first. The kernel of a part records its operations
(taping.py). When these operations are read backwards, they carry the adjoints from the end of the part to its start.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.sensitivity.ending import fields_of
from rbsolve.sensitivity.seeds import Seeds
from rbsolve.sensitivity.starts import Captured, NoTangent
from rbsolve.sensitivity.states import Kept, KeptRun, keep, taken
from rbsolve.sensitivity.taping import TapedRun
from rbsolve.solver.compiler.lifting import place_of
from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.memory import held_values
from rbsolve.solver.run.chunk_size import chunk_for

Floats = NDArray[np.float64]
Weights = Mapping[str, Floats]
"""The derivatives of a scalar with respect to the fields of all rows (rows, ...)."""
BYTES = 1 << 25
"""The size at which a tape is read. It is large enough that the steps between two kept states usually fit on one tape.
Otherwise these steps are repeated once more, to find states between them.
"""
MOST_ROWS = 256
"""The largest number of rows in a part."""
Part = tuple[Kept, Kept | None]
"""A part of the run between two states. None means the end of the run."""


class Backward:
    """The backward pass over a run whose states are kept."""

    def __init__(self, centre: Captured, run: KeptRun, seeds: Sequence[Seeds], fields: Mapping[str, Floats]) -> None:
        """`fields` contains the fields of all rows of the run."""
        self._centre, self._states, self._fields = centre, run.states, fields
        self._stepper: Any = centre.stepper
        self.pause: Callable[[], None] = lambda: None
        """Function that is called after each part. It may raise an exception to end the pass."""
        self._own = self._stepper.kernel
        self._chunk = chunk_for(centre.checked.model, centre.engine, MOST_ROWS)
        moved = [(_span_of(value), path) for path, value in centre.leaves if any(path in each.arrays for each in seeds)]
        held = [root for value in held_values(centre.stepper) if (root := _root_of(value)) is not None]
        held = [*{id(root): root for root in held}.values()]
        roots = {id(root): root for root in [*held, *(span[0] for span, _ in moved)]}
        self._iterates = centre.checked.model.method.integrator != "EXPLICIT_RUNGE_KUTTA"
        self._taped = TapedRun(centre.function, Chunk, [*roots.values()], self._iterates)
        self._carried = sum(len(_flat(root)) for root in held)
        """The count of the numbers that are carried from part to part. They precede all other taped numbers."""
        self._active = np.zeros(self._taped.count, dtype=bool)
        watch, first, size = _span_of(self._stepper.state.watch)  # type: ignore[attr-defined]  # engines with steps have it
        self._watch = slice(self._taped.first[id(watch)] + first, self._taped.first[id(watch)] + first + size)
        self._places: dict[str, slice] = {}
        """The places of the arrays that depend on parameters, by the path of the array."""
        for (root, first, size), path in moved:
            at = self._taped.first[id(root)] + first
            self._places[path] = slice(at, at + size)
            for each in seeds:
                if path in each.arrays:
                    self._active[at : at + size] |= each.arrays[path].reshape(-1) != 0.0
        self._steps = 1
        """The number of steps in a part."""

    def adjoints(self, scalars: Sequence[Weights]) -> list[dict[str, Floats]]:
        """For each scalar, return the derivatives (flat) with respect to the initial numbers, by the paths of the
        numbers.

        Raise NoTangent if a step has too many operations.
        """
        try:
            self._measure()
            while (found := self._back(scalars)) is None:
                pass
        finally:
            self._stepper.kernel = self._own
        return [{path: adjoints[at] for path, at in self._places.items()} for adjoints in found]

    def _measure(self) -> None:
        """Find out from single steps which numbers depend on the parameters, and how many steps fit on a tape."""
        for kept in (self._states[-1], self._states[len(self._states) // 2], self._states[0]):
            self._record(kept, kept.steps + 1)
            while self._learn():
                self._record(kept, kept.steps + 1)

    def _back(self, scalars: Sequence[Weights]) -> list[Floats] | None:
        """Return the adjoints of all numbers at the start. Return None if some number unexpectedly depends on the
        parameters.
        """
        ends = [np.zeros(self._taped.count) for _ in scalars]
        for whole in reversed([*pairwise(self._states), (self._states[-1], None)]):
            for kept, after in reversed(self._parts_of(whole)):
                fields, rows = self._record(kept, None if after is None else after.steps)
                if self._learn():
                    return None
                self._compare(fields, rows)
                ends = [
                    self._read_back(adjoints, fields, rows, weights)
                    for adjoints, weights in zip(ends, scalars, strict=True)
                ]
                self.pause()
        return ends

    def _parts_of(self, whole: Part) -> list[Part]:
        """Return the parts of the run between two states. Each part is short enough for the tape and the rows."""
        kept, after = whole
        apart, stop = min(self._steps, MOST_ROWS - 1), None
        if after is not None:
            steps, stop = after.steps - kept.steps, after.steps
            if steps <= self._steps and after.rows - kept.rows <= MOST_ROWS:
                return [whole]
            apart = math.ceil(steps / math.ceil(steps / apart))
        self._stepper.kernel = self._own
        kept.memory.put_back()
        states, rows = [kept], kept.rows
        while True:
            goal = states[-1].steps + apart
            written, has_ended = self._advance_to(goal if stop is None else min(goal, stop))
            rows += written
            if has_ended or taken(self._stepper) == stop:
                break
            states.append(keep(self._stepper, rows))
        return [*pairwise(states), (states[-1], after)]

    def _advance_to(self, goal: int | None) -> tuple[int, bool]:
        """Take steps up to a total number of steps, or to the end of the run. Return the number of rows, and whether
        the run has ended.
        """
        self._chunk.count[0] = 0
        while goal is None or taken(self._stepper) < goal or not self._stepper.is_between_steps:
            left = self._steps if goal is None else max(1, goal - taken(self._stepper))
            if self._stepper.advance(self._chunk, left) is not None:
                return int(self._chunk.count[0]), True
            if self._chunk.count[0] == MOST_ROWS and goal is None:
                break
        return int(self._chunk.count[0]), False

    def _record(self, kept: Kept, stop: int | None) -> tuple[list[tuple[str, Floats]], slice]:
        """Repeat the steps from a state on the tape, up to a number of steps or to the end of the run. Return the taped
        fields of the rows of these steps, and the place of these rows among all rows.
        """
        self._stepper.kernel = self._taped
        kept.memory.put_back()
        if self._iterates:
            self._stepper.carry_derivatives(None)
        self._taped.begin(self._active)
        before = self._stepper.unrefined_steps
        count, _ = self._advance_to(stop)
        if self._stepper.unrefined_steps > before:
            raise NoTangent("the iteration for the derivatives did not converge in a step")
        if self._taped.tape.is_full:
            raise NoTangent("a step has too many operations for the adjoint")
        steps = taken(self._stepper) - kept.steps
        if steps:
            self._steps = max(1, int(BYTES * steps / max(1, self._taped.tape.bytes)))
        fields = [(name, self._taped.of_row_field(array)[:count]) for name, array in fields_of(self._chunk)]
        return fields, slice(kept.rows, kept.rows + count)

    def _learn(self) -> bool:
        """Return whether the next part starts with further numbers that depend on the parameters. Their dependence was
        not known.
        """
        depends = self._taped.depends
        depends[self._carried :] = False
        grown = bool(np.any(depends & ~self._active))
        self._active |= depends
        if np.any(self._active[self._watch]):
            self._active[self._watch] = True  # the array contains sums and extremes, which may change at any time
        return grown

    def _read_back(self, adjoints: Floats, fields: list[tuple[str, Floats]], rows: slice, weights: Weights) -> Floats:
        """Compute the adjoints at the start of the recorded part. The adjoints follow from the adjoints at its end and
        the weights of its rows.
        """
        self._taped.clear_adjoints()
        for name, numbers in fields:
            if name in weights:
                self._taped.add_adjoints(weights[name][rows], numbers)
        self._taped.add_adjoints(adjoints)
        return self._taped.sweep()

    def _compare(self, fields: Sequence[tuple[str, Floats]], rows: slice) -> None:
        """Raise NoTangent if repeated rows are not bitwise identical to the rows of the run."""
        for name, numbers in fields:
            if not np.array_equal(numbers[..., 0], self._fields[name][rows], equal_nan=True):
                raise NoTangent("the steps that are repeated for the adjoint differ from the steps of the run")


def _root_of(value: Any) -> Any:
    """Return the object that owns the floats of an array or of variables. Return None for other arrays."""
    if isinstance(value, Variables):
        return value
    return place_of(value)[0] if value.dtype == np.float64 and value.size else None


def _span_of(value: Any) -> tuple[Any, int, int]:
    """Return the object that owns the floats of an array or of variables. Also return the index of the first float, and
    the number of floats.
    """
    if isinstance(value, Variables):
        return value, 0, len(value.words)
    root, first = place_of(value)
    return root, first, int(value.size)


def _flat(root: Any) -> Any:
    return root.words if isinstance(root, Variables) else root.reshape(-1)
