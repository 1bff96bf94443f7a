"""Rotations by rotation vectors, with the exponential, the logarithm, and the right tangent operator T with its
inverse.

T is defined by (exp(v)^-1 d exp(v))v = T(v) dv. The angular velocity in body axes is therefore T(v) v'. With phi = |v|

    T(v)      = I - c1 v~ + c2 v~^2,     c1 = (1 - cos phi)/phi^2,  c2 = (1 - sin phi/phi)/phi^2
    T(v)^-1   = I + v~/2 + a v~^2,       a = (1 - (phi/2) cot(phi/2))/phi^2
    T(v)^T    = T(-v)

(Holzinger et al. 2020, eqs. (19)-(22), errata). The coefficients are functions of `s = phi^2`. Series replace the
closed forms where these forms suffer from cancellation. The series have six terms below s = 1/16, the range of a time
step, and more terms up to s = 12. As functions of s, a and b have poles at (2 pi k)^2. The first two poles are treated
separately, so that twelve terms suffice for the rest of the function. T^-1 is singular at `phi = 2 pi`.
"""

from __future__ import annotations

import math

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import Matrix, Vector, cross, dot, double_cross, skew

SMALL = 0.0625  # s below which six terms are exact to round-off
MIDDLE = 12.0  # s below which the longer series apply; above this value, the closed forms lose at most two bits
POLE1 = 39.478417604357434  # (2 pi)^2
POLE2 = 157.91367041742973  # (4 pi)^2


def c1(s: float) -> float:
    """Return `(1 - cos phi)/phi^2` for `s = phi^2`."""
    if s < SMALL:
        s2 = s * s
        return 0.5 + (s2 * ((1.0 / 720.0 - s / 40320.0) + s2 * (1.0 / 3628800.0 - s / 479001600.0)) - s / 24.0)
    half_sine = math.sin(0.5 * math.sqrt(s))
    return 2.0 * half_sine * half_sine / s


def c2(s: float) -> float:
    """Return `(1 - sin phi/phi)/phi^2` for `s = phi^2`."""
    if s < SMALL:
        s2 = s * s
        return 1.0 / 6.0 + (
            s2 * ((1.0 / 5040.0 - s / 362880.0) + s2 * (1.0 / 39916800.0 - s / 6227020800.0)) - s / 120.0
        )
    if s < MIDDLE:
        # Each factor of the nested series is -s/((2k+2)(2k+3)).
        p = 1.0 - s / 600.0 * (1.0 - s / 702.0 * (1.0 - s / 812.0))
        p = 1.0 - s / 272.0 * (1.0 - s / 342.0 * (1.0 - s / 420.0 * (1.0 - s / 506.0 * p)))
        p = 1.0 - s / 72.0 * (1.0 - s / 110.0 * (1.0 - s / 156.0 * (1.0 - s / 210.0 * p)))
        return (1.0 - s / 20.0 * (1.0 - s / 42.0 * p)) / 6.0
    phi = math.sqrt(s)
    return (1.0 - math.sin(phi) / phi) / s


def a(s: float) -> float:
    """Return `(1 - (phi/2) cot(phi/2))/phi^2` for `s = phi^2`. It is infinite at `phi = 2 pi`."""
    if s < SMALL:
        s2 = s * s
        return (1.0 / 12.0 + s / 720.0) + s2 * (
            (1.0 / 30240.0 + s / 1209600.0) + s2 * (1.0 / 47900160.0 + s * 5.2841901386874932e-10)
        )
    if s < MIDDLE:
        p = 6.2574711508057722e-26 + s * (1.7586730492909680e-28 + s * 4.9458469500579356e-31)
        p = 7.9555754107198450e-21 + s * (2.2289326645537012e-23 + s * p)
        p = 3.7567162002157978e-13 + s * (1.0280125375360461e-15 + s * (2.8500221292137912e-18 + s * p))
        p = 2.5438120688625622e-05 + s * (5.5845683904944151e-08 + s * (1.4088241574761047e-10 + s * p))
        return 2.0 / (POLE1 - s) + (2.0 / (POLE2 - s) + (0.020007593556872226 + s * p))
    half = 0.5 * math.sqrt(s)
    return (1.0 - half / math.tan(half)) / s


def b(s: float) -> float:
    """Return `a'(phi)/phi` for `s = phi^2`. It is the coefficient of the derivative of T^-1, and infinite at
    `phi = 2 pi`.
    """
    if s < SMALL:
        s2 = s * s
        return (1.0 / 360.0 + s / 7560.0) + s2 * (
            (1.0 / 201600.0 + s / 5987520.0)
            + s2 * (5.2841901386874932e-09 + s * (1.0 / 6227020800.0 + s * 4.7455524148159156e-12))
        )
    if s < MIDDLE:
        p = 3.5173460985819360e-27 + s * (1.0880863290127458e-29 + s * 3.3393184293794111e-32)
        p = 3.5662922632859219e-22 + s * (1.1263448071450390e-24 + s * p)
        p = 1.0280125375360461e-14 + s * (3.4200265550565495e-17 + s * (1.1137805575007783e-19 + s * p))
        p = 2.2338273561977661e-07 + s * (8.4529449448566281e-10 + s * (3.0053729601726382e-12 + s * p))
        d1, d2 = POLE1 - s, POLE2 - s
        return 4.0 / (d1 * d1) + (4.0 / (d2 * d2) + (0.000050876241377251243 + s * p))
    half = 0.5 * math.sqrt(s)
    sine = math.sin(half)
    return (0.5 * s / (sine * sine) + 2.0 * half / math.tan(half) - 4.0) / (2.0 * s * s)


