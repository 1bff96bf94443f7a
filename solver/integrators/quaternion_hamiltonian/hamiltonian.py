"""The quaternion Hamiltonian, variant (i) of errata 4.2, and its derivatives. |q| need not be 1.

    H = (w.W w + square z^2 + isotropic p.p)/8 + V,    w = G(q) p = vec(q^-1 p),    z = q.p
    H_p = (q (W w) + square z q + isotropic p)/4,      H_q = (-p (W w) + square z p)/4 + V_q

Products of a quaternion and a vector are quaternion products (q (0, y) = G(q)^T y, p (0, y) = G(p)^T y). q^-1 is the
conjugate. Forces are extended to |q| != 1 through the rotation of q/|q|. A moment tau (body axes) is -V_q = 2 q (0,
tau)/|q|^2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import matrix_vector
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.geometry.vector import Matrix, Vector


@subroutine
def dot4(a: Quaternion, b: Quaternion) -> float:
    """Return the scalar product of two quaternions."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]


@subroutine
def add4(a: Quaternion, s: float, b: Quaternion) -> Quaternion:
    """Return the sum a + s b."""
    return a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2], a[3] + s * b[3]


@subroutine
def scale4(s: float, a: Quaternion) -> Quaternion:
    """Return the product s a."""
    return s * a[0], s * a[1], s * a[2], s * a[3]


@subroutine
def times_vector(q: Quaternion, y: Vector) -> Quaternion:
    """Return the product `q (0, y)`."""
    return quaternion.product(q, (0.0, y[0], y[1], y[2]))


@subroutine
def vector_part(q: Quaternion, p: Quaternion) -> Vector:
    """Return the vector part `vec(q^-1 p) = G(q) p`."""
    product = quaternion.product(quaternion.conjugate(q), p)
    return product[1], product[2], product[3]


@subroutine
def gradients(
    weight: Matrix, square: float, isotropic: float, q: Quaternion, p: Quaternion
) -> tuple[Quaternion, Quaternion]:
    """Return the derivatives H_p and H_q without the potential."""
    y, z = matrix_vector(weight, vector_part(q, p)), square * dot4(q, p)
    H_p = add4(add4(times_vector(q, y), z, q), isotropic, p)
    H_q = add4(scale4(z, p), -1.0, times_vector(p, y))
    return scale4(0.25, H_p), scale4(0.25, H_q)


@subroutine
def gradient_changes(
    weight: Matrix, square: float, isotropic: float, q: Quaternion, p: Quaternion, dq: Quaternion, dp: Quaternion
) -> tuple[Quaternion, Quaternion]:
    """Return the derivatives of H_p and H_q in the direction (dq, dp)."""
    y, z = matrix_vector(weight, vector_part(q, p)), square * dot4(q, p)
    # With `w = vec(q^-1 p)`, `G(dq) p = -G(p) dq`.
    first, second = vector_part(q, dp), vector_part(p, dq)
    dw = (first[0] - second[0], first[1] - second[1], first[2] - second[2])
    dy, dz = matrix_vector(weight, dw), square * (dot4(dq, p) + dot4(q, dp))
    dH_p = add4(add4(times_vector(q, dy), 1.0, times_vector(dq, y)), dz, q)
    dH_p = add4(add4(dH_p, z, dq), isotropic, dp)
    dH_q = add4(add4(scale4(dz, p), z, dp), -1.0, times_vector(dp, y))
    dH_q = add4(dH_q, -1.0, times_vector(p, dy))
    return scale4(0.25, dH_p), scale4(0.25, dH_q)


@subroutine
def moment_force(q: Quaternion, tau: Vector) -> Quaternion:
    """Return the contribution `2 q (0, tau)/|q|^2` of a moment to p'."""
    return scale4(2.0 / dot4(q, q), times_vector(q, tau))


@subroutine
def moment_force_change(q: Quaternion, tau: Vector, dq: Quaternion) -> Quaternion:
    """Return the derivative of `moment_force` in the direction dq, with fixed tau."""
    square = dot4(q, q)
    change = scale4(2.0 / square, times_vector(dq, tau))
    return add4(change, -2.0 * dot4(q, dq) / square, moment_force(q, tau))
