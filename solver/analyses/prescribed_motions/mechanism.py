"""The kernels of mechanisms whose motions are all prescribed. Newton's iteration computes the positions. Velocities,
accelerations and reactions follow from them.

All kernels solve the system `M x + J^T multipliers = f`, `J x = r`, with the factorization of the implicit integrators.
Depending on the right-hand sides, the solution is the smallest mass-weighted change of positions, the velocities, or
the accelerations with the reactions.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import add, matrix_vector, scale
from rbsolve.solver.forces.registry import accept_forces, apply_forces
from rbsolve.solver.formulations.faces import set_vector
from rbsolve.solver.integrators.generalized_alpha.equations import (
    add_multipliers,
    put_jacobians,
    put_masses,
    put_residual,
    put_row_values,
)
from rbsolve.solver.integrators.generalized_alpha.start import constrained_rates
from rbsolve.solver.joints.kernels import acceleration_terms, accept_rotations, constraint_rates, constraints, jacobians
from rbsolve.solver.joints.kinds import ANGLE, COSINE
from rbsolve.solver.kernel import kernel, part, subroutine
from rbsolve.solver.linear_algebra.block_lu import factorize, solve
from rbsolve.solver.linear_algebra.elimination import PIVOT, SIZE, UNKNOWN
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.rows import row3, row4, row9, set_three, three
from rbsolve.solver.newton import BEGIN, CLOSED_TO, CLOSING, GO_ON, NEVER, assess

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.model.arrays import Bodies, Model, State


class Step(NamedTuple):
    """A step from one configuration to the next."""

    end: float  # s
    h: float  # s
    length: float  # length of the model, m
    # (nb + 1, 6) accelerations at the start of the step: of the origins (inertial), and angular (body axes)
    acceleration: Floats


@part
def _factorize(model: Model, system: LinearSystem, state: State, work: Workspace) -> bool:
    """Factorize the system at a configuration. Return whether the system is regular."""
    jacobians(model.joints, state, work.J)
    for i in range(work.values.shape[0]):
        work.values[i] = 0.0
    put_masses(model.bodies, system.bodies, work.values)
    put_jacobians(model.bodies, model.joints, system.joints, state.R, 1.0, work, work)
    return factorize(system.elimination, work.values, work.swaps, work.references) < 0


@subroutine
def _solve_rows(system: LinearSystem, state: State, work: Workspace) -> None:
    """Solve the system with only the conditions `J x = -phi`."""
    for i in range(work.b.shape[0]):
        work.b[i] = 0.0
    put_row_values(system.joints, state.R, work.phi, -1.0, work.b)
    solve(system.elimination, work.values, work.swaps, work.b)


@subroutine
def _move(state: State, b: int, shift: Vector, turn: Vector) -> None:
    """Move a body by an inertial translation and a rotation that multiplies from the right."""
    for k in range(3):
        state.x[b, k] += shift[k]
    e = quaternion.normalise(quaternion.product(row4(state.e, b), quaternion.exp(turn)))
    R = quaternion.to_matrix(e)
    for k in range(4):
        state.e[b, k] = e[k]
    for k in range(9):
        state.R[b, k // 3, k % 3] = R[k]


@subroutine
def _open(model: Model, t: float, state: State, size: float, phi: Floats) -> float:
    """Write the residuals of all joints to `phi`. Return the largest residual, with lengths relative to `size`."""
    constraints(model, t, state, phi)
    largest = 0.0
    for r in range(phi.shape[0]):
        code = model.joints.row_code[r]
        part = abs(phi[r]) if code == COSINE or code == ANGLE else abs(phi[r]) / size
        if not part <= largest:
            largest = part
    return largest


@kernel
def accept(model: Model, state: State) -> None:
    """Update the rotations of joints, so that they are continuous over turns."""
    accept_rotations(model.joints, state)


@kernel
def remember(model: Model, t: float, state: State) -> None:
    """Update the memories of forces in a solved state that has velocities."""
    accept_forces(model, t, state)


@subroutine
def _distance(one: State, other: State, size: float) -> float:
    """Return the largest motion of a body between two configurations, relative to the size of the model or in radians."""
    largest = 0.0
    for b in range(one.x.shape[0]):
        shift, turn = 0.0, 0.0
        for k in range(3):
            shift += (one.x[b, k] - other.x[b, k]) ** 2
            for m in range(3):
                turn += (one.R[b, k, m] - other.R[b, k, m]) ** 2
        largest = max(largest, math.sqrt(shift) / size, math.sqrt(0.5 * turn))
    return largest


@subroutine
def _predict(bodies: Bodies, h: float, acceleration: Floats, before: State, state: State) -> None:
    """Predict `state` at the end of a step of size `h` that starts from `before`."""
    for j in range(before.turned.shape[0]):
        state.turned[j] = before.turned[j]
        for k in range(5):
            state.ball[j, k] = before.ball[j, k]
    for b in range(bodies.mass.shape[0]):
        shift, turn = scale(h, row3(before.u, b)), scale(h, row3(before.w, b))
        a = 0.5 * h * h
        for k in range(3):
            state.x[b, k] = before.x[b, k]
        for k in range(4):
            state.e[b, k] = before.e[b, k]
        more = (a * acceleration[b, 0], a * acceleration[b, 1], a * acceleration[b, 2])
        bend = (a * acceleration[b, 3], a * acceleration[b, 4], a * acceleration[b, 5])
        _move(state, b, add(shift, more), add(turn, bend))


@kernel
def follow(
    model: Model,
    system: LinearSystem,
    step: Step,
    before: State,
    predicted: State,
    state: State,
    work: Workspace,
    found: Floats,
) -> None:
    """Compute the configuration at the end of a step from `before`, and write it to `state`. It is predicted first, and
    then its joints are closed.

    `found` receives the largest remaining residual, and the distances from the prediction and from `before`. The
    residual is NaN if a motion has no value or the system is singular.
    """
    _predict(model.bodies, step.h, step.acceleration, before, predicted)
    _predict(model.bodies, step.h, step.acceleration, before, state)
    found[0] = _close(model, system, step.end, step.length, state, work)
    found[1], found[2] = _distance(predicted, state, step.length), _distance(before, state, step.length)


@subroutine
def _close(model: Model, system: LinearSystem, t: float, size: float, state: State, work: Workspace) -> float:
    """Close the joints by Newton's iteration. Return the largest remaining residual."""
    search = BEGIN
    while True:
        error = _open(model, t, state, size, work.phi)
        search = assess(search, CLOSING, error, error / CLOSED_TO, NEVER)
        if search.verdict != GO_ON:
            return error
        if not _factorize(model, system, state, work):
            return math.nan
        _solve_rows(system, state, work)
        for b in range(model.bodies.mass.shape[0]):
            first = system.bodies[b, UNKNOWN]
            x, r = (
                (work.b[first], work.b[first + 1], work.b[first + 2]),
                (work.b[first + 3], work.b[first + 4], work.b[first + 5]),
            )
            _move(state, b, matrix_vector(row9(state.R, b), x), r)


