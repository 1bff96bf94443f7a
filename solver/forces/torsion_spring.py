"""The force TORSION_SPRING: a moment about an axis, which depends on the angle of one body relative to the other about
this axis.

The angle theta is the twist of the relative rotation q about e3, with tan(theta/2) = q3/q0, in (-pi, pi]. Its rate is
`g·w`. Here w is the relative angular velocity in the axes S of body 1, and

    g = ((q1 q3 - q0 q2)/s, (q0 q1 + q2 q3)/s, 1),    s = q0^2 + q3^2,

which follow from q' = q (0, w)/2. The moment `M = f(theta) + c theta'` acts as `-M g` on body 1. The work of f
therefore equals the loss of its integral, even if the axes of the bodies are not aligned. For `s = 0` (half a turn
about a perpendicular axis), the twist is undefined, and the moment is zero.

An energy-conserving step uses two products of the axes t_i of body 0 and s_j of body 1. They are invariants of the
motion: `(X, Y) = (t1.s1 + t2.s2, t2.s1 - t1.s2) = r (cos theta, sin theta)`. With the means of both ends,
`X_m change(Y) - Y_m change(X)` is exactly `r0 r1 sin(change(theta))`. The change of theta therefore has a discrete
gradient in X and Y.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.geometry import observer
from rbsolve.geometry.vector import (
    add,
    cross,
    dot,
    matrix_product,
    matrix_vector,
    outer,
    product_transpose,
    scale,
    subtract,
    transpose_product,
    transpose_vector,
)
from rbsolve.language.table import INERTIAL_TRIAD, BlockSchema, number, reference
from rbsolve.solver.forces.discrete.arms import column
from rbsolve.solver.forces.discrete.laws import mean_law
from rbsolve.solver.forces.kind import Measure, PairForce, PairRow, Seen
from rbsolve.solver.forces.tangents.blocks import add_couple, clear, scale_matrix, total
from rbsolve.solver.forces.wrench import add_moment
from rbsolve.solver.functions.law import SpringLaw
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.links.torsion_spring import DAMPING, LEAST, REST_ANGLE, STIFFNESS, bend_of, moment_of, twist_of
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.energy_flow import add_power
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.language.described import Described
    from rbsolve.solver.forces.anatomy import Anatomy
    from rbsolve.solver.model.arrays import Pairs, State


def row(block: Described, anatomy: Anatomy) -> PairRow:
    """Return the row of `Pairs` for a block of a deck."""
    numbers = [block.get(keyword, 0.0) for keyword in ("STIFFNESS", "DAMPING", "REST_ANGLE")]
    return PairRow(axes=block.get("TRIAD_NAME"), numbers=numbers, function=block.get("MOMENT_FUNCTION_NAME"))


@subroutine
def apply(model: Model, i: int, state: State) -> None:
    """Add the moments of torsion spring `i` to both bodies."""
    pairs = model.pairs
    b0, b1 = pairs.body0[i], pairs.body1[i]
    q, _, g, w = twist_of(pairs, i, state)
    M, _ = moment_of(model, i, q, dot(g, w), state)
    moment = matrix_vector(row9(pairs.axes1, i), scale(M, g))
    add_moment(state, b1, scale(-1.0, moment))
    add_moment(state, b0, transpose_vector(row9(state.R, b0), matrix_vector(row9(state.R, b1), moment)))
    add_power(state, -pairs.numbers[i, DAMPING] * dot(g, w) ** 2)


@subroutine
def tangent(model: Model, i: int, state: State, element: Floats) -> None:
    """Compute the negative derivatives of the wrenches of spring `i` on [body0, body1]."""
    clear(element)
    pairs = model.pairs
    q, s, g, w = twist_of(pairs, i, state)
    if s < LEAST:
        return
    M, slope = moment_of(model, i, q, dot(g, w), state)
    c = pairs.numbers[i, DAMPING]
    G = bend_of(q, s, g)
    # d(M g) = g (slope g + c G^T w)·dphi + M G dphi + c g g·dw
    by_rate = transpose_vector(G, w)
    turn = total(total(scale_matrix(slope, outer(g, g)), scale_matrix(c, outer(g, by_rate))), scale_matrix(M, G))
    axes = row9(pairs.axes1, i)
    by_turn = product_transpose(matrix_product(axes, turn), axes)
    by_spin = product_transpose(matrix_product(axes, scale_matrix(c, outer(g, g))), axes)
    R10 = transpose_product(row9(state.R, pairs.body1[i]), row9(state.R, pairs.body0[i]))
    w0, moment = row3(state.w, pairs.body0[i]), matrix_vector(axes, scale(M, g))
    add_couple(element, R10, w0, moment, by_turn, by_spin)


@subroutine
def _products(pairs: Pairs, i: int, state: State) -> tuple[float, float]:
    """Return the products (X, Y) of the axes of spring `i`."""
    T = matrix_product(row9(state.R, pairs.body0[i]), row9(pairs.axes0, i))
    S = matrix_product(row9(state.R, pairs.body1[i]), row9(pairs.axes1, i))
    t1, t2, s1, s2 = column(T, 0), column(T, 1), column(S, 0), column(S, 1)
    return dot(t1, s1) + dot(t2, s2), dot(t2, s1) - dot(t1, s2)


@subroutine
def discrete_gradient(
    model: Model, i: int, h: float, arm: Callable[..., Vector], start: State, middle: State, end: State
) -> None:
    """Add the moments of spring `i` over a step. The damper acts with the mean rate."""
    pairs = model.pairs
    b0, b1 = pairs.body0[i], pairs.body1[i]
    X0, Y0 = _products(pairs, i, start)
    X1, Y1 = _products(pairs, i, end)
    size = math.sqrt((X0 * X0 + Y0 * Y0) * (X1 * X1 + Y1 * Y1))  # r0 r1
    if size < 16.0 * LEAST:
        return
    change = math.atan2(X0 * Y1 - X1 * Y0, X0 * X1 + Y0 * Y1)
    angle = math.atan2(Y0, X0) - pairs.numbers[i, REST_ANGLE]
    law = mean_law(model.functions, pairs.function[i], pairs.numbers[i, STIFFNESS], angle, angle + change)
    moment = law + pairs.numbers[i, DAMPING] * change / h
    ratio = 1.0 + change * change / 6.0 if abs(change) < 1e-4 else change / math.sin(change)
    by_X, by_Y = -0.5 * (Y0 + Y1) * ratio * moment / size, 0.5 * (X0 + X1) * ratio * moment / size
    axes0, axes1 = row9(pairs.axes0, i), row9(pairs.axes1, i)
    t1, t2 = arm(start, middle, end, b0, column(axes0, 0)), arm(start, middle, end, b0, column(axes0, 1))
    s1, s2 = arm(start, middle, end, b1, column(axes1, 0)), arm(start, middle, end, b1, column(axes1, 1))
    couple = scale(by_X, add(cross(s1, t1), cross(s2, t2)))
    couple = add(couple, scale(by_Y, subtract(cross(s1, t2), cross(s2, t1))))
    add_moment(middle, b0, transpose_vector(row9(middle.R, b0), couple))
    add_moment(middle, b1, scale(-1.0, transpose_vector(row9(middle.R, b1), couple)))


def _angles(model: Model, which: Ints, seen: Seen) -> Floats:
    """Return the angles minus the rest angles (rows, n)."""
    R = np.swapaxes(seen.end0.R, -1, -2) @ seen.end1.R
    turned = np.arctan2(R[..., 1, 0] - R[..., 0, 1], R[..., 0, 0] + R[..., 1, 1])
    return np.asarray(turned - model.pairs.numbers[which, REST_ANGLE], dtype=float)


def _rates(model: Model, which: Ints, seen: Seen) -> Floats:
    """Return the rates of the angles (rows, n) from (X, Y), with X' and Y' from `R' = w~ R`. A rate is 0 if the twist
    is undefined.
    """
    R, w = observer.orientation(seen.end0, seen.end1), observer.angular_velocity(seen.end0, seen.end1)
    X, Y = R[..., 0, 0] + R[..., 1, 1], R[..., 1, 0] - R[..., 0, 1]
    square = X * X + Y * Y
    tilt = (Y * w[..., 0] - X * w[..., 1]) * R[..., 2, 1] - (X * w[..., 0] + Y * w[..., 1]) * R[..., 2, 0]
    rate = w[..., 2] + tilt / np.where(square < 16.0 * LEAST, 1.0, square)
    return np.asarray(np.where(square < 16.0 * LEAST, 0.0, rate), dtype=float)


def _laws(model: Model, which: Ints, turned: Floats, by_stiffness: Floats, face: Callable[..., Floats]) -> Floats:
    """Return the values `by_stiffness` (rows, n). For springs with a function, they are replaced by the values of
    `face`.
    """
    for n in np.flatnonzero(model.pairs.function[which] >= 0):
        law = SpringLaw(model.functions, int(model.pairs.function[which[n]]))
        by_stiffness[..., n] = face(law, turned[..., n])
    return np.asarray(by_stiffness, dtype=float)


def _moments(model: Model, which: Ints, seen: Seen) -> Floats:
    """Return the moments M of the springs (rows, n)."""
    numbers, turned = model.pairs.numbers[which], _angles(model, which, seen)
    elastic = _laws(model, which, turned, numbers[:, STIFFNESS] * turned, SpringLaw.force)
    return np.asarray(elastic + numbers[:, DAMPING] * _rates(model, which, seen), dtype=float)


def energy(model: Model, which: Ints, seen: Seen) -> Floats:
    """Return the stored energy (rows, n), which is the integral of each law."""
    turned = _angles(model, which, seen)
    return _laws(model, which, turned, 0.5 * model.pairs.numbers[which, STIFFNESS] * turned**2, SpringLaw.energy)


BLOCK = BlockSchema(
    kind="TORSION_SPRING",
    definition="TORSION_SPRING_DEFINITION",
    name_keyword="TORSION_SPRING_NAME",
    title="Torsion springs",
    meaning="A spring and a damper for the relative rotation of two bodies about an axis fixed in both.",
    family="FORCE",
    section="Forces",
    one_of=(("STIFFNESS", "DAMPING", "MOMENT_FUNCTION_NAME"),),
    keywords=(
        reference("CONNECTED_TO_BODIES", "BODY", "The bodies B0 and B1.", counts=(2,), required=True),
        reference(
            "TRIAD_NAME",
            "TRIAD",
            "The triad whose e3 is the axis at the reference configuration.",
            default=INERTIAL_TRIAD,
        ),
        number("STIFFNESS", "Moment per angle.", unit="N m/rad", default=0.0),
        number("DAMPING", "The damping moment per rate of the angle.", unit="N m s/rad", default=0.0),
        number(
            "REST_ANGLE",
            "The angle at which the spring exerts no moment. The angle is zero at the reference configuration.",
            unit="rad",
            default=0.0,
        ),
        reference(
            "MOMENT_FUNCTION_NAME",
            "FUNCTION",
            "The moment as a function of the angle minus the rest angle, instead of a stiffness.",
            unit="N m",
            excludes=("STIFFNESS",),
        ),
    ),
    notes=("The angle is between minus and plus half a turn. For larger rotations, use @SPRING of a joint.",),
    example="""\
@TORSION_SPRING_DEFINITION {
  @TORSION_SPRING_NAME {Return} {
    @CONNECTED_TO_BODIES {GROUND, Arm} @TRIAD_NAME {Hinge} @STIFFNESS {5} @DAMPING {0.1} @REST_ANGLE {rad(15)}
  }
}""",
)

MEASURES = (
    Measure("ELONGATION", ("angle",), "rad", "angle", _angles),
    Measure("ELONGATION_RATE", ("rate",), "rad/s", "rate of the angle", _rates),
    Measure("FORCE", ("moment",), "N m", "moment", _moments),
)
TORSION_SPRING = PairForce(BLOCK, row, apply, energy, "torsion", tangent, discrete_gradient, MEASURES)
