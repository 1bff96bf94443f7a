"""Rolling resistance, which is a couple that acts against the rolling of two bodies on each other.

Let w be the angular velocity of the probe relative to the solid, and n the normal. The rolling velocity is `r = w -
(n·w) n`. Spin about the normal causes no resistance. The couple on the probe is

    C = -b N mu(|r|) r / |r|,    mu(s) = tanh(4 s / s_t),    s_t = v_t / L,

where N is the normal force, v_t is the transition velocity of friction, and L is the radius of the rolling shape. For
b, see Johnson, Contact Mechanics, 1985, section 9.2. The resultant of the pressure acts at the distance b ahead of the
centre. The power of the couple is never positive.

With stiction (bristles.py), the bristle also rotates. Its turn phi is its initial turn plus the rotation of the probe
relative to the solid since the bristle was set. The couple is `-(L^2 k phi + L^2 c r)` with k and c of the bristle, up
to the limit b N. The factor `L^2` gives the couple of a ring of bristles at the distance L. If D is the rotation matrix
since the bristle was set, the turn since then is the axial vector of D, with the size sin(angle). For small rotations a
of the probe and c of the solid, it changes by `(tr(D) (a - c) - D a + D^T c) / 2`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.geometry.vector import (
    Matrix,
    Vector,
    add,
    cross,
    dot,
    matrix_vector,
    product_transpose,
    scale,
    subtract,
    transpose_product,
    transpose_vector,
)
from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.contacts.law import friction_ratio
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import (
    BRISTLE_DAMPING,
    BRISTLE_STIFFNESS,
    HOLDS,
    ROLLED,
    ROLLING,
    ROLLING_SIZE,
    STICKS,
    TRANSITION,
    TURNED,
)
from rbsolve.solver.model.rows import nine, row3, row9

if TYPE_CHECKING:
    from rbsolve.solver.contacts.changes import Change
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.flat import Floats

ZERO = (0.0, 0.0, 0.0)


@subroutine
def along(normal: Vector, v: Vector) -> Vector:
    """Return the component of a vector along the surface."""
    return subtract(v, scale(dot(normal, v), normal))


@subroutine
def _along_change(normal: Vector, v: Vector, d_normal: Vector, dv: Vector) -> Vector:
    """Return the change of `along`, from the changes of the normal and of the vector."""
    turned = add(scale(dot(d_normal, v) + dot(normal, dv), normal), scale(dot(normal, v), d_normal))
    return subtract(dv, turned)


@subroutine
def three(state: State, i: int, at: int) -> Vector:
    """Return three numbers of the bristle of point `i`, from index `at` on."""
    return state.bristle[i, at], state.bristle[i, at + 1], state.bristle[i, at + 2]


@subroutine
def spin_of(probe: int, solid: int, state: State) -> Vector:
    """Return the angular velocity of the probe relative to the solid, in inertial components."""
    own = matrix_vector(row9(state.R, probe), row3(state.w, probe))
    return subtract(own, matrix_vector(row9(state.R, solid), row3(state.w, solid)))


@subroutine
def rolling_ratio(law: Floats, k: int, rate: float, still: bool) -> tuple[float, float]:
    """Return `m = b mu/r` of contact `k` at the rate of rolling r, and `m'/r`. If `still` is true, m has its value at
    rest, where the resistance acts as a damper.
    """
    transition = law[k, TRANSITION] / law[k, ROLLING_SIZE]
    if still:
        return law[k, ROLLING] * friction_ratio(1.0, 1.0, transition, 0.0)[0], 0.0
    m, slope = friction_ratio(1.0, 1.0, transition, rate)
    return law[k, ROLLING] * m, law[k, ROLLING] * slope


@subroutine
def couple_of(
    law: Floats, k: int, N: float, normal: Vector, probe: int, solid: int, state: State
) -> tuple[Vector, float]:
    """Return the couple on the probe at a point of contact `k` with the normal force N, and the power of the couple."""
    if is_zero(law[k, ROLLING]):
        return ZERO, 0.0
    rolling = along(normal, spin_of(probe, solid, state))
    m, _ = rolling_ratio(law, k, math.sqrt(dot(rolling, rolling)), state.watch[STICKS] != 0.0)
    couple = scale(-N * m, rolling)
    return couple, dot(couple, rolling)


class Rolling(NamedTuple):
    """The data from which the change of the couple is computed. Without resistance, all are zero."""

    ratio: float
    """The ratio m, and its slope divided by the rate [m s]."""
    slope: float
    spin: Vector
    """Angular velocity of the probe relative to the solid, inertial [rad/s]."""
    rolling: Vector
    """The component of this angular velocity along the surface."""


@subroutine
def rolling_state_of(law: Floats, k: int, normal: Vector, probe: int, solid: int, state: State) -> Rolling:
    """Return the data of `couple_change` for a point in contact."""
    if is_zero(law[k, ROLLING]):
        return Rolling(0.0, 0.0, ZERO, ZERO)
    spin = spin_of(probe, solid, state)
    rolling = along(normal, spin)
    m, slope = rolling_ratio(law, k, math.sqrt(dot(rolling, rolling)), state.watch[STICKS] != 0.0)
    return Rolling(m, slope, spin, rolling)


@subroutine
def couple_change(roll: Rolling, normal: Vector, N: float, dN: float, change: Change) -> Vector:
    """Return the change of the couple on the probe, from the changes of N and of the position."""
    if is_zero(roll.ratio):
        return ZERO
    d_rolling = _along_change(normal, roll.spin, change.normal, change.spin)
    more = scale(dN * roll.ratio + N * roll.slope * dot(roll.rolling, d_rolling), roll.rolling)
    return scale(-1.0, add(more, scale(N * roll.ratio, d_rolling)))


@subroutine
def _rotation_since(i: int, probe: int, solid: int, state: State) -> Matrix:
    """Return the rotation of the probe relative to the solid since the bristle of point `i` was set, in inertial
    components.
    """
    at_first = nine(state.bristle, i, TURNED)
    return product_transpose(product_transpose(row9(state.R, probe), at_first), row9(state.R, solid))


@subroutine
def _axial(D: Matrix) -> Vector:
    return 0.5 * (D[7] - D[5]), 0.5 * (D[2] - D[6]), 0.5 * (D[3] - D[1])


@subroutine
def turn_of(i: int, probe: int, solid: int, state: State) -> Vector:
    """Return the turn of the bristle of point `i`, in inertial components."""
    had = matrix_vector(row9(state.R, solid), three(state, i, ROLLED))
    return add(had, _axial(_rotation_since(i, probe, solid, state)))


@subroutine
def bristle_couple(
    law: Floats, k: int, N: float, normal: Vector, probe: int, solid: int, state: State, turn: Vector
) -> tuple[Vector, float, float]:
    """Return the couple of a turned bristle on the probe, its power, and its stored energy."""
    if is_zero(law[k, ROLLING]):
        return ZERO, 0.0, 0.0
    area = law[k, ROLLING_SIZE] ** 2
    phi, rolling = along(normal, turn), along(normal, spin_of(probe, solid, state))
    T = scale(area, add(scale(law[k, BRISTLE_STIFFNESS], phi), scale(law[k, BRISTLE_DAMPING], rolling)))
    size, most = math.sqrt(dot(T, T)), law[k, ROLLING] * N
    couple = scale(-1.0 if state.watch[STICKS] != 0.0 or size <= most else -most / size, T)
    return couple, dot(couple, rolling), 0.5 * area * law[k, BRISTLE_STIFFNESS] * dot(phi, phi)


class HeldTurn(NamedTuple):
    """The data from which the change of the couple of a bristle is computed. Without resistance, all are zero."""

    resistance: float
    """The lever arm b of the rolling resistance [m]."""
    by_all_means: float
    """Whether the bristle sticks for any normal force: nonzero means yes."""
    had: Vector
    """The turn of the bristle when it was set, inertial [rad]."""
    since: Matrix
    """The rotation since the bristle was set."""
    turn: Vector
    """The current turn of the bristle, inertial [rad]."""
    spin: Vector
    """Angular velocity of the probe relative to the solid, inertial [rad/s]."""
    stiffness: float
    damping: float


@subroutine
def no_turn() -> HeldTurn:
    """Return the data of a point without rolling resistance."""
    return HeldTurn(0.0, 0.0, ZERO, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), ZERO, ZERO, 0.0, 0.0)


@subroutine
def bristle_turn_of(law: Floats, k: int, i: int, normal: Vector, probe: int, solid: int, state: State) -> HeldTurn:
    """Return the data of `bristle_couple_change` for a point in contact with a bristle."""
    if is_zero(law[k, ROLLING]):
        return no_turn()
    area, R_T = law[k, ROLLING_SIZE] ** 2, row9(state.R, solid)
    had, since = matrix_vector(R_T, three(state, i, ROLLED)), _rotation_since(i, probe, solid, state)
    stiffness, damping = area * law[k, BRISTLE_STIFFNESS], area * law[k, BRISTLE_DAMPING]
    spin, by_all_means = spin_of(probe, solid, state), state.watch[STICKS]
    return HeldTurn(law[k, ROLLING], by_all_means, had, since, add(had, _axial(since)), spin, stiffness, damping)


@subroutine
def bristle_couple_change(known: HeldTurn, normal: Vector, N: float, dN: float, change: Change) -> Vector:
    """Return the change of the bristle's couple on the probe, from the changes of N and of the position."""
    if is_zero(known.resistance):
        return ZERO
    D, a, c = known.since, change.turn_P, change.turn_T
    turned = add(scale(D[0] + D[4] + D[8], subtract(a, c)), subtract(transpose_vector(D, c), matrix_vector(D, a)))
    d_turn = add(cross(c, known.had), scale(0.5, turned))
    d_phi = _along_change(normal, known.turn, change.normal, d_turn)
    d_rolling = _along_change(normal, known.spin, change.normal, change.spin)
    phi, rolling = along(normal, known.turn), along(normal, known.spin)
    T = add(scale(known.stiffness, phi), scale(known.damping, rolling))
    dT = add(scale(known.stiffness, d_phi), scale(known.damping, d_rolling))
    size, most = math.sqrt(dot(T, T)), known.resistance * N
    if known.by_all_means != 0.0 or size <= most:
        return scale(-1.0, dT)
    ahead = scale(1.0 / size, T)
    d_size = scale(known.resistance * dN, ahead)
    return scale(-1.0, add(d_size, scale(most / size, subtract(dT, scale(dot(ahead, dT), ahead)))))


@subroutine
def set_turn(law: Floats, k: int, i: int, N: float, normal: Vector, probe: int, solid: int, state: State) -> None:
    """Set the bristle of a point with the normal force N. The rolling resistance limits its turn."""
    bristle, turn = state.bristle, ZERO
    if bristle[i, HOLDS] != 0.0:
        turn = along(normal, turn_of(i, probe, solid, state))
    size = law[k, BRISTLE_STIFFNESS] * law[k, ROLLING_SIZE] ** 2 * math.sqrt(dot(turn, turn))
    most = law[k, ROLLING] * N
    if size > most:
        turn = scale(most / size, turn)
    R_T = row9(state.R, solid)
    turn, at_first = transpose_vector(R_T, turn), transpose_product(R_T, row9(state.R, probe))
    for n in range(3):
        bristle[i, ROLLED + n] = turn[n]
    for n in range(9):
        bristle[i, TURNED + n] = at_first[n]
