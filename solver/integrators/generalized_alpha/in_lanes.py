"""Provides the additional memory and entries that are needed for several cases side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rbsolve.solver.forces.tangents.links import with_tangents
from rbsolve.solver.integrators.base import LaneEngine
from rbsolve.solver.integrators.generalized_alpha.entries import entries_of
from rbsolve.solver.integrators.generalized_alpha.masks import make_kept
from rbsolve.solver.integrators.generalized_alpha.records import WIDTH
from rbsolve.solver.signals.evaluation import with_partials

if TYPE_CHECKING:
    from rbsolve.solver.compiler.variables import VariablesOfCases
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


class InLanes(LaneEngine):
    """An engine of GENERALIZED_ALPHA that can step several cases with one kernel."""

    _control: Control
    _parts: Parts
    _lane_swaps: Floats
    """The row exchanges of the factorization. They are stored as floats, because each case has its own."""

    def parts_in_lanes(self, parts: Parts) -> Parts:
        """Return the parts with separate row exchanges for each case. They also have memory for the numbers of cases
        that do not take part in a computation.
        """
        work, self._lane_swaps = parts.work, np.zeros(len(parts.work.swaps))
        update = sum(array.size for array in (parts.elements.G, parts.elements.W, parts.elements.small))
        kept = make_kept(len(work.values), self._lane_swaps, len(work.body.q) - 1, WIDTH, len(work.multipliers), update)
        if self._control.modified == 0:
            kept = kept._replace(values=np.zeros(0), references=np.zeros(0), swaps=np.zeros(0))
        return parts._replace(work=work._replace(swaps=self._lane_swaps, kept=kept))

    def exchange_with_lanes(self, *, is_back: bool) -> None:
        """Copy the row exchanges to the parts in lanes, or back."""
        swaps = self._parts.work.swaps
        if is_back:
            swaps[...] = self._lane_swaps
        else:
            self._lane_swaps[...] = swaps

    def model_in_lanes(self, model: Model, parts: Parts, state: State) -> Model:
        """Return the model of all cases with the derivatives of its links and signals."""
        return with_tangents(with_partials(model))

    def link_parts(self, model: Model, parts: Parts, position: VariablesOfCases) -> Parts:
        """Return the parts of all cases with the entries of signals."""
        return parts._replace(entries=entries_of(model, parts, False, position))
