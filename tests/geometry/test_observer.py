"""Motion relative to a rotating, accelerating observer. The references are derivatives in 50-digit arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import mpmath as mp
import numpy as np
import pytest

from rbsolve.geometry import motion_parameters, observer
from rbsolve.geometry.observer import Motion, Pose

TIMES = [0.0, 0.4, 1.3]
REFERENCE_TIME = -0.7


def _planar(axis: int, angle: mp.mpf) -> mp.matrix:
    c, s = mp.cos(angle), mp.sin(angle)
    i, j = axis % 3, (axis + 1) % 3
    R = mp.eye(3)
    R[i, i], R[i, j], R[j, i], R[j, j] = c, -s, s, c
    return R


def _observer_position(t: mp.mpf) -> mp.matrix:
    return mp.matrix([2 * mp.sin(t), t**3 / 3 - 1, mp.exp(t / 2)])


def _observer_rotation(t: mp.mpf) -> mp.matrix:
    return _planar(3, 3 * t + t**2) * _planar(1, mp.sin(2 * t)) * _planar(2, mp.mpf(1) / 2 - t)


def _body_position(t: mp.mpf) -> mp.matrix:
    return mp.matrix([mp.cos(3 * t), 1 - t**2, t * mp.sin(t)])


def _body_rotation(t: mp.mpf) -> mp.matrix:
    return _planar(2, mp.cos(t)) * _planar(3, 5 * t) * _planar(1, 1 + t**2)


Function = Callable[[mp.mpf], mp.matrix]


def _derivative(f: Function, t: mp.mpf, order: int = 1) -> mp.matrix:
    h = mp.mpf(10) ** -12
    if order == 2:
        return (f(t + h) - 2 * f(t) + f(t - h)) / h**2
    return (f(t + h) - f(t - h)) / (2 * h)


def _axial(m: mp.matrix) -> mp.matrix:
    return mp.matrix([m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]]) / 2


def _spin(R: Function) -> Function:
    return lambda t: _axial(_derivative(R, t) * R(t).T)


def _floats(values: Sequence[mp.matrix]) -> np.ndarray:
    return np.array([[float(c) for c in value] for value in values])


def _motion(x: Function, R: Function) -> Motion:
    times = [mp.mpf(t) for t in TIMES]
    return Motion(
        _floats([x(t) for t in times]),
        _floats([R(t) for t in times]).reshape(-1, 3, 3),
        _floats([_derivative(x, t) for t in times]),
        _floats([_spin(R)(t) for t in times]),
        _floats([_derivative(x, t, 2) for t in times]),
        _floats([_derivative(_spin(R), t) for t in times]),
    )


def _pose(x: Function, R: Function) -> Pose:
    t = mp.mpf(REFERENCE_TIME)
    return Pose(_floats([x(t)])[0], _floats([R(t)])[0].reshape(3, 3))


with mp.workdps(50):
    E, B = _motion(_observer_position, _observer_rotation), _motion(_body_position, _body_rotation)
    E0, B0 = _pose(_observer_position, _observer_rotation), _pose(_body_position, _body_rotation)


def _seen_position(t: mp.mpf) -> mp.matrix:
    return _observer_rotation(t).T * (_body_position(t) - _observer_position(t))


def _seen_rotation(t: mp.mpf) -> mp.matrix:
    return _observer_rotation(t).T * _body_rotation(t)


def _seen_change(t: mp.mpf) -> mp.matrix:
    return _seen_rotation(t) * _seen_rotation(mp.mpf(REFERENCE_TIME)).T


CASES: dict[str, tuple[np.ndarray, Function]] = {
    "position": (observer.position(E, B), _seen_position),
    "orientation": (observer.orientation(E, B), _seen_rotation),
    "rotation": (observer.rotation(E, B, E0, B0), _seen_change),
    "velocity": (observer.velocity(E, B), lambda t: _derivative(_seen_position, t)),
    "acceleration": (observer.acceleration(E, B), lambda t: _derivative(_seen_position, t, 2)),
    "angular velocity": (observer.angular_velocity(E, B), _spin(_seen_rotation)),
    "angular velocity of the change": (observer.angular_velocity(E, B), _spin(_seen_change)),
    "angular acceleration": (
        observer.angular_acceleration(E, B),
        lambda t: _derivative(_spin(_seen_rotation), t),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_moving_observer(name: str) -> None:
    mine, exact = CASES[name]
    with mp.workdps(50):
        expected = _floats([exact(mp.mpf(t)) for t in TIMES]).reshape(mine.shape)
    np.testing.assert_allclose(mine, expected, rtol=1e-13, atol=1e-13)


def test_change_of_motion_is_the_quotient_of_motion_tensors() -> None:
    now, then = (motion_parameters.tensor(*observer.configuration(*pair)) for pair in ((E, B), (E0, B0)))
    change = motion_parameters.tensor(*observer.change_of_motion(E, B, E0, B0))
    np.testing.assert_allclose(change, now @ np.linalg.inv(then), atol=1e-14)


def test_inertial_observer_sees_what_there_is() -> None:
    inertial = observer.at_rest(np.zeros(3), np.eye(3))
    for mine, exact in [
        (observer.position(inertial, B), B.x),
        (observer.orientation(inertial, B), B.R),
        (observer.velocity(inertial, B), B.v),
        (observer.acceleration(inertial, B), B.a),
        (observer.angular_velocity(inertial, B), B.w),
        (observer.angular_acceleration(inertial, B), B.alpha),
    ]:
        np.testing.assert_array_equal(mine, exact)


def test_fixed_frame_resolves_in_its_axes() -> None:
    fixed = observer.at_rest(E0.x, E0.R)
    np.testing.assert_allclose(observer.velocity(fixed, B), B.v @ E0.R, atol=1e-15)
    np.testing.assert_allclose(observer.acceleration(fixed, B), B.a @ E0.R, atol=1e-14)


def test_an_observer_sees_itself_at_rest() -> None:
    zero = np.zeros((len(TIMES), 3))
    for seen in (observer.velocity, observer.acceleration, observer.angular_velocity):
        np.testing.assert_array_equal(seen(E, E), zero)
    np.testing.assert_allclose(observer.angular_acceleration(E, E), zero, atol=1e-15)


def test_carried_frame_moves_as_its_derivatives_say() -> None:
    point, axes = [mp.mpf("0.3"), mp.mpf(-1), mp.mpf(2)], _planar(3, mp.mpf(1)) * _planar(1, mp.mpf(2))
    with mp.workdps(50):
        exact = _motion(
            lambda t: _body_position(t) + _body_rotation(t) * mp.matrix(point), lambda t: _body_rotation(t) * axes
        )
    mine = observer.carry(B, np.array(point, dtype=float), _floats([axes])[0].reshape(3, 3))
    for name in ("x", "R", "v", "w", "a", "alpha"):
        np.testing.assert_allclose(getattr(mine, name), getattr(exact, name), rtol=1e-13, atol=1e-13, err_msg=name)