def c1_slope(s: float) -> float:
    """Return `c1'(phi)/phi` for `s = phi^2`."""
    if s < MIDDLE:
        # sum over k >= 1 of 2k (-1)^k s^(k-1)/(2k+2)!
        p = -14.0 / 20922789888000.0 + s * (16.0 / 6402373705728000.0 - s * (18.0 / 2432902008176640000.0))
        p += s * s * s * (20.0 / 1124000727777607680000.0 - s * (22.0 / 6.2044840173323944e23))
        p += s * s * s * s * s * (24.0 / 4.0329146112660565e26 - s * (26.0 / 3.0488834461171386e29))
        p = 10.0 / -479001600.0 + s * (12.0 / 87178291200.0 + s * p)
        p = -6.0 / 40320.0 + s * (8.0 / 3628800.0 + s * p)
        return -1.0 / 12.0 + s * (1.0 / 180.0 + s * p)
    phi = math.sqrt(s)
    half_sine = math.sin(0.5 * phi)
    return (math.sin(phi) / phi - 4.0 * half_sine * half_sine / s) / s


def c2_slope(s: float) -> float:
    """Return `c2'(phi)/phi` for `s = phi^2`."""
    if s < MIDDLE:
        # sum over k >= 1 of 2k (-1)^k s^(k-1)/(2k+3)!
        p = -14.0 / 355687428096000.0 + s * (16.0 / 121645100408832000.0 - s * (18.0 / 51090942171709440000.0))
        p += s * s * s * (20.0 / 2.5852016738884977e22 - s * (22.0 / 1.5511210043330986e25))
        p += s * s * s * s * s * (24.0 / 1.0888869450418352e28 - s * (26.0 / 8.841761993739702e30))
        p = 10.0 / -6227020800.0 + s * (12.0 / 1307674368000.0 + s * p)
        p = -6.0 / 362880.0 + s * (8.0 / 39916800.0 + s * p)
        return -1.0 / 60.0 + s * (1.0 / 1260.0 + s * p)
    return (c1(s) - 3.0 * c2(s)) / s


def exp(v: Vector) -> Matrix:
    """Return the rotation matrix of the rotation vector v."""
    return quaternion.to_matrix(quaternion.exp(v))


def log(R: Matrix) -> Vector:
    """Return the rotation vector of a rotation matrix, |v| <= pi. The rotation vector is discontinuous at the angle
    pi.
    """
    return quaternion.log(quaternion.from_matrix(R))


def tangent_inverse(v: Vector) -> Matrix:
    """Return T(v)^-1."""
    x, y, z = v
    d = a(x * x + y * y + z * z)
    return (
        1.0 - d * (y * y + z * z),
        d * x * y - 0.5 * z,
        d * x * z + 0.5 * y,
        d * x * y + 0.5 * z,
        1.0 - d * (x * x + z * z),
        d * y * z - 0.5 * x,
        d * x * z - 0.5 * y,
        d * y * z + 0.5 * x,
        1.0 - d * (x * x + y * y),
    )


def tangent_inverse_derivative(v: Vector, w: Vector) -> Matrix:
    """Return the derivative of `T^-1(v) w` with respect to v."""
    s = dot(v, v)
    vw = cross(v, w)
    vvw = cross(v, vw)
    first, second, third = skew(w), skew(vw), double_cross(v, w)
    k, m = -a(s), b(s)
    return (
        k * third[0] + m * vvw[0] * v[0],
        -0.5 * first[1] + k * (second[1] + third[1]) + m * vvw[0] * v[1],
        -0.5 * first[2] + k * (second[2] + third[2]) + m * vvw[0] * v[2],
        -0.5 * first[3] + k * (second[3] + third[3]) + m * vvw[1] * v[0],
        k * third[4] + m * vvw[1] * v[1],
        -0.5 * first[5] + k * (second[5] + third[5]) + m * vvw[1] * v[2],
        -0.5 * first[6] + k * (second[6] + third[6]) + m * vvw[2] * v[0],
        -0.5 * first[7] + k * (second[7] + third[7]) + m * vvw[2] * v[1],
        k * third[8] + m * vvw[2] * v[2],
    )


def apply_tangent(v: Vector, w: Vector) -> Vector:
    """Return T(v) w."""
    s = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
    c, d = c1(s), c2(s)
    x = v[1] * w[2] - v[2] * w[1]
    y = v[2] * w[0] - v[0] * w[2]
    z = v[0] * w[1] - v[1] * w[0]
    return (
        w[0] + (d * (v[1] * z - v[2] * y) - c * x),
        w[1] + (d * (v[2] * x - v[0] * z) - c * y),
        w[2] + (d * (v[0] * y - v[1] * x) - c * z),
    )


def apply_tangent_transpose(v: Vector, w: Vector) -> Vector:
    """Return `T(v)^T w = T(-v) w`."""
    return apply_tangent((-v[0], -v[1], -v[2]), w)


def apply_tangent_inverse(v: Vector, w: Vector) -> Vector:
    """Return `T(v)^-1 w = w + v x w/2 + a v x (v x w)`."""
    d = a(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    x = v[1] * w[2] - v[2] * w[1]
    y = v[2] * w[0] - v[0] * w[2]
    z = v[0] * w[1] - v[1] * w[0]
    return (
        w[0] + (d * (v[1] * z - v[2] * y) + 0.5 * x),
        w[1] + (d * (v[2] * x - v[0] * z) + 0.5 * y),
        w[2] + (d * (v[0] * y - v[1] * x) + 0.5 * z),
    )


def apply_tangent_inverse_transpose(v: Vector, w: Vector) -> Vector:
    """Return `T(v)^-T w = T(-v)^-1 w`."""
    return apply_tangent_inverse((-v[0], -v[1], -v[2]), w)
