"""Dead and follower loads: `s f(t) (F, M)` at a material point, in inertial axes or in the axes of a body."""

from __future__ import annotations

from rbsolve.geometry.vector import cross, matrix_vector, scale, transpose_vector
from rbsolve.solver.forces.wrench import add_moment
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9


@subroutine
def load_factor(model, t, i, state):
    """What the force and the moment of load `i` are multiplied by."""
    loads = model.loads
    if loads.signal[i] >= 0:
        return state.signal[loads.signal[i]]
    if loads.function[i] >= 0:
        return function_value(model.functions, loads.function[i], t)[0]
    return 1.0


@subroutine
def apply(model, t, state):
    """Add every load."""
    loads = model.loads
    for i in range(loads.body.shape[0]):
        b = loads.body[i]
        factor = load_factor(model, t, i, state)
        R_IA, R_IB = row9(state.R, loads.axes_body[i]), row9(state.R, b)
        force = scale(factor, matrix_vector(R_IA, row3(loads.force, i)))
        add_moment(state, b, cross(row3(loads.point, i), transpose_vector(R_IB, force)))
        for k in range(3):
            state.force[b, k] += force[k]
        moment = row3(loads.moment, i)
        if moment[0] != 0.0 or moment[1] != 0.0 or moment[2] != 0.0:
            add_moment(state, b, transpose_vector(R_IB, scale(factor, matrix_vector(R_IA, moment))))
