"""The equations of Dymore's manual at random points: the deviation of each equation as printed, and as implemented.

Oracles: scipy's rotations, finite differences of motions given as functions of time, and the product of quaternions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from rbsolve.geometry import frames, motion_parameters, observer, rotation_parameters, triads

Floats = NDArray[np.float64]
RANDOM = np.random.default_rng(2)
SEQUENCES = ("313", "323", "321", "312")
FIRST = {"313": "(21)", "323": "(25)", "321": "(29)", "312": "(33)"}
DIFFERENCE = 0.02  # step [s] of the central differences, which are of eighth order
LEFT = 1e-10  # round-off of the differences: smaller deviations are replaced by this value
WEIGHTS = (4 / 5, -1 / 5, 4 / 105, -1 / 280)


def off(pairs: Iterable[tuple[object, object]]) -> float:
    """Return the largest deviation of arrays from the exact arrays."""
    return max(float(np.abs(np.asarray(found, float) - np.asarray(exact, float)).max()) for found, exact in pairs)


def cross(a: Floats) -> Floats:
    """Return the matrix a~ of a vector a."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def _tuple(v: Floats) -> tuple[float, float, float]:
    return float(v[0]), float(v[1]), float(v[2])


def _vectors(count: int = 200) -> Floats:
    return RANDOM.normal(size=(count, 2, 3))


def _orthonormal(first: Floats, other: Floats) -> tuple[Floats, Floats, Floats]:
    """Return three unit vectors, by Householder's reflections.

    The first is along the first given vector, the second in the plane of both vectors, and the third normal to it.
    """
    Q, R = np.linalg.qr(np.stack([first, other], axis=1))
    a, b = Q[:, 0] * np.sign(R[0, 0]), Q[:, 1] * np.sign(R[1, 1])
    return a, b, np.cross(a, b)


def _two_vectors() -> float:
    pairs = []
    for v2, v3 in _vectors():
        e2, e3, e1 = _orthonormal(v2, v3)
        pairs.append((np.reshape(triads.from_vectors(_tuple(v2), _tuple(v3)), (3, 3)), np.stack([e1, e2, e3], axis=1)))
    return off(pairs)


def _three_points() -> float:
    pairs = []
    for a, b in _vectors():
        origin = RANDOM.normal(size=3)
        found = triads.from_three_points(_tuple(origin), _tuple(origin + a), _tuple(origin + b))
        pairs.append((np.reshape(found, (3, 3)), np.stack(_orthonormal(a, b), axis=1)))
    return off(pairs)


def _line_and_triad() -> float:
    """Eqs. (37)-(39): the third vector of the triad defines e2."""
    pairs = []
    for a, n3 in _vectors():
        triad = triads.from_axis(3, _tuple(n3))
        _, found = frames.from_two_points_and_triad((0.0, 0.0, 0.0), _tuple(a), triad)
        pairs.append((np.reshape(found, (3, 3)), np.stack(_orthonormal(a, n3), axis=1)))
    return off(pairs)


BRANCHES: dict[tuple[int, bool], tuple[str, Callable[[Floats], tuple[float, ...]]]] = {
    (1, True): ("(13)", lambda n: (1 + n[0], 1 + n[0], n[1] - n[2], n[1] + n[2])),
    (1, False): ("(14)", lambda n: (n[1] - n[2], n[1] + n[2], 1 - n[0], 1 - n[0])),
    (2, True): ("(16)", lambda n: (1 + n[1], n[2] + n[0], 1 + n[1], n[2] - n[0])),
    (2, False): ("(17)", lambda n: (n[2] - n[0], 1 - n[1], n[2] + n[0], 1 - n[1])),
    (3, True): ("(19)", lambda n: (1 + n[2], n[0] - n[1], n[0] + n[1], 1 + n[2])),
    (3, False): ("(20)", lambda n: (n[0] - n[1], 1 - n[2], 1 - n[2], n[0] + n[1])),
}


