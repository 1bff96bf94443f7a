"""The common code of the quaternion-based integrators: the records for their kernels, the conversion of bodies to the
common state, and Newton's iteration.

Kernels receive only the arrays that they use, because each array argument increases the compilation time.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import cross, matrix_vector, scale, subtract, transpose_vector
from rbsolve.solver.compiler.derivatives import derivatives_alone, largest_derivative, value_of
from rbsolve.solver.formulations.faces import set_rotation, set_vector
from rbsolve.solver.integrators.quaternion_hamiltonian.elimination import factor, substitute
from rbsolve.solver.integrators.quaternion_hamiltonian.islands import BodyPairs, IslandLayout
from rbsolve.solver.integrators.quaternion_hamiltonian.rotors import RotorMotion, Rotors
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.rows import row3, row4, row9
from rbsolve.solver.newton import CONVERGED, DIVERGED, GO_ON, NEVER, Rules, Search, assess, remainder_of_squares

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.model.arrays import State

ROUNDING = 1e-9  # smaller corrections that no longer decrease count as round-off
ORDER = 6  # order of the extrapolation from step to step
REFINED = 1e-13  # largest size of the last correction of a step's derivatives, relative to the derivatives
MOST_REFINEMENTS = 40


class Newton(NamedTuple):
    """Rules that end Newton's iteration. A correction is relative to the scale of its unknown."""

    tolerance: float  # permitted remaining error, estimated from the last corrections
    maximum: int  # largest number of iterations
    modified: bool  # whether the first matrix of a step is kept
    length: float  # size of the model [m]: scale for the round-off of positions
    refines: bool = False  # whether iterations continue for the derivatives of a step's numbers


class NewtonMemory(NamedTuple):
    """Memory of the Newton iteration."""

    unknown: Floats  # (n,)
    scale: Floats  # (n,)
    right: Floats  # (n,) residual, then correction
    matrix: Floats  # (layout.entries,)
    exchange: Ints  # (n,)
    norm: Floats  # (ni,) norm of the last correction of each island
    finished: Ints  # (ni,)
    past: Floats  # (ORDER, n) solution of the last step, and its backward differences over the previous steps
    pace: Floats  # (1,) size of the steps in `past`
    known: Ints  # (1,) number of valid rows of `past`


class RotorSystem(NamedTuple):
    """The data of the Newton iteration."""

    rotors: Rotors
    motion: RotorMotion
    layout: IslandLayout
    links: BodyPairs
    work: NewtonMemory
    accept_part: int = 0  # address of the code that runs after each part of a step (output.py); 0 without such code


class Gains(NamedTuple):
    """Memory for the derivatives of the forces (gains.py)."""

    gain: Floats  # (nl, 6, 12) derivatives of wrenches
    drive: Floats  # (nb, 12, m) derivatives of a stage's motion with respect to the body's unknowns
    response: Floats  # (6, m) derivatives of one link's wrench with respect to unknowns
    element: Floats  # (4, 12, 12) derivatives of one object's forces, solver/forces/tangents
    vary: bool  # whether any force depends on the motion


@subroutine
def set_quaternion(array: Floats, b: int, q: Quaternion) -> None:
    """Store a quaternion in row `b`."""
    array[b, 0], array[b, 1], array[b, 2], array[b, 3] = q


@subroutine
def place(pivot: Vector, b: int, state: State, x: Vector, q: Quaternion, v: Vector, w: Vector) -> None:
    """Set the common state for the unit quaternion `q`, and the position `x` and velocity `v` of the body's `pivot`."""
    set_rotation(state, b, q)
    R = row9(state.R, b)
    set_vector(state.x, b, subtract(x, matrix_vector(R, pivot)))
    set_vector(state.u, b, subtract(v, matrix_vector(R, cross(w, pivot))))
    set_vector(state.w, b, w)


@subroutine
def place_at_step(pivot: Floats, inverse: Floats, motion: RotorMotion, state: State) -> None:
    """Set the common state at the end of a step."""
    for b in range(motion.q.shape[0]):
        q = row4(motion.q, b)
        w = angular_velocity(row9(inverse, b), q, row4(motion.p, b))
        place(row3(pivot, b), b, state, row3(motion.x, b), q, row3(motion.v, b), w)


@subroutine
def body_momentum(q: Quaternion, p: Quaternion) -> tuple[float, Vector]:
    """Return `q.p` and `G(q) p`. They are the scalar and vector parts of the conjugate of q, multiplied by p."""
    product = quaternion.product(quaternion.conjugate(q), p)
    return product[0], (product[1], product[2], product[3])


@subroutine
def angular_velocity(inverse: Matrix, q: Quaternion, p: Quaternion) -> Vector:
    """Return `Omega = 2 G q'` with `q' = H_p` at `|q| = 1`. For both types of inertia, it is `J^-1 G p / 2`."""
    _, w = body_momentum(q, p)
    return scale(0.5, matrix_vector(inverse, w))


@subroutine
def pivot_moment(pivot: Vector, b: int, state: State) -> Vector:
    """Return the moment of the applied forces about the body's `pivot`, in body axes."""
    force = transpose_vector(row9(state.R, b), row3(state.force, b))
    return subtract(row3(state.moment, b), cross(pivot, force))


