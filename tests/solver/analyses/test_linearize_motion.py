"""Compare linearizations about motions with pinocchio's derivatives and with differences of the equations of motion."""

from __future__ import annotations

import numpy as np
import pytest
from linearized import DECKS, TUMBLER, G, state_of
from mpmath import mp

import rbsolve
from rbsolve.geometry import quaternion
from rbsolve.solver.analyses.directions import names
from rbsolve.solver.analyses.elements import applied_forces
from rbsolve.solver.analyses.independent_coordinates import SpanningTree
from rbsolve.solver.analyses.linearized.linearize import matrices, moving_place
from rbsolve.solver.assembly.initial.accelerations import consistent_accelerations

CHAIN = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0.1, -0.2, 0.3} } @POINT_NAME {A} { @COORDINATES {0.7, 0.1, 0.4} }
    @POINT_NAME {B} { @COORDINATES {0.9, 0.8, -0.3} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_321 {30, 20, 50} } @TRIAD_NAME {U} { @EULER_ANGLES_313 {-40, 70, 10} }
    @TRIAD_NAME {V} { @EULER_ANGLES_313 {10, -30, 80} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F1} { @POINT1_NAME {A} @TRIAD_NAME {T} }
    @FIXED_FRAME_NAME {F2} { @POINT1_NAME {B} @TRIAD_NAME {U} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1.5} @CENTRE_OF_MASS_LOCATION {0.1, 0.3, -0.2}
    @MOMENTS_OF_INERTIA {0.4, 0.6, 0.5} @PRODUCTS_OF_INERTIA {0.05, -0.02, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b0} { @MASS_PROPERTY_NAME {m} }
    @RIGID_BODY_NAME {b1} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {F1} }
    @RIGID_BODY_NAME {b2} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {F2} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {1, -2, -9.81} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J0} { @CONNECTED_TO_BODIES {GROUND, b0} @AT_POINT {O} @TRIAD_NAME {T}
    @INITIAL_RATE {2} } @REVOLUTE_JOINT_NAME {J2} { @CONNECTED_TO_BODIES {b1, b2} @AT_POINT {B} @TRIAD_NAME {V} @INITIAL_RATE {4} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {J1} { @CONNECTED_TO_BODIES {b0, b1} @AT_POINT {A} @TRIAD_NAME {U}
    @INITIAL_RATE {-3} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001} } }