def _axis(axis: int, is_positive: bool) -> float:
    """Return the largest deviation of the implemented matrix from scipy's matrix for the printed Euler parameters.

    The deviation of the column `axis` from the given vector is included.
    """
    _, parameters = BRANCHES[axis, is_positive]
    pairs: list[tuple[object, object]] = []
    for n, _ in _vectors():
        n = n / np.linalg.norm(n)
        n[axis - 1] = abs(n[axis - 1]) * (1 if is_positive else -1)
        e = np.array(parameters(n)) / (2 * math.sqrt(1 + abs(n[axis - 1])))
        found = np.reshape(triads.from_axis(axis, _tuple(n)), (3, 3))
        pairs += [(found, Rotation.from_quat(np.roll(e, -1)).as_matrix()), (found[:, axis - 1], n), (e @ e, 1.0)]
    return off(pairs)


def largest_jump(axis: int) -> float:
    """Return the largest angle [deg] between the two branches for vectors whose component `axis` is zero."""
    angles = []
    for turn in np.linspace(0.0, 2 * np.pi, 721):
        n = np.roll([0.0, math.cos(turn), math.sin(turn)], axis - 1)
        both = []
        for is_positive in (True, False):
            e = np.array(BRANCHES[axis, is_positive][1](n)) / 2.0
            both.append(Rotation.from_quat(np.roll(e, -1)))
        angles.append((both[0].inv() * both[1]).magnitude())
    return float(np.degrees(max(angles)))


def printed_matrix(sequence: str, angles: Floats) -> Floats:
    """Return the printed matrices (21), (25), (29), (33), with angles in degrees."""
    (C1, C2, C3), (S1, S2, S3) = np.cos(np.radians(angles)), np.sin(np.radians(angles))
    rows = {
        "313": [
            [C1 * C3 - S1 * C2 * S3, -C1 * S3 - S1 * C2 * C3, S1 * S2],
            [S1 * C3 + C1 * C2 * S3, -S1 * S3 + C1 * C2 * C3, -C1 * S2],
            [S2 * S3, S2 * C3, C2],
        ],
        "323": [
            [C1 * C2 * C3 - S1 * S3, -C1 * C2 * S3 - S1 * C3, C1 * S2],
            [S1 * C2 * C3 + C1 * S3, -S1 * C2 * S3 + C1 * C3, S1 * S2],
            [-S2 * C3, S2 * S3, C2],
        ],
        "321": [
            [C1 * C2, -S1 * C3 + C1 * S2 * S3, S1 * S3 + C1 * S2 * C3],
            [S1 * C2, C1 * C3 + S1 * S2 * S3, -C1 * S3 + S1 * S2 * C3],
            [-S2, C2 * S3, C2 * C3],
        ],
        "312": [
            [C1 * C3 - S1 * S2 * S3, -S1 * C2, C1 * S3 + S1 * S2 * C3],
            [S1 * C3 + C1 * S2 * S3, C1 * C2, S1 * S3 - C1 * S2 * C3],
            [-C2 * S3, S2, C2 * C3],
        ],
    }
    return np.array(rows[sequence])


def printed_angles(sequence: str, D: Floats) -> Floats:
    """Return the printed angles (22)-(24), (26)-(28), (30)-(32), (34)-(36) in degrees; phi3 = 0 if their condition is
    not satisfied.
    """
    arguments = {
        "313": (D[2, 0], D[2, 1]),
        "323": (D[2, 1], -D[2, 0]),
        "321": (D[2, 1], D[2, 2]),
        "312": (-D[2, 0], D[2, 2]),
    }[sequence]
    phi3 = math.atan2(*arguments) if arguments[1] != 0.0 else 0.0
    S, C = math.sin(phi3), math.cos(phi3)
    phi2 = {
        "313": (D[2, 0] * S + D[2, 1] * C, D[2, 2]),
        "323": (D[2, 1] * S - D[2, 0] * C, D[2, 2]),
        "321": (-D[2, 0], D[2, 1] * S + D[2, 2] * C),
        "312": (D[2, 1], D[2, 2] * C - D[2, 0] * S),
    }[sequence]
    like_24 = (D[1, 0] * C - D[1, 1] * S, D[0, 0] * C - D[0, 1] * S)
    phi1 = {"313": like_24, "323": like_24, "321": (D[1, 0], D[0, 0]), "312": (-D[0, 1], D[1, 1])}[sequence]
    return np.degrees([math.atan2(*phi1), math.atan2(*phi2), phi3])


