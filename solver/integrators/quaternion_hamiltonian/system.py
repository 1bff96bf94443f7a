"""What the steppers share: the records passed to their kernels, placing a body in the common state, and Newton's iteration."""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import cross, matrix_vector, scale, subtract, transpose_vector
from rbsolve.solver.forces.wrench import row3, row4, row9
from rbsolve.solver.formulations.faces import set_rotation, set_vector
from rbsolve.solver.integrators.quaternion_hamiltonian.elimination import factor, substitute
from rbsolve.solver.integrators.quaternion_hamiltonian.islands import Layout, Links
from rbsolve.solver.integrators.quaternion_hamiltonian.rotors import Motion, Rotors
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import Floats, Ints, Model, State

NO_JOINT = -1
CONTINUE, CONVERGED, FAILED = 0, 1, 2


class Newton(NamedTuple):
    """How Newton's iteration ends. Corrections count relative to the scale of their unknown."""

    tolerance: float  # of the error that the next correction would remove, estimated from the last ones
    maximum: int  # iterations
    modified: bool  # keep the first matrix of a step


class Work(NamedTuple):
    """Memory of Newton's iteration."""

    unknown: Floats  # (n,)
    scale: Floats  # (n,)
    right: Floats  # (n,) residual, then correction
    matrix: Floats  # (layout.entries,)
    exchange: Ints  # (n,)
    norm: Floats  # (ni,) of the last correction of each island
    finished: Ints  # (ni,)
    gain: Floats  # (nl, 6, 12) derivatives of wrenches, solver/integrators/quaternion_hamiltonian/gains.py
    drive: Floats  # (nb, 12, m) derivatives of a stage's motion by the body's unknowns
    response: Floats  # (6, m) of one link


class System(NamedTuple):
    """Everything that the steppers of a run work on."""

    model: Model
    rotors: Rotors
    layout: Layout
    links: Links
    motion: Motion
    state: State
    newton: Newton
    work: Work
    length: float  # of the model, m: what rounding of positions is measured by


class Rotor(NamedTuple):
    """One body of `Rotors`, as tuples."""

    inertia: tuple[float, ...]
    inverse: tuple[float, ...]
    weight: tuple[float, ...]
    square: float
    isotropic: float


@subroutine
def rotor_of(rotors, b):  # type: ignore[no-untyped-def]
    """Body `b` of the rotors."""
    return Rotor(
        row9(rotors.inertia, b),
        row9(rotors.inverse, b),
        row9(rotors.weight, b),
        rotors.square[b],
        rotors.isotropic[b],
    )


@subroutine
def set_quaternion(array, b, q):  # type: ignore[no-untyped-def]
    """Store a quaternion in row `b`."""
    array[b, 0], array[b, 1], array[b, 2], array[b, 3] = q


@subroutine
def place(rotors, b, state, x, q, v, w):  # type: ignore[no-untyped-def]
    """Fill the common state for the unit quaternion `q` and the position `x` and velocity `v` of the pivot."""
    set_rotation(state, b, q)
    pivot = row3(rotors.pivot, b)
    R = row9(state.R, b)
    set_vector(state.x, b, subtract(x, matrix_vector(R, pivot)))
    set_vector(state.u, b, subtract(v, matrix_vector(R, cross(w, pivot))))
    set_vector(state.w, b, w)


@subroutine
def place_at_step(system, state):  # type: ignore[no-untyped-def]
    """The common state at the end of a step."""
    motion, rotors = system.motion, system.rotors
    for b in range(motion.q.shape[0]):
        q = row4(motion.q, b)
        place(rotors, b, state, row3(motion.x, b), q, row3(motion.v, b), angular_velocity(rotors, b, q, row4(motion.p, b)))


@subroutine
def body_momentum(q, p):  # type: ignore[no-untyped-def]
    """(q.p, G(q) p): the scalar and the vector part of the conjugate of `q` times `p`."""
    product = quaternion.product(quaternion.conjugate(q), p)
    return product[0], (product[1], product[2], product[3])


@subroutine
def angular_velocity(rotors, b, q, p):  # type: ignore[no-untyped-def]
    """Omega = 2 G q' with q' = H_p, at |q| = 1: J^-1 G p / 2 for both types of inertia."""
    _, w = body_momentum(q, p)
    return scale(0.5, matrix_vector(row9(rotors.inverse, b), w))


@subroutine
def pivot_moment(rotors, b, state):  # type: ignore[no-untyped-def]
    """Moment of the applied forces about the pivot, body axes."""
    force = transpose_vector(row9(state.R, b), row3(state.force, b))
    return subtract(row3(state.moment, b), cross(row3(rotors.pivot, b), force))


@subroutine
def start_iteration(work):  # type: ignore[no-untyped-def]
    """Forget the convergence of the last step."""
    for k in range(work.finished.shape[0]):
        work.finished[k] = 0
        work.norm[k] = 0.0


@subroutine
def clear_matrix(layout, work):  # type: ignore[no-untyped-def]
    """Zero the matrix."""
    for k in range(layout.entries):
        work.matrix[k] = 0.0


@subroutine
def correct(system, iteration, exact):  # type: ignore[no-untyped-def]
    """Solve every island that has not converged, correct its unknowns and judge; CONTINUE, CONVERGED or FAILED.

    `exact` says that the matrix is the exact Jacobian, so that corrections shrink quadratically: the error after a correction `d` that
    followed `d0` is about d (d/d0)^2, else d (d/d0).
    """
    layout, work, newton = system.layout, system.work, system.newton
    outcome = CONVERGED
    for island in range(layout.band.shape[0]):
        if work.finished[island] == 1:
            continue
        if (iteration == 0 or not newton.modified) and not factor(layout, island, work.matrix, work.exchange):
            return FAILED
        substitute(layout, island, work.matrix, work.exchange, work.right)
        norm = 0.0
        for k in range(layout.begin[island], layout.begin[island + 1]):
            work.unknown[k] -= work.right[k]
            norm = max(norm, abs(work.right[k]) / work.scale[k])
            if work.right[k] != work.right[k]:
                return FAILED
        before = work.norm[island]
        work.norm[island] = norm
        ratio = min(norm, 1.0) if iteration == 0 else norm / before
        error = norm * ratio if iteration == 0 or not exact or newton.modified else norm * ratio * ratio
        # Below 1e-9, a correction that no longer shrinks is rounding.
        if norm == 0.0 or error <= newton.tolerance or (norm < 1e-9 and iteration > 0 and ratio > 0.25):
            work.finished[island] = 1
        else:
            outcome = CONTINUE
    return outcome
