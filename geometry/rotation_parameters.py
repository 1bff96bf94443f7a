"""Converts between rotation matrices and the parameters that a sensor may report (numpy, leading axes).

Euler angles are in degrees and named by their sequence of axes. EULER_ANGLES_313 is R3(phi1) R1(phi2) R3(phi3)
(Dymore's manual, sections 2.5-2.8, errata). The sequence 1-2-3 follows the same rule. If only phi1 + phi3 or phi1 -
phi3 is defined, phi3 is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

SINGULAR = 1e-10  # sine or cosine of phi2 below which phi3 is set to 0


def cosine_sine_degrees(angle: Array) -> tuple[Array, Array]:
    """Return the cosine and sine of angles in degrees, exact at multiples of 90 degrees."""
    quadrant = np.rint(angle / 90.0)
    rest = np.radians(angle - 90.0 * quadrant)
    c, s = np.cos(rest), np.sin(rest)
    turn = np.mod(quadrant, 4.0)
    swap, flip = (turn == 1.0) | (turn == 3.0), turn >= 2.0
    sign = np.where(flip, -1.0, 1.0)
    return sign * np.where(swap, -s, c) + 0.0, sign * np.where(swap, c, s) + 0.0


def planar_rotation(axis: int, angle: Array) -> Array:
    """Return rotation matrices (..., 3, 3) about axis 1, 2 or 3 by angles in degrees."""
    c, s = cosine_sine_degrees(np.asarray(angle, dtype=float))
    i, j = axis % 3, (axis + 1) % 3
    R = np.zeros((*c.shape, 3, 3))
    R[..., axis - 1, axis - 1] = 1.0
    R[..., i, i] = R[..., j, j] = c
    R[..., i, j], R[..., j, i] = -s, s
    return R


def matrix_from_euler_angles(sequence: str, angles: Array) -> Array:
    """Return the rotation matrices (..., 3, 3) of angles (..., 3) in degrees."""
    angles = np.asarray(angles, dtype=float)
    R1, R2, R3 = (planar_rotation(int(axis), angles[..., k]) for k, axis in enumerate(sequence))
    return np.asarray(R1 @ R2 @ R3, dtype=float)


def euler_angles_from_matrix(sequence: str, R: Array) -> Array:
    """Return the angles (..., 3) in degrees of rotation matrices (..., 3, 3).

    phi1 and phi3 are in (-180, 180]. phi2 is in [0, 180] for sequences that start and end with the same axis, and in
    [-90, 90] for other sequences.
    """
    D = np.moveaxis(np.asarray(R, dtype=float), (-2, -1), (0, 1))
    third, rest = _INVERSES[sequence]
    y, x = third(D)
    regular = np.hypot(y, x) > SINGULAR
    y, x = np.where(regular, y, 0.0), np.where(regular, x, 1.0)
    length = np.hypot(y, x)
    (y2, x2), (y1, x1) = rest(D, x / length, y / length)
    # The addition of 0.0 changes -0.0 to 0.0, so that an angle of 180 degrees is never -180 degrees.
    pairs = ((y1, x1), (y2, x2), (y, x))
    return np.asarray(np.degrees(np.stack([np.arctan2(b + 0.0, a + 0.0) for b, a in pairs], axis=-1)), dtype=float)


Pair = tuple[Array, Array]
_Third = Callable[[Array], Pair]
_Rest = Callable[[Array, Array, Array], tuple[Pair, Pair]]

# The first function of a sequence returns the sine and cosine of phi3, times a common factor. The second function takes
# the cosine C and the sine S of phi3, and returns the sines and cosines of phi2 and phi1.
_INVERSES: Mapping[str, tuple[_Third, _Rest]] = {
    "313": (  # Dymore's manual, eqs. (22)-(24)
        lambda D: (D[2, 0], D[2, 1]),
        lambda D, C, S: (
            (D[2, 0] * S + D[2, 1] * C, D[2, 2]),
            (D[1, 0] * C - D[1, 1] * S, D[0, 0] * C - D[0, 1] * S),
        ),
    ),
    "323": (  # Dymore's manual, eqs. (26)-(28), errata
        lambda D: (D[2, 1], -D[2, 0]),
        lambda D, C, S: (
            (D[2, 1] * S - D[2, 0] * C, D[2, 2]),
            (-D[0, 0] * S - D[0, 1] * C, D[1, 0] * S + D[1, 1] * C),
        ),
    ),
    "321": (  # Dymore's manual, eqs. (30)-(32), errata
        lambda D: (D[2, 1], D[2, 2]),
        lambda D, C, S: (
            (-D[2, 0], D[2, 1] * S + D[2, 2] * C),
            (D[0, 2] * S - D[0, 1] * C, D[1, 1] * C - D[1, 2] * S),
        ),
    ),
    "312": (  # Dymore's manual, eqs. (34)-(36), errata
        lambda D: (-D[2, 0], D[2, 2]),
        lambda D, C, S: (
            (D[2, 1], D[2, 2] * C - D[2, 0] * S),
            (D[1, 0] * C + D[1, 2] * S, D[0, 0] * C + D[0, 2] * S),
        ),
    ),
    "123": (
        lambda D: (-D[0, 1], D[0, 0]),
        lambda D, C, S: (
            (D[0, 2], D[0, 0] * C - D[0, 1] * S),
            (D[2, 0] * S + D[2, 1] * C, D[1, 0] * S + D[1, 1] * C),
        ),
    ),
}


def matrix_from_euler_parameters(e: Array) -> Array:
    """Return the rotation matrices (..., 3, 3) of unit quaternions (..., 4), scalar first (Dymore's manual, eq. (11)).

    The matrices are in Fortran order if the quaternions are in Fortran order.
    """
    e = np.asarray(e, dtype=float)
    parts = np.moveaxis(e, -1, 0)
    e0, e1, e2, e3 = parts if np.isfortran(e) else np.ascontiguousarray(parts)
    twice1, twice2, twice3 = 2.0 * e1, 2.0 * e2, 2.0 * e3
    e01, e02, e03 = e0 * twice1, e0 * twice2, e0 * twice3
    e11, e12, e13 = e1 * twice1, e1 * twice2, e1 * twice3
    e22, e23, e33 = e2 * twice2, e2 * twice3, e3 * twice3
    R = np.empty((*e.shape[:-1], 3, 3), order="F" if np.isfortran(e) else "C")
    np.subtract(1.0, e22 + e33, out=R[..., 0, 0])
    np.subtract(1.0, e11 + e33, out=R[..., 1, 1])
    np.subtract(1.0, e11 + e22, out=R[..., 2, 2])
    np.subtract(e12, e03, out=R[..., 0, 1])
    np.add(e12, e03, out=R[..., 1, 0])
    np.add(e13, e02, out=R[..., 0, 2])
    np.subtract(e13, e02, out=R[..., 2, 0])
    np.subtract(e23, e01, out=R[..., 1, 2])
    np.add(e23, e01, out=R[..., 2, 1])
    return R


def euler_parameters_from_matrix(R: Array) -> Array:
    """Return the unit quaternions (..., 4), scalar first, e0 >= 0, of rotation matrices (..., 3, 3).

    The largest parameter is computed from the diagonal. The other three are computed from the largest parameter, so
    that there is no cancellation at any angle.
    """
    R = np.asarray(R, dtype=float)
    d0, d1, d2 = R[..., 0, 0], R[..., 1, 1], R[..., 2, 2]
    x, y, z = R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]
    xy, xz, yz = R[..., 0, 1] + R[..., 1, 0], R[..., 0, 2] + R[..., 2, 0], R[..., 1, 2] + R[..., 2, 1]
    candidates = (
        *(1.0 + d0 + d1 + d2, x, y, z),
        *(x, 1.0 + (d0 - d1 - d2), xy, xz),
        *(y, xy, 1.0 + (d1 - d0 - d2), yz),
        *(z, xz, yz, 1.0 + (d2 - d0 - d1)),
    )
    rows = np.stack(candidates, axis=-1).reshape(-1, 4, 4)
    largest = np.argmax(np.stack([d0 + d1 + d2, d0, d1, d2], axis=-1), axis=-1)
    e = rows[np.arange(len(rows)), largest.ravel()].reshape(*largest.shape, 4)
    e = e / np.linalg.norm(e, axis=-1, keepdims=True)
    return np.asarray(np.where(e[..., :1] < 0.0, -e, e) + 0.0, dtype=float)


def continuous(e: Array, previous: Array | None = None, starts: Sequence[int] = ()) -> Array:
    """Return Euler parameters (n, 4) or motion parameters (n, 8) with signs such that consecutive rows are close.

    If a history is processed in several pieces, `previous` is the row before the first row. `starts` contains the rows
    at which another history starts; these rows have e0 >= 0.
    """
    e = np.asarray(e, dtype=float)
    if len(e) == 0:
        return e
    rotation = e[:, -4:]
    turns_over = np.empty(len(e), dtype=bool)
    turns_over[0] = previous is not None and _turns_over(previous[-4:], rotation[0])
    turns_over[1:] = _turns_over(rotation[:-1], rotation[1:])
    for start in starts:
        turns_over[start] = rotation[start, 0] < 0.0
    if not turns_over.any():
        return e + 0.0
    signs = np.cumprod(np.where(turns_over, -1.0, 1.0))
    if len(starts):  # sign changes in one history do not affect the next history
        before = [signs[start - 1] if start else 1.0 for start in starts]
        signs[starts[0] :] *= np.repeat(before, np.diff(starts, append=len(e)))
    rows = e * signs[:, None]
    rows += 0.0
    return np.asarray(rows)


def _turns_over(one: Array, other: Array) -> Array:
    """Return whether two sets of Euler parameters (..., 4) are closer if one of them changes its sign."""
    each = one * other
    cosine = each[..., 0] + each[..., 1]
    cosine += each[..., 2]
    cosine += each[..., 3]
    return np.asarray(cosine < 0.0)


def matrix_from_rotation_vector(v: Array) -> Array:
    """Return the rotation matrices (..., 3, 3) of rotation vectors (..., 3) in radians."""
    v = np.asarray(v, dtype=float)
    angle = np.linalg.norm(v, axis=-1, keepdims=True)
    factor = np.where(angle > 0.0, np.sin(0.5 * angle) / np.where(angle > 0.0, angle, 1.0), 0.5)
    return matrix_from_euler_parameters(np.concatenate([np.cos(0.5 * angle), factor * v], axis=-1))


def rotation_vector_from_matrix(R: Array) -> Array:
    """Return the rotation vectors (..., 3) in radians, of length <= pi, of rotation matrices (..., 3, 3)."""
    e = euler_parameters_from_matrix(R)
    n = np.linalg.norm(e[..., 1:], axis=-1, keepdims=True)
    factor = np.where(n > 0.0, 2.0 * np.arctan2(n, e[..., :1]) / np.where(n > 0.0, n, 1.0), 2.0)
    return np.asarray(factor * e[..., 1:], dtype=float)


def _flatten(R: Array) -> Array:
    R = np.asarray(R, dtype=float)
    return R.reshape(*R.shape[:-2], 9)


def _unflatten(columns: Array) -> Array:
    columns = np.asarray(columns, dtype=float)
    return columns.reshape(*columns.shape[:-1], 3, 3)


class RotationParameters(NamedTuple):
    """A set of rotation parameters as columns, with labels, units, and the conversions to and from matrices (..., 3,
    3).
    """

    name: str
    labels: tuple[str, ...]
    units: str
    from_matrix: Callable[[Array], Array]
    to_matrix: Callable[[Array], Array]

    @property
    def columns(self) -> int:
        """Return the number of columns."""
        return len(self.labels)

    @property
    def in_radians(self) -> RotationParameters:
        """Return the same parameters with angles in radians. Parameters without degrees are returned unchanged."""
        if self.units != "deg":
            return self
        from_matrix, to_matrix = self.from_matrix, self.to_matrix
        return self._replace(
            units="rad",
            from_matrix=lambda R: np.radians(from_matrix(R)),
            to_matrix=lambda angles: to_matrix(np.degrees(angles)),
        )


def _euler_angles(sequence: str) -> RotationParameters:
    return RotationParameters(
        f"EULER_ANGLES_{sequence}",
        ("phi1", "phi2", "phi3"),
        "deg",
        lambda R: euler_angles_from_matrix(sequence, R),
        lambda angles: matrix_from_euler_angles(sequence, angles),
    )


ROTATION_PARAMETERS: Mapping[str, RotationParameters] = {
    parameters.name: parameters
    for parameters in (
        RotationParameters(
            "ROTATION_MATRIX", tuple(f"R{i}{j}" for i in "123" for j in "123"), "1", _flatten, _unflatten
        ),
        *map(_euler_angles, _INVERSES),
        RotationParameters(
            "EULER_PARAMETERS",
            ("e0", "e1", "e2", "e3"),
            "1",
            euler_parameters_from_matrix,
            matrix_from_euler_parameters,
        ),
        RotationParameters(
            "ROTATION_VECTOR",
            ("psi1", "psi2", "psi3"),
            "rad",
            rotation_vector_from_matrix,
            matrix_from_rotation_vector,
        ),
    )
}