def _random_matrices(count: int = 400) -> Floats:
    return Rotation.random(count, random_state=3).as_matrix()


def special_matrices(sequence: str) -> list[Floats]:
    """Matrices for which the second argument of phi3 is zero, and singular matrices, exact to the last digit."""
    special = (0.0, 180.0) if sequence[0] == sequence[2] else (90.0, -90.0)
    quarter = (90.0, -90.0) if sequence != "313" else (0.0, 180.0)
    third = {"313": (90.0, -90.0)}.get(sequence, quarter)
    regular = [(20.0, 50.0, angle) for angle in third]
    singular = [(20.0, angle, 35.0) for angle in special]
    return [np.reshape(triads.from_euler_angles(sequence, angles), (3, 3)) for angles in (*regular, *singular)]


def _inverse(sequence: str, angles: Callable[[str, Floats], Floats], matrices: Iterable[Floats]) -> float:
    """Return the deviation of the matrix of computed angles from the original matrix."""
    return off(
        (Rotation.from_euler(sequence_of(sequence), angles(sequence, D), degrees=True).as_matrix(), D) for D in matrices
    )


def sequence_of(sequence: str) -> str:
    """Return the name of a sequence in scipy, for rotations about moving axes."""
    return "".join("XYZ"[int(axis) - 1] for axis in sequence)


def wrong_inverses(sequence: str) -> float:
    """Return the fraction of random matrices that the printed angles do not reproduce."""
    matrices = _random_matrices()
    return float(np.mean([_inverse(sequence, printed_angles, [D]) > 1e-6 for D in matrices]))


def A(p: Floats) -> Floats:
    """Return the matrix A(p) with A(p) q = p q."""
    return np.block([[p[:1], -p[None, 1:]], [p[1:, None], p[0] * np.eye(3) + cross(p[1:])]])


def B(p: Floats) -> Floats:
    """Return the matrix B(p) with B(p) q = q p."""
    return np.block([[p[:1], -p[None, 1:]], [p[1:, None], p[0] * np.eye(3) - cross(p[1:])]])


def dual(of: Callable[[Floats], Floats], p: Floats) -> Floats:
    """Return the 8x8 matrix of eq. (46)."""
    q, e = p[:4], p[4:]
    return np.block([[of(e), of(q)], [np.zeros((4, 4)), of(e)]])


def dagger(matrix: Floats) -> Floats:
    """Return the matrix with transposed 4x4 blocks."""
    return np.block([[matrix[:4, :4].T, matrix[:4, 4:].T], [np.zeros((4, 4)), matrix[4:, 4:].T]])


def _same_sign(p: Floats, like: Floats) -> Floats:
    return p if p @ like > 0 else -p


def _poses() -> tuple[Floats, Floats, Floats, Floats]:
    R_E, R_B = Rotation.random(2, random_state=5).as_matrix()
    x_E, x_B = RANDOM.normal(size=(2, 3))
    return x_E, R_E, x_B, R_B


def motion_composition() -> dict[str, float]:
    """Deviations of (45)-(50) from positions and matrices."""
    x_E, R_E, x_B, R_B = _poses()
    seen = observer.position(observer.Pose(x_E, R_E), observer.Pose(x_B, R_B))
    axes = observer.orientation(observer.Pose(x_E, R_E), observer.Pose(x_B, R_B))
    p_E, p_B, p_star = (motion_parameters.from_pose(*pose) for pose in ((x_E, R_E), (x_B, R_B), (seen, axes)))
    found, back = dual(A, p_E) @ p_star, dagger(dual(A, p_E)) @ p_B
    e_E, x_hat = p_E[4:], np.concatenate([[0.0], x_B])
    r_hat = np.concatenate([[0.0], seen])
    by_47 = B(e_E).T @ (A(e_E) @ r_hat + 2 * p_E[:4])
    by_50 = A(e_E).T @ (B(e_E) @ x_hat - 2 * p_E[:4])
    return {
        "(43), (44)": off([(frames.point_to_inertial((_tuple(x_E), tuple(R_E.ravel())), _tuple(seen)), x_B), (R_E @ axes, R_B)]),
        "(48), (49)": off([(seen, np.linalg.solve(R_E, x_B - x_E)), (axes, np.linalg.solve(R_E, R_B))]),
        "(45)": off([(_same_sign(found, p_B), p_B)]),
        "(47)": off([(by_47, x_hat), (A(e_E) @ p_star[4:], _same_sign(p_B[4:], A(e_E) @ p_star[4:]))]),
        "(50)": off([(_same_sign(back, p_star), p_star), (by_50, r_hat)]),
    }  # fmt: skip


