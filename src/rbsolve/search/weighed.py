"""Computes gradients of scalars at a point by the adjoint method. Its cost is almost independent of the number of
parameters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.pipeline import CheckedDeck
from rbsolve.search.stencils import Point
from rbsolve.sensitivity.adjoint import AdjointAtEnd
from rbsolve.sensitivity.carried import WIDTHS
from rbsolve.sensitivity.derivative import Target
from rbsolve.sensitivity.neighbours import Neighbours
from rbsolve.sensitivity.starts import NoTangent, RunFails
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.run.loop import integrate
from rbsolve.solver.run.supervision import Supervision

Floats = NDArray[np.float64]
TANGENT_RUNS, ADJOINT_RUNS, SCALAR_RUNS = 6.0, 10.0, 3.0
"""Typical costs, in units of an ordinary run. They are for a run with the most derivatives, for the repeated steps of
the adjoint, and for the backward pass for one scalar.
"""


def is_adjoint_cheaper(scalars: int, parameters: int) -> bool:
    """Return whether the adjoint of some scalars costs less than tangents with respect to some parameters."""
    return ADJOINT_RUNS + SCALAR_RUNS * scalars < TANGENT_RUNS * math.ceil(parameters / WIDTHS[-1])


class Weighed(NamedTuple):
    """The values (m,) of scalars, and their gradients (m, p)."""

    values: Floats
    gradients: Floats


def gradients_at(
    point: Point, checked: CheckedDeck, scalars: Sequence[str], neighbours: Neighbours, interrupted: Callable[[], bool]
) -> Weighed:
    """Solve a deck at a point, and return scalars with their gradients. The deck must have no errors, and must support
    the adjoint method.

    Raise RunFails if the run does not reach its end, NoTangent if a gradient does not exist, and KeyboardInterrupt if
    the search must end.
    """
    targets = [Target(each.name, each.name, point.number(each.name)) for each in point.by]
    adjoint = AdjointAtEnd(checked, targets, scalars, interrupted, neighbours, point.values)
    engine, compiled = adjoint.engine(), checked.model
    chunk = chunk_for(compiled, engine, compiled.schedule.rows + 1)
    summary = integrate(compiled, engine, chunk, None, Supervision(interrupted=interrupted))
    if interrupted():
        raise KeyboardInterrupt
    if summary.outcome is not Outcome.COMPLETE:
        raise RunFails("the run does not reach its end")
    found = adjoint.gradients()
    if len(found.seeds) < len(targets):
        raise NoTangent(adjoint.findings[0].message)
    return Weighed(np.array([scalar.value for scalar in found.scalars]), found.values)