@subroutine
def _take(system: LinearSystem, state: State, work: Workspace) -> None:
    """Write the solution as twists (inertial translation and body-axes rotation) to the array of the accelerations."""
    for b in range(system.bodies.shape[0] - 1):
        first = system.bodies[b, UNKNOWN]
        x = (work.b[first], work.b[first + 1], work.b[first + 2])
        set_three(work.body.acceleration, b, 0, matrix_vector(row9(state.R, b), x))
        set_three(work.body.acceleration, b, 3, (work.b[first + 3], work.b[first + 4], work.b[first + 5]))


@subroutine
def _contradiction(model: Model, system: LinearSystem, work: Workspace) -> float:
    """Return the largest error of the rates, relative to the largest rate. `phi` contains minus the required rates.

    The velocities are in the array of the accelerations.
    """
    rates = work.multipliers
    constrained_rates(model.joints, system.joints, work.body.acceleration, work.J, rates)
    missed, largest = 0.0, 0.0
    for r in range(rates.shape[0]):
        missed, largest = max(missed, abs(work.phi[r] + rates[r])), max(largest, abs(work.phi[r]))
    return missed / largest if largest > 0.0 else 0.0


@subroutine
def _count_left_out(system: LinearSystem, work: Workspace) -> int:
    """Return the number of loop constraints that the factorization omitted as dependent."""
    plan, count = system.elimination, 0
    for k in range(plan.vertices.shape[0]):
        if plan.kinds[k] == 1:
            at, s = plan.vertices[k, PIVOT], plan.vertices[k, SIZE]
            for i in range(s):
                if work.values[at + i * s + i] == 0.0:
                    count += 1
    return count


@kernel
def derive(
    model: Model,
    system: LinearSystem,
    t: float,
    state: State,
    acceleration: Floats,
    multipliers: Floats,
    work: Workspace,
    found: Floats,
) -> bool:
    """Compute the velocities in `state`, and the accelerations and multipliers at its configuration. Return whether the
    system is regular.

    `found` receives the rates that the joints cannot follow, relative to the largest rate, and the number of dependent
    constraints.
    """
    if not _factorize(model, system, state, work):
        return False
    constraint_rates(model, t, work.phi)
    _solve_rows(system, state, work)
    _take(system, state, work)
    for b in range(model.bodies.mass.shape[0]):
        set_vector(state.u, b, three(work.body.acceleration, b, 0))
        set_vector(state.w, b, three(work.body.acceleration, b, 3))
    found[0], found[1] = _contradiction(model, system, work), _count_left_out(system, work)
    for b in range(model.bodies.mass.shape[0]):
        for k in range(6):
            work.body.acceleration[b, k] = 0.0
    apply_forces(model, t, state)
    acceleration_terms(model, t, state, work.phi)
    put_residual(model.bodies, system.bodies, 1.0, work.body, state, work.b)
    put_row_values(system.joints, state.R, work.phi, -1.0, work.b)
    solve(system.elimination, work.values, work.swaps, work.b)
    _take(system, state, work)
    for b in range(model.bodies.mass.shape[0]):
        for k in range(6):
            acceleration[b, k] = work.body.acceleration[b, k]
    for r in range(multipliers.shape[0]):
        multipliers[r] = 0.0
    add_multipliers(system.joints, state.R, 1.0, work.b, multipliers)
    return True