def _motion_tensor(pose: observer.Pose) -> Floats:
    return np.block([[pose.R, cross(pose.x) @ pose.R], [np.zeros((3, 3)), pose.R]])


def position_E(t: float) -> Floats:
    """Return the position of E [m]."""
    return np.array([math.sin(t), 0.3 * t * t, math.cos(2 * t)])


def position_B(t: float) -> Floats:
    """Return the position of B [m]."""
    return np.array([2 + math.cos(1.5 * t), math.sin(t) * t, 0.7 * t])


def _turn(t: float, a: Floats, b: Floats) -> Floats:
    return (Rotation.from_rotvec(a * math.sin(t)) * Rotation.from_rotvec(b * t)).as_matrix()


def rotation_E(t: float) -> Floats:
    """Return the rotation R_E R_E0 from the inertial axes to the present axes of E."""
    return _turn(t + 0.4, np.array([0.7, -0.2, 0.5]), np.array([0.1, 1.3, -0.4]))


def rotation_B(t: float) -> Floats:
    """Return the rotation R_B R_B0."""
    return _turn(t + 0.9, np.array([-0.3, 0.8, 0.6]), np.array([1.1, -0.2, 0.9]))


def rate(function: Callable[[float], Floats], t: float) -> Floats:
    """Return the time derivative of a function."""
    h = DIFFERENCE
    terms = [w * (function(t + k * h) - function(t - k * h)) / h for k, w in enumerate(WEIGHTS, start=1)]
    return np.asarray(sum(terms))


def axial(matrix: Floats) -> Floats:
    """Return the vector of the skew-symmetric part of a matrix."""
    return 0.5 * np.array([matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1]])


def spin(rotation: Callable[[float], Floats]) -> Callable[[float], Floats]:
    """Return the angular velocity of a rotation as a function of time, in inertial components."""
    return lambda t: axial(rate(rotation, t) @ rotation(t).T)


def displacement(t: float) -> Floats:
    """Return the displacement (53)."""
    return rotation_E(t).T @ (position_B(t) - position_E(t)) - rotation_E(0.0).T @ (position_B(0.0) - position_E(0.0))


def change(t: float) -> Floats:
    """Return the rotation (54)."""
    return rotation_E(t).T @ rotation_B(t) @ (rotation_E(0.0).T @ rotation_B(0.0)).T


def _motion(t: float, x: Callable[[float], Floats], R: Callable[[float], Floats]) -> observer.Motion:
    v, w = lambda s: rate(x, s), spin(R)
    return observer.Motion(x(t), R(t), v(t), w(t), rate(v, t), rate(w, t))