@subroutine
def about_pivots(pivot: Floats, state: State) -> None:
    """Convert moments about the origins of the bodies to moments about the points `pivot` (nb, 3)."""
    for b in range(pivot.shape[0]):
        set_vector(state.moment, b, pivot_moment(row3(pivot, b), b, state))


@subroutine
def start_iteration(work: NewtonMemory) -> None:
    """Delete the convergence data of the last step."""
    for k in range(work.finished.shape[0]):
        work.finished[k] = 0
        work.norm[k] = math.inf


@subroutine
def _shrinking_differences(work: NewtonMemory) -> int:
    """Return the number of rows of `past` for the extrapolation. Differences are used as long as they decrease."""
    last, count = math.inf, 0
    while count < work.known[0]:
        size = 0.0
        for k in range(work.unknown.shape[0]):
            size = max(size, abs(work.past[count, k]) / work.scale[k])
        if not size < 0.5 * last:
            break
        last, count = size, count + 1
    return count


@subroutine
def extrapolate(work: NewtonMemory, h: float) -> None:
    """If enough steps had the size `h`, replace the prediction by the polynomial through the last solutions.

    With the small steps of accurate runs, the extrapolated unknowns then need only one iteration.
    """
    if abs(work.pace[0] - h) > 1e-9 * h:
        work.known[0], work.pace[0] = 0, h
    if work.known[0] < 3:
        return
    count = _shrinking_differences(work)
    for k in range(work.unknown.shape[0]):
        value = 0.0
        for m in range(count):
            value += work.past[m, k]
        work.unknown[k] = value


@subroutine
def remember(work: NewtonMemory) -> None:
    """Add the solution of a step to `past`."""
    work.known[0] = min(work.known[0] + 1, ORDER)
    for k in range(work.unknown.shape[0]):
        value = work.unknown[k]
        for m in range(ORDER):
            before = work.past[m, k]
            work.past[m, k] = value
            value -= before


@subroutine
def clear(array: Floats) -> None:
    """Set a flat array to zero."""
    for k in range(array.shape[0]):
        array[k] = 0.0


@subroutine
def _remaining_error(size: float, before: float, iteration: int, exact: bool) -> float:
    """Return the error after a correction of relative size `size` that followed a correction of size `before`.

    After the first correction with all derivatives (`exact`), the error is the square of the size.
    """
    if iteration == 0:
        return size * min(size, 1.0) if exact else math.inf
    return remainder_of_squares(size, size / before) if exact else size * (size / before)


@subroutine
def correct(layout: IslandLayout, work: NewtonMemory, newton: Newton, iteration: int, exact: bool) -> int:
    """Solve every island that has not converged, and correct its unknowns. Return GO_ON, CONVERGED, or the cause of a
    failure.
    """
    rules, outcome = Rules(newton.maximum, 0.25, NEVER, 0), CONVERGED
    for island in range(layout.band.shape[0]):
        if work.finished[island] == 1:
            continue
        if (iteration == 0 or not newton.modified) and not factor(layout, island, work.matrix, work.exchange):
            return DIVERGED
        substitute(layout, island, work.matrix, work.exchange, work.right)
        norm = 0.0
        for k in range(layout.begin[island], layout.begin[island + 1]):
            work.unknown[k] -= work.right[k]
            norm = max(norm, abs(work.right[k]) / work.scale[k])
            if not abs(work.right[k]) < 1e300:
                return DIVERGED
        left = _remaining_error(norm, work.norm[island], iteration, exact and (iteration == 0 or not newton.modified))
        search = Search(GO_ON, iteration, work.norm[island])
        verdict = assess(search, rules, norm, left / newton.tolerance, norm / ROUNDING).verdict
        if verdict == CONVERGED:
            work.finished[island] = 1
        elif verdict == GO_ON:
            outcome = GO_ON
        else:
            return verdict
        work.norm[island] = norm
    return outcome


@subroutine
def refine(layout: IslandLayout, work: NewtonMemory, refining: int) -> int:
    """Correct the derivatives of the unknowns, whose values are already known. The first correction uses a new matrix.
    Small corrections that no longer decrease count as round-off, as in the iteration for the values.

    Return the number of the next correction, 0 if no correction is needed, or -1 if the derivatives do not converge.
    All derivatives of an island are judged together, because the derivatives of a single unknown may be only round-off.
    """
    following = 0
    for island in range(layout.band.shape[0]):
        if refining == 1 and not factor(layout, island, work.matrix, work.exchange):
            return -1
        for k in range(layout.begin[island], layout.begin[island + 1]):
            work.right[k] = derivatives_alone(work.right[k])
        substitute(layout, island, work.matrix, work.exchange, work.right)
        size, moved = 0.0, 0.0
        for k in range(layout.begin[island], layout.begin[island + 1]):
            work.unknown[k] -= work.right[k]
            size = max(size, largest_derivative(work.right[k]) / value_of(work.scale[k]))
            moved = max(moved, largest_derivative(work.unknown[k]) / value_of(work.scale[k]))
        is_least = refining > 1 and size > 0.5 * value_of(work.norm[island]) and size <= ROUNDING * moved
        work.norm[island] = size
        if not (size <= REFINED * moved or is_least):
            following = refining + 1
    return -1 if following > MOST_REFINEMENTS else following
