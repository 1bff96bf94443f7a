"""A ball joint with a prescribed rotation vector. The reference is the rotation matrix `exp(psi(t))`, which mpmath
differentiates.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from mpmath import mp, mpf

import rbsolve
from rbsolve.pipeline import check_deck

mp.dps = 30
G, MASS = mpf("9.81"), 2
CENTRE = mp.matrix([mpf("0.1"), mpf("0.2"), mpf("-0.1")])
INERTIA = mp.matrix([["0.3", "0.01", "0.02"], ["0.01", "0.2", "-0.01"], ["0.02", "-0.01", "0.1"]])
DECK = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @CENTRE_OF_MASS_LOCATION {{0.1, 0.2, -0.1}}
    @MOMENTS_OF_INERTIA {{0.3, 0.2, 0.1}} @PRODUCTS_OF_INERTIA {{0.01, 0.02, -0.01}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS_PROPERTY_NAME {{m}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{P}} {{ @COORDINATES {{0, 0, 0}} }} }}
@FUNCTION_1D_DEFINITION {{
    @FUNCTION_1D_NAME {{f1}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{0.8*sin(2*t)}} }}
    @FUNCTION_1D_NAME {{f2}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{1.1*sin(3*t)}} }}
    @FUNCTION_1D_NAME {{f3}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{third}}} }} }}
@SPHERICAL_JOINT_DEFINITION {{ @SPHERICAL_JOINT_NAME {{J}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{P}}
    @PRESCRIBED_ROTATION {{{functions}}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ @ANALYSIS_TYPE {{{kind}}} @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{{step}}}
    @OUTPUT_STEP_SIZE {{0.1}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{R}} {{ @SENSOR_TYPE {{ORIENTATION}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{alpha}} {{ @SENSOR_TYPE {{ANGULAR_ACCELERATION}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{M}} {{ @SENSOR_TYPE {{REACTION_MOMENT}} @OBJECT_NAME {{J}} }} }}
"""


def deck(kind, third="0.5*t", functions="f1, f2, f3"):
    step = 1e-3 if kind == "DYNAMIC" else 1e-2
    return DECK.format(kind=kind, third=third, functions=functions, step=step)


def skew(v):
    return mp.matrix([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def rotation(t):
    return rotation_at(t, mp.prec)  # mp.diff raises the precision


@cache
def rotation_at(t, precision):
    return mp.expm(skew([mpf("0.8") * mp.sin(2 * t), mpf("1.1") * mp.sin(3 * t), t / 2]))


def derivative(order, t):
    def entry(i, k):
        return mp.diff(lambda s: rotation(s)[i, k], t, order)

    return mp.matrix([[entry(i, k) for k in range(3)] for i in range(3)])


def axial(W):
    return mp.matrix([W[2, 1], W[0, 2], W[1, 0]])


@cache
def motion(t):
    """Return the rotation, the angular velocity, the angular acceleration, and the moment about the point of the joint."""
    R, first, second = rotation(t), derivative(1, t), derivative(2, t)
    w, alpha = axial(first * R.T), axial(second * R.T + first * first.T)
    c, about_centre = R * CENTRE, R * INERTIA * R.T
    J = about_centre + MASS * ((c.T * c)[0] * mp.eye(3) - c * c.T)
    weight = skew(c) * mp.matrix([0, 0, -MASS * G])
    return R, w, alpha, J * alpha + skew(w) * (J * w) - weight, -weight


def numbers(values):
    return np.array([[float(x) for x in value] for value in values])


@pytest.mark.parametrize("kind", ["KINEMATIC", "STATIC"])
def test_motion_and_moment(run_deck, kind):
    run = run_deck(deck(kind))
    R, w, alpha, moving, resting = (numbers(v) for v in zip(*(motion(mpf(k) / 10) for k in range(11)), strict=True))
    moves = kind == "KINEMATIC"
    np.testing.assert_allclose(run["R"].reshape(len(R), -1), R, atol=1e-13)
    np.testing.assert_allclose(run["w"], w if moves else 0.0, atol=1e-12)
    np.testing.assert_allclose(run["alpha"], alpha if moves else 0.0, atol=1e-11)
    np.testing.assert_allclose(run["M"], moving if moves else resting, atol=1e-11)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("KINEMATIC", "1 degree of freedom is free, in joint J"),
        ("STATIC", "a component of a prescribed rotation vector (joint J) is not such a coordinate"),
    ],
)
def test_a_part_of_a_rotation_vector_leaves_the_rest(kind, told):
    found = [finding.message for finding in check_deck(deck(kind, functions="f1, f2")).diagnostics]
    assert any(told in message for message in found), found


@pytest.mark.parametrize("kind", ["KINEMATIC", "DYNAMIC"])
def test_half_a_turn_is_the_end_of_a_rotation_vector(kind):
    """The rotation vector reaches |psi| = pi at t = 0.93917 s."""
    with pytest.raises(rbsolve.SolveError) as refused:
        rbsolve.solve(deck(kind, third="0.5*t + 2.9*t^2"))
    assert str(refused.value).startswith("joint J")
    assert "its prescribed rotation vector reaches half a turn at t = 0.939" in str(refused.value)