def moving_observer(t: float = 0.8) -> dict[str, float]:
    """Deviations of (52)-(56), as implemented and as printed, from derivatives of the motion that the observer sees."""
    E, seen = _motion(t, position_E, rotation_E), _motion(t, position_B, rotation_B)
    E0, B0 = observer.Pose(position_E(0), rotation_E(0)), observer.Pose(position_B(0), rotation_B(0))
    u_E, u_B = position_E(t) - position_E(0), position_B(t) - position_B(0)
    R_E0 = rotation_E(0)
    incremental = rotation_E(t) @ R_E0.T
    velocity, turning = rate(displacement, t), axial(rate(change, t) @ change(t).T)
    bracket = (u_B + u_B) - (position_E(0) + u_E)
    printed = rotation_E(t).T @ (cross(E.w).T @ bracket + (seen.v - E.v))
    S = observer.orientation(E, seen)
    p_0, p = (
        motion_parameters.from_pose(observer.position(*both), observer.orientation(*both))
        for both in ((E0, B0), (E, seen))
    )
    Q_hat = dagger(dual(B, p_0)) @ p
    seen_change = observer.change_of_motion(E, seen, E0, B0)
    tensor = motion_parameters.tensor(*seen_change)
    T_B, T_B0 = (_motion_tensor(observer.configuration(*both)) for both in ((E, seen), (E0, B0)))
    by_parameters = 2 * B(Q_hat[4:]).T @ Q_hat[:4]
    return {
        "(51), (52)": off([(observer.position(E, seen), np.linalg.solve(rotation_E(t), position_B(t) - position_E(t))),
                           (S, np.linalg.solve(rotation_E(t), rotation_B(t)))]),
        "6.1, printed": off([(incremental.T @ rotation_B(t) @ rotation_E(t).T @ incremental, S)]),
        "(53)": off([(observer.position(E, seen) - observer.position(E0, B0), displacement(t))]),
        "(54)": off([(observer.rotation(E, seen, E0, B0), change(t)), (observer.rotation(E, seen, E0, B0),
                      R_E0.T @ (incremental.T @ (rotation_B(t) @ rotation_B(0).T)) @ R_E0)]),
        "6.3, here": off(
            [(seen_change.x, by_parameters[1:]), (seen_change.R, change(t)), (tensor, T_B @ np.linalg.inv(T_B0))]
        ),
        "6.3, rotation": off([(rotation_parameters.matrix_from_euler_parameters(Q_hat[4:]), change(t))]),
        "6.3, displacement": off([(by_parameters[1:], displacement(t))]),
        "6.3, displacement, r - Q r0": off([(by_parameters[1:], observer.position(E, seen) - change(t) @ observer.position(E0, B0))]),
        "(55), here": max(LEFT, off([(observer.velocity(E, seen), velocity)])),
        "(55), printed": off([(printed, velocity)]),
        "(56), here": max(LEFT, off([(observer.angular_velocity(E, seen), turning)])),
        "(56), printed": max(LEFT, off([(rotation_E(t).T @ (seen.w - E.w), turning)])),
        "before (56), printed": off([(axial(change(t) @ change(t).T), turning)]),
        "accelerations": max(LEFT, off([(observer.acceleration(E, seen), rate(lambda s: rate(displacement, s), t))])),
    }  # fmt: skip


def measure() -> dict[str, float]:
    """Return the deviations of each equation, as implemented and as printed."""
    found = {"(5)-(7)": _two_vectors(), "(8)-(10)": _three_points(), "(37)-(39)": _line_and_triad()}
    found["(40)-(42)"] = found["(8)-(10)"]
    found |= {name: _axis(*branch) for branch, (name, _) in BRANCHES.items()}
    angles = RANDOM.uniform(-180.0, 180.0, size=(200, 3))
    e = Rotation.random(200, random_state=7).as_quat()
    exact = Rotation.from_quat(e).as_matrix()
    found["(11)"] = off([(rotation_parameters.matrix_from_euler_parameters(np.roll(e, 1, axis=1)), exact)])
    for sequence in SEQUENCES:
        scipys = Rotation.from_euler(sequence_of(sequence), angles, degrees=True).as_matrix()
        found[f"{FIRST[sequence]}, here"] = off(
            [(rotation_parameters.matrix_from_euler_angles(sequence, angles), scipys)]
        )
        found[f"{FIRST[sequence]}, printed"] = off(
            (printed_matrix(sequence, a), D) for a, D in zip(angles, scipys, strict=True)
        )
        special = special_matrices(sequence)
        everything = [*_random_matrices(), *special]
        found[f"inverse {sequence}, here"] = _inverse(
            sequence, rotation_parameters.euler_angles_from_matrix, everything
        )
        found[f"inverse {sequence}, printed"] = _inverse(sequence, printed_angles, everything)
        found[f"inverse {sequence}, printed, zero argument"] = _inverse(sequence, printed_angles, special[:2])
        found[f"inverse {sequence}, printed, singular"] = _inverse(sequence, printed_angles, special[2:])
    return found | motion_composition() | moving_observer()
