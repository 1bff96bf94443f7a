"""Computes the self-stresses of changed rows. Output rows contain the smallest reactions of redundant constraints.
These reactions contain no self-stress.

Constraints that are redundant in a row may be independent after a change of this row or of the geometry. For example,
two points that coincided along a line may no longer coincide. Then the self-stress is not removed from the reactions,
and differences along the rows miss a part of the derivative of the reactions.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rbsolve.sensitivity.starts import NoTangent
from rbsolve.solver.assembly.checks.reactions import SelfStresses
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel

Floats = NDArray[np.float64]
LOST = 0.1
"""Permitted change of the self-stress that a given load contains, relative to this self-stress."""


class RowStresses:
    """The self-stresses of the rows of a run."""

    def __init__(self, compiled: CompiledModel, rows: Chunk) -> None:
        self._stresses = SelfStresses(compiled)
        self._rows = rows
        self._own = self._of_load(self._stresses, rows) if self._stresses.groups else np.zeros((0, 0))

    @property
    def exist(self) -> bool:
        """Return whether the model has joints that self-stresses may load."""
        return bool(self._stresses.groups)

    def removed(self, rows: Chunk, compiled: CompiledModel | None = None) -> Chunk:
        """Return the rows with the smallest multipliers. The geometry belongs to this model or to a neighbouring model."""
        own = rows._replace(multipliers=rows.multipliers.copy())
        self._of(compiled).remove(own, 0)
        return own

    def check(self, rows: Chunk, compiled: CompiledModel | None = None) -> None:
        """Raise NoTangent if the self-stresses of a changed row differ from those of the original row. `rows` may
        contain the rows of the run several times.
        """
        if not self.exist:
            return
        moved = self._of_load(self._of(compiled), rows)
        own = np.tile(self._own, (len(moved) // max(1, len(self._own)), 1))
        if np.any(np.linalg.norm(moved - own, axis=1) > LOST * np.linalg.norm(own, axis=1)):
            raise NoTangent("after a small change, the constraints that are redundant now are independent")

    def _of(self, compiled: CompiledModel | None) -> SelfStresses:
        return self._stresses if compiled is None else self._stresses.of_neighbour(compiled)

    @staticmethod
    def _of_load(stresses: SelfStresses, rows: Chunk) -> Floats:
        """Return the self-stress that one load causes in all rows. This load has a component along each self-stress."""
        n = int(rows.count[0])
        load = np.tile(np.cos(np.arange(rows.multipliers.shape[1])), (len(rows.multipliers), 1))
        loaded = rows._replace(multipliers=load.copy())
        stresses.remove(loaded, 0)
        found: Floats = (loaded.multipliers - load)[:n]
        return found