"""


def test_moving_chain_against_the_derivatives_of_inverse_dynamics():
    """M, C and K are the derivatives of tau(q, q', q'') = 0, including gyroscopic and centrifugal terms."""
    pin = pytest.importorskip("pinocchio")
    compiled, model, state = state_of(CHAIN)
    tree = SpanningTree(model, *names(compiled))
    here = moving_place(model, state, 0.0)
    found = matrices(model, tree, here)
    order = [c.name.split(".")[0] for c in found.basis.coordinates]
    peer, parent, before = pin.Model(), 0, pin.SE3.Identity()
    peer.gravity.linear = model.gravity
    joints = model.joints
    placed = {block: k for k, block in enumerate(names(compiled)[0])}
    for body, name in enumerate(("J0", "J1", "J2")):
        j = placed[name]
        kind = pin.JointModelPZ() if name == "J1" else pin.JointModelRZ()
        parent = peer.addJoint(parent, kind, before * pin.SE3(joints.axes0[j], joints.point0[j]), name)
        before = pin.SE3(joints.axes1[j], joints.point1[j]).inverse()
        inertia = pin.Inertia(model.bodies.mass[body], model.bodies.centre[body], model.bodies.inertia[body])
        peer.appendBodyToJoint(parent, inertia, before)
    data, q, v = peer.createData(), np.zeros(3), np.array([2.0, -3.0, 4.0])
    a = pin.aba(peer, data, q, v, np.zeros(3))
    by_q, by_v, by_a = (np.array(A) for A in pin.computeRNEADerivatives(peer, data, q, v, a))
    by_a = np.triu(by_a) + np.triu(by_a, 1).T
    at = [("J0", "J1", "J2").index(name) for name in order]
    for mine, theirs in ((found.mass, by_a), (found.damping, by_v), (found.stiffness, by_q)):
        assert mine == pytest.approx(theirs[np.ix_(at, at)], rel=1e-11, abs=1e-11)


SPHERICAL = """@SPHERICAL_JOINT_DEFINITION {
    @SPHERICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {O} } }
"""


def _vary(state, y, rates, pivot, spin, eps):
    """Return a varied state, with the rotation `R exp` and the angular velocity `W + y' - W x y`. The variation is a
    rotation vector y about the pivot (and a translation), with the rates of both.
    """
    turn = np.array(quaternion.to_matrix(quaternion.exp(tuple(eps * y[-3:])))).reshape(3, 3)
    R = state.R.copy()
    R[0] = turn @ state.R[0]
    x, u, w = state.x.copy(), state.u.copy(), state.w.copy()
    new_spin = spin + eps * (rates[-3:] - np.cross(spin, y[-3:]))
    w[0] = R[0].T @ new_spin
    if pivot is None:
        x[0] += eps * y[:3]
        u[0] += eps * rates[:3]
    else:
        x[0] = pivot + turn @ (state.x[0] - pivot)
        u[0] = np.cross(new_spin, x[0] - pivot)
    e = state.e.copy()
    return state._replace(x=x, e=e, R=R, u=u, w=w)


@pytest.mark.parametrize("joint", ["", SPHERICAL], ids=["free", "spherical"])
def test_rotation_vectors_of_a_tumbling_body(joint):
    """The acceleration y'' of the linear equations is the derivative of the accelerations of varied states."""
    compiled, model, state = state_of(TUMBLER + joint)
    tree = SpanningTree(model, *names(compiled))
    here = moving_place(model, state, 0.0)
    found = matrices(model, tree, here)
    spin = state.R[0] @ state.w[0]
    spin_rate = state.R[0] @ here.acceleration[0, 3:]
    pivot = np.array([0.1, -0.2, 0.3]) if joint else None
    f = found.basis.free
    rng = np.random.default_rng(1)
    y, rates = rng.normal(size=(2, f))

    def accelerations(eps):
        varied = _vary(state, y, rates, pivot, spin, eps)
        applied_forces(model, varied, 0.0)
        v = consistent_accelerations(model, varied, 0.0).change[0]
        return np.concatenate([v[:3], varied.R[0] @ v[3:]])[6 - f :] if f == 6 else varied.R[0] @ v[3:]

    h = 1e-3
    slope = sum(c * (accelerations(k * h) - accelerations(-k * h)) for k, c in ((1, 45.0), (2, -9.0), (3, 1.0))) / (
        60 * h
    )
    slope[-3:] += np.cross(spin_rate, y[-3:]) + np.cross(spin, rates[-3:])
    expected = -np.linalg.solve(found.mass, found.damping @ rates + found.stiffness @ y)
    assert expected == pytest.approx(slope, rel=1e-8, abs=1e-8)


def test_moving_parallelogram_is_a_pendulum():
    """The loop adds no term, so I y'' + W cos(q) y = 0 at every rate."""
    text = (
        (DECKS / "four_bar.deck")
        .read_text()
        .replace("{GROUND, left} @AT_POINT {A}", "{GROUND, left} @AT_POINT {A} @INITIAL_RATE {7}")
    )
    small = rbsolve.linearize(text)
    assert small.mass == pytest.approx(2 / 3 * 0.25 + 0.5, rel=1e-12)
    assert small.damping == pytest.approx(0, abs=1e-10)
    assert small.stiffness == pytest.approx((0.5 + 1.0) * G * np.cos(np.pi / 3), rel=1e-9)
    assert not small.steady


def test_moving_slider_crank():
    """The expected equation is the variation of I(q) q'' + I'(q) q'^2 / 2 + V'(q) = 0, with I and V from the header of
    the deck.
    """
    mp.dps = 30
    text = (DECKS / "kinematic_slider_crank.deck").read_text()
    text = text.replace("@PRESCRIBED_ROTATION {turn}", "@INITIAL_RATE {10}").replace(
        "@ANALYSIS_TYPE {KINEMATIC}", "@TIME_STEP_SIZE {0.01}"
    )
    small = rbsolve.linearize(text)
    r, rod, q, rate = mp.mpf("0.1"), mp.mpf("0.3"), mp.mpf("0.3"), 10

    def inertia(q):
        root = mp.sqrt(rod**2 - (r * mp.sin(q)) ** 2)
        slider = -r * mp.sin(q) - r**2 * mp.sin(q) * mp.cos(q) / root
        x, z, spin = (slider - r * mp.sin(q)) / 2, r * mp.cos(q) / 2, r * mp.cos(q) / root
        crank = mp.mpf("1e-3") + mp.mpf("0.5") * r**2 / 4
        return crank + mp.mpf("0.8") * (x**2 + z**2) + mp.mpf("6e-3") * spin**2 + mp.mpf("1.5") * slider**2

    def weight(q):
        return (mp.mpf("0.25") + mp.mpf("0.4")) * mp.mpf("9.81") * r * mp.cos(q)

    slope = mp.diff(inertia, q)
    acceleration = -(slope * rate**2 / 2 + weight(q)) / inertia(q)
    stiffness = slope * acceleration + mp.diff(inertia, q, 2) * rate**2 / 2 + mp.diff(weight, q)
    assert small.coordinates == ("A.rotation",)
    assert small.mass[0, 0] == pytest.approx(float(inertia(q)), rel=1e-12)
    assert small.damping[0, 0] == pytest.approx(float(slope * rate), rel=1e-10)
    assert small.stiffness[0, 0] == pytest.approx(float(stiffness), rel=1e-10)


TWO_FREE_BODIES = """
@POINT_DEFINITION { @POINT_NAME {A} { @COORDINATES {0.3, 0, 0} } @POINT_NAME {B} { @COORDINATES {0.6, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {B} @TRIAD_NAME {TRIAD_INERTIAL} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {0.02, 0.025, 0.03} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b0} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0, 0, -10} }
    @RIGID_BODY_NAME {b1} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {F} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {h} { @CONNECTED_TO_BODIES {b0, b1} @AT_POINT {A} @TRIAD_NAME {TRIAD_INERTIAL}
    @SPRING {10, 0} @INITIAL_RATE {10} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001} } }
"""


@pytest.mark.parametrize("at", ["start", 0.2, 0.37])
def test_two_free_bodies_on_a_hinge_in_motion(at):
    """The coordinates are the relative angle p, its rate r = p', and the rate w of the first body's angle. With the arm
    d, the plane motion about the common centre of mass has the Lagrangian L = J (w^2 + (w + r)^2) / 2 + d^2 (m/4) |w
    e(0) + (w + r) e(p)|^2 - k p^2 / 2, and w is cyclic.
    """
    small = rbsolve.linearize(TWO_FREE_BODIES, at=at)
    J, md2, k = 0.03, 0.5 * 0.3**2, 10.0
    turning = small.eigenvalues[np.argmax(np.abs(small.eigenvalues))]
    p, w, r = _relative_motion(at)
    mp.dps = 30

    def acceleration(p, w, r):
        """Return p'' of Lagrange's equations. The inertias of (w, w), (w, r) and (r, r) follow from p."""
        c, s = mp.cos(p), mp.sin(p)
        a, b, d = 2 * J + md2 * (2 + 2 * c), J + md2 * (1 + c), J + md2
        # The equations are a w' + b r' = md2 s r (2 w + r) and b w' + d r' = -md2 s w^2 - k p.
        left, right = md2 * s * r * (2 * w + r), -md2 * s * w * w - k * p
        return (a * right - b * left) / (a * d - b * b), (d * left - b * right) / (a * d - b * b)

    r_by = [mp.diff(lambda *x: acceleration(*x)[0], (p, w, r), n) for n in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    w_by = [mp.diff(lambda *x: acceleration(*x)[1], (p, w, r), n) for n in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    expected = np.linalg.eigvals(np.array([[0, 0, 1], w_by, r_by], dtype=float))
    assert turning == pytest.approx(expected[np.argmax(expected.imag)], rel=1e-6)
    assert turning.imag > 20
    assert small.stability == ("neutral" if at == "start" else "undetermined")


def _relative_motion(at):
    """Return the relative angle, the first body's rate and the relative rate at a time, from the integrator."""
    sensors = """@SENSOR_DEFINITION { @SENSOR_NAME {p} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {h} }
        @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b0} }
        @SENSOR_NAME {v} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b1} } }"""
    results = rbsolve.solve(TWO_FREE_BODIES + sensors, t_end=0.001 if at == "start" else at)
    row = 0 if at == "start" else -1
    w = float(results["w"][row, 2])
    return float(results["p"][row, 0]), w, float(results["v"][row, 2]) - w


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
@pytest.mark.parametrize("at", [0.1, 0.3, 0.5])
def test_a_steady_state_that_a_run_reaches_with_its_error_does_not_grow(tmp_path, formulation, at):
    """A hub that rotates freely has a mass on a radial spring, with `m q'' = m q w^2 - k q`. About steady rotation, the
    mass oscillates with k/m - w^2 + 4 w^2 m q^2/I, where I is the moment of inertia of the whole model. No eigenvalue
    grows.
    """
    w, k, q, m, hub, own = 4.0, 200.0, 0.5, 2.0, 0.5, 0.02
    path = tmp_path / "hub.deck"
    path.write_text(f"""
@RIGID_BODY_DEFINITION {{
  @RIGID_BODY_NAME {{hub}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, {hub}}} }}
  @RIGID_BODY_NAME {{mass}} {{ @AT_POINT {{{q}, 0, 0}} @MASS {{{m}}} @MOMENTS_OF_INERTIA {{0.01, 0.01, {own}}} }} }}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{axle}} {{
  @CONNECTED_TO_BODIES {{GROUND, hub}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_Z}} @INITIAL_RATE {{{w}}} }} }}
@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{arm}} {{
  @CONNECTED_TO_BODIES {{hub, mass}} @AT_POINT {{{q}, 0, 0}} @TRIAD_NAME {{AXIS_X}} @SPRING {{{k}, {-m * q * w**2 / k}}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{
  @SIMULATION_TIME_RANGE {{0, 0.5}} @TIME_STEP_SIZE {{1e-3}} @OUTPUT_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{
  @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} @FORMULATION {{{formulation}}} }} }}
""")
    small = rbsolve.linearize(path, at=at)
    expected = np.sqrt(k / m - w**2 + 4 * w**2 * m * q**2 / (hub + own + m * q**2))
    np.testing.assert_allclose(small.frequencies[-1], expected / (2 * np.pi), rtol=1e-6)
    assert small.stability in ("neutral", "undetermined")
