"""Dead and follower loads: `s f(t) (F, M)` at a material point, in inertial axes or in the axes of a body."""

from __future__ import annotations

from rbsolve.geometry.vector import add, cross, dot, matrix_vector, scale, transpose_vector
from rbsolve.solver.forces.wrench import add_moment
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.energy_flow import add_power
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
        moment = cross(row3(loads.point, i), transpose_vector(R_IB, force))
        couple = row3(loads.moment, i)
        if couple[0] != 0.0 or couple[1] != 0.0 or couple[2] != 0.0:
            moment = add(moment, transpose_vector(R_IB, scale(factor, matrix_vector(R_IA, couple))))
        for k in range(3):
            state.force[b, k] += force[k]
        add_moment(state, b, moment)
        add_power(state, dot(force, row3(state.u, b)) + dot(moment, row3(state.w, b)))
