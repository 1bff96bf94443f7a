"""The rotation of one body in IMPLICIT_MIDPOINT and ENERGY_MOMENTUM, in three unknowns.

Both schemes (errata 4.2) conserve |q| = 1 exactly if the step of the quaternion is `q1 - q0 = (h/2) qm (0, omega)` with
`qm = (q0 + q1)/2`. With `b = h omega/4` this is the Cayley map `q1 = q0 (1 + b)/(1 - b)`. Therefore `omega` is the only
unknown of the rotation. The constraint and its multiplier are eliminated. The momenta are stored as the body components
`(z, w)` of `q^-1 p`. Here `z = q.p`, and `w = G(q) p` is twice the angular momentum about the pivot. The balance of
momenta is multiplied by `G(qm)/(2h)`, which removes the multiplier. With beta = |b|^2 and n = |qm|^2 = 1/(1 + beta):

- implicit midpoint: `pm = qm (0, w)/n` with `w = 2 (J^-1 + beta/gamma)^-1 omega` (beta = 0 for the alpha-type, where it has no effect), and
  `(w - n c)/h - (w x J^-1 w)/8 = tau`, `c = w0 - z0 b - b x w0`;
- energy-momentum: the discrete gradient with `w_bar = (w0 + w1)/2`; alpha-type `w_bar = 2 J omega`, `z1 = -z0`; gamma-type
  `pm = qm (0, y)/n` with `W w_bar + y/(gamma n) = 2 omega`.

In such a step, the work of a moment M is `4 b·M`. The work of a force F on a point at the arm a is
`4 b/(1 - beta)·(a x F)`. Here a is the mean arm of both ends. If forces act between rotating and translating bodies,
energy and angular momentum can therefore not both be conserved. For forces between bodies, energy-momentum therefore
multiplies the steps of its rotations by `1 - beta`. (`_conserving_balance` with `h (1 - beta)` and `omega / (1 - beta)`
leaves b unchanged.) Moments and forces then use the same measure of rotation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.geometry.vector import add, cross, dot, inverse, matrix_product, matrix_vector, scale, skew, subtract
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.integrators.quaternion_hamiltonian.rotors import Rotor


class Rotation(NamedTuple):
    """The rotation in a scheme. Its subroutines depend on the inertia (`Rotor`), the step h, the rate omega, and the
    momenta z0, w0 at the start.
    """

    balance: Callable[..., Any]
    """Subroutine (rotor, h, omega, z0, w0) that returns the balance without the moment, and the data for its derivative
    (`parts`).
    """
    share: Callable[..., float]
    """Subroutine (n) that returns the factor of the moment, with n = |qm|^2."""
    change: Callable[..., Any]
    """Subroutine (rotor, h, omega, z0, w0, parts, moment, d) that returns the derivative of `balance - share moment`
    for a change d of omega.
    """
    end: Callable[..., Any]
    """Subroutine (rotor, h, omega, z0, w0) that returns the momenta (z1, w1) at the end of the step."""


@subroutine
def add_to_diagonal(A: Matrix, s: float) -> Matrix:
    """Return the matrix A + s I."""
    return A[0] + s, A[1], A[2], A[3], A[4] + s, A[5], A[6], A[7], A[8] + s


@subroutine
def add_scaled(a: Vector, s: float, b: Vector) -> Vector:
    """Return the vector a + s b."""
    return a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]


@subroutine
def half_turn(h: float, omega: Vector) -> tuple[Vector, float, float]:
    """Return the values `b`, `beta` and `n` of a step with the midpoint rate `omega`."""
    b = scale(0.25 * h, omega)
    beta = dot(b, b)
    return b, beta, 1.0 / (1.0 + beta)


@subroutine
def _carry(b: Vector, z0: float, w0: Vector) -> Vector:
    """Return the vector `c = w0 - z0 b - b x w0`, for which `G(qm) p0 = n c`."""
    return subtract(add_scaled(w0, -z0, b), cross(b, w0))


@subroutine
def _carried_change(db: Vector, z0: float, w0: Vector) -> Vector:
    return subtract(scale(-z0, db), cross(db, w0))


@subroutine
def _turn_back(b: Vector, beta: float, n: float, z0: float, w0: Vector) -> tuple[float, Vector]:
    """Return the scalar and the vector part of `q1^-1 p0`, with `q1^-1 q0 = n ((1 - beta) - 2 b)`."""
    scalar = n * ((1.0 - beta) * z0 + 2.0 * dot(b, w0))
    vector = scale(n, subtract(add_scaled(scale(1.0 - beta, w0), -2.0 * z0, b), scale(2.0, cross(b, w0))))
    return scalar, vector


@subroutine
def _midpoint_momentum(rotor: Rotor, h: float, omega: Vector) -> tuple[Vector, Matrix]:
    """Return the vector `w` and the matrix `(J^-1 + beta/gamma)^-1` of the implicit midpoint scheme."""
    _, beta, _ = half_turn(h, omega)
    S = inverse(add_to_diagonal(rotor.inverse, rotor.isotropic * beta))
    return scale(2.0, matrix_vector(S, omega)), S


@subroutine
def _midpoint_balance(
    rotor: Rotor, h: float, omega: Vector, z0: float, w0: Vector
) -> tuple[Vector, tuple[Vector, Matrix]]:
    """Return the rate of the angular momentum minus the gyroscopic moment, and (w, S)."""
    b, _, n = half_turn(h, omega)
    w, S = _midpoint_momentum(rotor, h, omega)
    rate = scale(1.0 / h, add_scaled(w, -n, _carry(b, z0, w0)))
    return add_scaled(rate, -0.125, cross(w, matrix_vector(rotor.inverse, w))), (w, S)


@subroutine
def _midpoint_change(
    rotor: Rotor,
    h: float,
    omega: Vector,
    z0: float,
    w0: Vector,
    parts: tuple[Vector, Matrix],
    moment: Vector,
    d: Vector,
) -> Vector:
    """Return the derivative of `_midpoint_balance`."""
    w, S = parts
    b, _, n = half_turn(h, omega)
    db = scale(0.25 * h, d)
    dbeta = 2.0 * dot(b, db)
    dw = matrix_vector(S, add_scaled(scale(2.0, d), -rotor.isotropic * dbeta, w))
    carried = add_scaled(_carried_change(db, z0, w0), -n * dbeta, _carry(b, z0, w0))
    gyroscopic = add(cross(dw, matrix_vector(rotor.inverse, w)), cross(w, matrix_vector(rotor.inverse, dw)))
    return add_scaled(scale(1.0 / h, add_scaled(dw, -n, carried)), -0.125, gyroscopic)


@subroutine
def _midpoint_end(rotor: Rotor, h: float, omega: Vector, z0: float, w0: Vector) -> tuple[float, Vector]:
    """Return the momenta `(z1, w1)`. They are the body components of `q1^-1 p1` with `p1 = 2 pm - p0`."""
    b, beta, n = half_turn(h, omega)
    w, _ = _midpoint_momentum(rotor, h, omega)
    z, e = _turn_back(b, beta, n, z0, w0)
    return 2.0 * dot(b, w) - z, subtract(scale(2.0, subtract(w, cross(b, w))), e)


@subroutine
def _whole(n: float) -> float:
    return 1.0


MIDPOINT = Rotation(_midpoint_balance, _whole, _midpoint_change, _midpoint_end)
"""The rotation of IMPLICIT_MIDPOINT."""


@subroutine
def _conserving_alpha(
    rotor: Rotor, h: float, omega: Vector, z0: float, w0: Vector
) -> tuple[float, Vector, float, Vector, Vector]:
    """Return `(z1, w1)`, the parts `(s, y)` of `qm^-1 pm`, and half of `G(qm) (p1 - p0)`."""
    b, _, n = half_turn(h, omega)
    w1 = subtract(scale(4.0, matrix_vector(rotor.inertia, omega)), w0)
    sum_w, change_w = add(w0, w1), subtract(w1, w0)
    s = -0.5 * n * dot(b, change_w)
    y = scale(0.5 * n, add_scaled(add(sum_w, cross(b, change_w)), -2.0 * z0, b))
    lift = scale(0.5 * n, add(change_w, cross(b, sum_w)))
    return -z0, w1, s, y, lift


@subroutine
def _conserving_gamma(
    rotor: Rotor, h: float, omega: Vector, z0: float, w0: Vector
) -> tuple[float, Vector, Vector, Vector, Matrix]:
    """Return `z1`, `w1`, `y` and half of `G(qm) (p1 - p0)` of a gamma-type step (s = 0). Also return the inverse of the
    matrix that determines y.
    """
    b, beta, n = half_turn(h, omega)
    z, e = _turn_back(b, beta, n, z0, w0)
    W = rotor.weight
    W_turned = matrix_product(W, add_to_diagonal(skew(scale(-1.0, b)), 1.0))
    M = inverse(add_to_diagonal(W_turned, rotor.isotropic * (1.0 + beta)))
    y = matrix_vector(M, add_scaled(scale(2.0, omega), -0.5, matrix_vector(W, subtract(w0, e))))
    w1 = subtract(scale(2.0, subtract(y, cross(b, y))), e)
    return 2.0 * dot(b, y) - z, w1, y, add_scaled(y, -n, _carry(b, z0, w0)), M


@subroutine
def _conserving_balance(
    rotor: Rotor, h: float, omega: Vector, z0: float, w0: Vector
) -> tuple[Vector, tuple[Vector, float, Vector, Vector, Vector, Matrix]]:
    """Return the rate of the angular momentum minus the gyroscopic moment, and the data for its derivative."""
    if rotor.square > 0.0:
        _, w1, s, y, lift = _conserving_alpha(rotor, h, omega, z0, w0)
        M = rotor.inertia
        f = scale(2.0, omega)
    else:
        s = 0.0
        _, w1, y, lift, M = _conserving_gamma(rotor, h, omega, z0, w0)
        _, beta, _ = half_turn(h, omega)
        f = add_scaled(scale(2.0, omega), -rotor.isotropic * (1.0 + beta), y)
    gyroscopic = add_scaled(cross(y, f), s, f)
    return add_scaled(scale(1.0 / h, lift), -0.125, gyroscopic), (w1, s, y, lift, f, M)


@subroutine
def _conserving_derivative(
    rotor: Rotor,
    h: float,
    omega: Vector,
    z0: float,
    w0: Vector,
    parts: tuple[Vector, float, Vector, Vector, Vector, Matrix],
    db: Vector,
    d: Vector,
) -> Vector:
    """Return the derivative of `_conserving_balance` for changes `db` of b and `d` of omega, at constant 1/h."""
    w1, s, y, lift, f, M = parts
    b, beta, n = half_turn(h, omega)
    dbeta = 2.0 * dot(b, db)
    shrink = -n * dbeta  # dn / n
    if rotor.square > 0.0:
        dw1 = scale(4.0, matrix_vector(rotor.inertia, d))
        change_w = subtract(w1, w0)
        ds = shrink * s - 0.5 * n * (dot(db, change_w) + dot(b, dw1))
        swing = add(cross(db, change_w), cross(b, dw1))
        dy = add_scaled(scale(shrink, y), 0.5 * n, add_scaled(add(dw1, swing), -2.0 * z0, db))
        lean = add(cross(db, add(w0, w1)), cross(b, dw1))
        dlift = add_scaled(scale(shrink, lift), 0.5 * n, add(dw1, lean))
        df = scale(2.0, d)
    else:
        ds = 0.0
        _, e = _turn_back(b, beta, n, z0, w0)
        inner = subtract(add_scaled(scale(-dbeta, w0), -2.0 * z0, db), scale(2.0, cross(db, w0)))
        de = add_scaled(scale(shrink, e), n, inner)
        source = add_scaled(scale(0.5, de), 1.0, cross(db, y))
        pull = add_scaled(scale(2.0, d), -rotor.isotropic * dbeta, y)
        dy = matrix_vector(M, add(pull, matrix_vector(rotor.weight, source)))
        carried = add_scaled(_carried_change(db, z0, w0), shrink, _carry(b, z0, w0))
        dlift = add_scaled(dy, -n, carried)
        df = add_scaled(pull, -rotor.isotropic * (1.0 + beta), dy)
    gyroscopic = add(add_scaled(scale(ds, f), s, df), add(cross(dy, f), cross(y, df)))
    return add_scaled(scale(1.0 / h, dlift), -0.125, gyroscopic)


@subroutine
def _conserving_change(
    rotor: Rotor,
    h: float,
    omega: Vector,
    z0: float,
    w0: Vector,
    parts: tuple[Vector, float, Vector, Vector, Vector, Matrix],
    moment: Vector,
    d: Vector,
) -> Vector:
    """Return the derivative of the balance, and of |qm|^2 times the moment, with `d|qm|^2 = -n^2 (h/2) b.d`."""
    b, _, n = half_turn(h, omega)
    column = _conserving_derivative(rotor, h, omega, z0, w0, parts, scale(0.25 * h, d), d)
    return add_scaled(column, 0.5 * h * n * n * dot(b, d), moment)


@subroutine
def _conserving_end(rotor: Rotor, h: float, omega: Vector, z0: float, w0: Vector) -> tuple[float, Vector]:
    """Return the momenta `(z1, w1)`, for both types of inertia."""
    if rotor.square > 0.0:
        z1, w1, _, _, _ = _conserving_alpha(rotor, h, omega, z0, w0)
    else:
        z1, w1, _, _, _ = _conserving_gamma(rotor, h, omega, z0, w0)
    return z1, w1


@subroutine
def _same(n: float) -> float:
    return n


CONSERVING = Rotation(_conserving_balance, _same, _conserving_change, _conserving_end)
"""The rotation of ENERGY_MOMENTUM. Moments come from potentials in the mean quaternion, which is not normalised."""


@subroutine
def _between_balance(
    rotor: Rotor, h: float, omega: Vector, z0: float, w0: Vector
) -> tuple[Vector, tuple[float, Vector, tuple[Vector, float, Vector, Vector, Vector, Matrix]]]:
    """Return the balance with the step multiplied by 1 - beta, for forces between bodies."""
    _, beta, _ = half_turn(h, omega)
    c = 1.0 - beta
    value, parts = _conserving_balance(rotor, c * h, scale(1.0 / c, omega), z0, w0)
    return scale(c, value), (c, value, parts)


@subroutine
def _between_change(
    rotor: Rotor,
    h: float,
    omega: Vector,
    z0: float,
    w0: Vector,
    parts: tuple[float, Vector, tuple[Vector, float, Vector, Vector, Vector, Matrix]],
    moment: Vector,
    d: Vector,
) -> Vector:
    """Return the derivative of `_between_balance`."""
    c, value, inner = parts
    dc = -0.5 * h * dot(half_turn(h, omega)[0], d)
    rate = scale(1.0 / c, omega)
    change = scale(1.0 / c, add_scaled(d, -dc, rate))
    column = _conserving_derivative(rotor, c * h, rate, z0, w0, inner, scale(0.25 * h, d), change)
    # In c value(1/(c h)), the part that depends on 1/(c h) decreases by dc/c of itself. The factor c increases the
    # whole expression by dc/c.
    return add_scaled(scale(c, column), dc, add_scaled(value, -1.0 / (c * h), inner[3]))


@subroutine
def _between_end(rotor: Rotor, h: float, omega: Vector, z0: float, w0: Vector) -> tuple[float, Vector]:
    _, beta, _ = half_turn(h, omega)
    c = 1.0 - beta
    return _conserving_end(rotor, c * h, scale(1.0 / c, omega), z0, w0)


CONSERVING_BETWEEN = Rotation(_between_balance, _whole, _between_change, _between_end)
"""The rotation of ENERGY_MOMENTUM for forces between bodies."""
