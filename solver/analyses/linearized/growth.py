"""Finds unstable motions that an implicit method hides.

If an error grows by a large factor within one step, generalized-alpha damps it, and the unstable motion looks
stationary. The cause is often feedback with the wrong sign, or a negative spring or damper. One linearization per run
detects such growth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rbsolve.solver.model.arrays import copy_state
from rbsolve.solver.model.findings import WARNING, Finding
from rbsolve.solver.signals.driving import driving_memories, driving_signals, influential_signals, reactive_drivers
from rbsolve.solver.signals.sensitivity import MEASURED

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.compiled import CompiledModel

MOST_BODIES = 50  # largest number of bodies for this check; for more bodies, it would take a large part of the run
WITHIN_STEP = 1.0  # smallest growth of an error within a step that is reported, as the logarithm of its factor


def found_growth(compiled: CompiledModel, state: State, t: float, h: float) -> tuple[Finding, ...]:
    """Return the diagnostics about growing motions in a state, for an implicit method with steps of size `h`."""
    rate = fastest_growth(compiled, state, t)
    if not rate * h > WITHIN_STEP:
        return ()
    told = (
        f"the motion is unstable: errors grow by a factor of 2.7 in {1.0 / rate:.2g} s, which steps of {h:.2g} s "
        "do not resolve. The method damps these errors, so the results look steady although the model is "
        "unstable. Look for a wrong sign in the feedback"
    )
    driving = driving_signals(compiled.model)
    about = f"signal {list(compiled.signal_index)[driving[0]]}" if len(driving) == 1 else ""
    return (Finding(t, WARNING, "unresolved-growth", told, about),)


def fastest_growth(compiled: CompiledModel, state: State, t: float) -> float:
    """Return the largest real part [1/s] of the eigenvalues about a state. Return 0 if no force can cause growth, or if
    there are no eigenvalues.
    """
    from rbsolve.solver.analyses.directions import names
    from rbsolve.solver.analyses.independent_coordinates import SpanningTree
    from rbsolve.solver.analyses.linearized.linearize import matrices, moving_place, state_matrix
    from rbsolve.solver.compiler.entries import NoCompiler

    model = compiled.model
    if compiled.bodies > MOST_BODIES or not may_grow(model) or len(driving_memories(model)):
        return 0.0
    if len(reactive_drivers(model)):
        return 0.0  # signals that depend on accelerations or forces have no derivatives
    if len(model.frictions.joint) and (np.any(state.u) or np.any(state.w)):
        return 0.0  # friction that depends on reactions is linearized only at rest
    try:
        with np.errstate(all="ignore"):
            place = moving_place(model, copy_state(state), t)
            found = matrices(model, SpanningTree(model, *names(compiled)), place)
            A = state_matrix(found)
    except (ValueError, np.linalg.LinAlgError, NoCompiler):  # the state has no linearization, or there is no compiler
        return 0.0
    return float(np.max(np.linalg.eigvals(A).real, initial=0.0)) if np.all(np.isfinite(A)) else 0.0


def _has_feedback(model: Model) -> bool:
    """Return whether a driving signal depends on the motion."""
    kinds = model.signals.kind
    return len(kinds) > 0 and bool(np.any(kinds[influential_signals(model)] < MEASURED))


def may_grow(model: Model) -> bool:
    """Return whether a force may amplify a motion. This is possible for a force that a signal with feedback drives, for
    a function of the motion, and for negative coefficients.
    """
    laws = (model.springs.function, model.pairs.function, model.general_bushings.function)
    if any(law.size and np.any(law >= 0) for law in laws) or _has_feedback(model):
        return True
    own, numbers = model.general_bushings, (model.springs, model.bushings, model.drives)
    coefficients = [array for of in numbers for array in (of.stiffness, of.damping)]
    coefficients += [model.bushings.rotational_stiffness, model.bushings.rotational_damping, model.pairs.numbers[:, :2]]
    coefficients += [np.diagonal(of, axis1=1, axis2=2) for of in (own.stiffness, own.damping) if of.size]
    return any(array.size and np.any(array < 0.0) for array in coefficients)
