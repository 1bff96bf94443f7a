"""Linearizations against closed forms, pinocchio's derivatives, and differences of the equations of motion."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import pytest
from mpmath import mp
from rich.console import Console

import rbsolve
from rbsolve.geometry import quaternion
from rbsolve.pipeline import Options, check_deck
from rbsolve.results.info import show
from rbsolve.solver.analyses.directions import names
from rbsolve.solver.analyses.elements import applied_forces
from rbsolve.solver.analyses.independent_coordinates import SpanningTree
from rbsolve.solver.analyses.linearize import LinearizationError, matrices, moving_place
from rbsolve.solver.analyses.modes import find_modes
from rbsolve.solver.assembly.accelerations import consistent_accelerations
from rbsolve.solver.model.arrays import copied

DECKS = Path(__file__).parents[3] / "decks"
G = 9.81

GEOMETRY = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {A} { @COORDINATES {0, 0, -0.8} }
    @POINT_NAME {X} { @COORDINATES {0.3, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {y} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {0, 1, 0} }
    @TRIAD_NAME {x} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {1, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {tip} { @POINT1_NAME {A} @TRIAD_NAME {TRIAD_INERTIAL} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001} } }
"""
GRAVITY = "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }\n"
DOUBLE_PENDULUM = (
    GEOMETRY
    + GRAVITY
    + """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1.5} @CENTRE_OF_MASS_LOCATION {0, 0, -0.4}
    @MOMENTS_OF_INERTIA {0.08, 0.08, 0.01} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {upper} { @MASS_PROPERTY_NAME {m} }
    @RIGID_BODY_NAME {lower} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {tip} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {P} { @CONNECTED_TO_BODIES {GROUND, upper} @AT_POINT {O} @TRIAD_NAME {y} }
    @REVOLUTE_JOINT_NAME {Q} { @CONNECTED_TO_BODIES {upper, lower} @AT_POINT {A} @TRIAD_NAME {y} } }
"""
)
OSCILLATOR = (
    GEOMETRY
    + """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {S} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {x}
    @SPRING {50, 0} @DAMPER {#c} } }
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {4} }
"""
)


def test_double_pendulum():
    """M and K of two rods of mass m, length l, inertia J, in relative angles."""
    small = rbsolve.linearize(DOUBLE_PENDULUM, at="equilibrium")
    m, length, J = 1.5, 0.8, 0.08 + 1.5 * 0.4**2  # about the hinges
    cross = m * length * 0.4
    absolute = np.array([[J + m * length**2, cross], [cross, J]])
    weight = np.diag([m * G * (0.4 + length), m * G * 0.4])
    T = np.array([[1, 0], [1, 1]])  # absolute from relative angles
    assert small.coordinates == ("P.rotation", "Q.rotation")
    assert small.mass == pytest.approx(T.T @ absolute @ T, rel=1e-13)
    assert small.stiffness == pytest.approx(T.T @ weight @ T, rel=1e-12)
    assert small.damping == pytest.approx(0, abs=1e-15)
    expected = np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(absolute, weight)))) / (2 * np.pi)
    assert small.frequencies == pytest.approx(expected, rel=1e-12)
    assert (small.stability, small.steady) == ("neutral", True)
    # The lower body's shape: its origin moves with the upper rod, both turn about y.
    y = small.shapes[0].real
    assert small.body_shapes[0, 1].real == pytest.approx([-length * y[0], 0, 0, 0, y[0] + y[1], 0], abs=1e-12)


@pytest.mark.parametrize("c", [0.0, 4.0, 20.0, 30.0, -1.0])
def test_mass_spring_damper(c):
    small = rbsolve.linearize(OSCILLATOR, parameters={"c": c})
    roots = np.roots([2, c, 50])
    expected = roots[roots.imag >= 0]
    assert np.sort_complex(small.eigenvalues) == pytest.approx(
        np.sort_complex(expected), rel=1e-7 if c == 20 else 1e-12
    )
    assert small.stability == ("stable" if c > 0 else "unstable" if c < 0 else "neutral")
    if c == 4:
        assert small.damping_ratios == pytest.approx([4 / (2 * np.sqrt(2 * 50))], rel=1e-12)


@pytest.mark.parametrize("spin", [40, 25, 20])
def test_sleeping_top(spin):
    """J1 r^2 - J3 w r + m g l = 0 for motions exp(i r t) of its axis: precession and nutation, or a fall."""
    small = rbsolve.linearize(str(DECKS / "sleeping_top.deck"), parameters={"spin": spin, "push": 0})
    roots = np.roots([0.35, -0.12 * spin, 4.905])
    expected = np.sort(np.abs(roots.real)) / (2 * np.pi)
    moving = small.eigenvalues != 0
    assert np.sort(small.frequencies[moving]) == pytest.approx(expected, rel=1e-10)
    assert small.stability == ("neutral" if 0.12 * spin > np.sqrt(4 * 0.35 * 4.905) else "unstable")
    assert np.max(small.eigenvalues.real) == pytest.approx(np.max(np.abs(roots.imag)), abs=1e-10)
    assert small.steady


def test_nutation_of_a_gyroscope_in_gimbals():
    small = rbsolve.linearize(str(DECKS / "gyroscope_in_gimbals.deck"))
    assert small.steady
    outer, inner = small.mass[0, 0], small.mass[1, 1]
    assert small.frequencies[-1] == pytest.approx(2e-3 * 400 / np.sqrt(outer * inner) / (2 * np.pi), rel=1e-6)


ROTOR = (
    GEOMETRY
    + """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {3} @MOMENTS_OF_INERTIA {0.05, 0.05, 0.08} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {rotor} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0, 0, 300} } }
@BUSHING_DEFINITION { @BUSHING_NAME {support} { @CONNECTED_TO_BODIES {GROUND, rotor} @AT_POINT {O} @TRIAD_NAME {TRIAD_INERTIAL}
    @STIFFNESS {2e4, 5e4, 1e5} } }
@SPRING_DAMPER_DEFINITION {
    @SPRING_DAMPER_NAME {s1} { @CONNECTED_TO_BODIES {GROUND, rotor} @POINT1_NAME {L1} @POINT2_NAME {top} @STIFFNESS {4e3} }
    @SPRING_DAMPER_NAME {s2} { @CONNECTED_TO_BODIES {GROUND, rotor} @POINT1_NAME {L2} @POINT2_NAME {top} @STIFFNESS {4e3} }
    @SPRING_DAMPER_NAME {s3} { @CONNECTED_TO_BODIES {GROUND, rotor} @POINT1_NAME {L3} @POINT2_NAME {top} @STIFFNESS {9e3} }
    @SPRING_DAMPER_NAME {s4} { @CONNECTED_TO_BODIES {GROUND, rotor} @POINT1_NAME {L4} @POINT2_NAME {top} @STIFFNESS {9e3} } }
@POINT_DEFINITION { @POINT_NAME {top} { @COORDINATES {0, 0, 0.2} } @POINT_NAME {L1} { @COORDINATES {1, 0, 0.2} }
    @POINT_NAME {L2} { @COORDINATES {-1, 0, 0.2} } @POINT_NAME {L3} { @COORDINATES {0, 1, 0.2} }
    @POINT_NAME {L4} { @COORDINATES {0, -1, 0.2} } }
"""
)


def test_whirl_of_a_rotor_on_anisotropic_supports():
    """Linear springs at the centre (bushing) and at height h, stiffer in y than in x; spin w about z."""
    small = rbsolve.linearize(ROTOR)
    m, A, C, w, h = 3.0, 0.05, 0.08, 300.0, 0.2
    kx, ky, hx, hy = 2e4, 5e4, 8e3, 18e3  # springs without prestress
    M = np.diag([m, m, A, A])  # x, y, rotations about x and y
    gyroscopic = np.zeros((4, 4))
    gyroscopic[2, 3], gyroscopic[3, 2] = C * w, -C * w
    # The point at height h moves by x + h ry and y - h rx.
    along_x, along_y = np.array([1, 0, 0, h]), np.array([0, 1, -h, 0])
    K = np.diag([kx, ky, 0, 0]) + hx * np.outer(along_x, along_x) + hy * np.outer(along_y, along_y)
    A1 = np.block([[np.zeros((4, 4)), np.eye(4)], [-np.linalg.solve(M, K), -np.linalg.solve(M, gyroscopic)]])
    expected = np.linalg.eigvals(A1)
    expected = np.sort(expected.imag[expected.imag > 0])
    assert small.steady
    found = small.frequencies * 2 * np.pi
    axial = np.sqrt(1e5 / m)
    assert np.min(np.abs(found - axial)) == pytest.approx(0, abs=1e-8 * axial)
    lateral = np.sort(found[(found > 0) & (np.abs(found - axial) > 1e-6 * axial)])
    assert lateral == pytest.approx(expected, rel=1e-9)


def _state_of(deck, **options):
    checked = check_deck(deck, Options(**options))
    assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
    compiled = checked.compiled
    return compiled, compiled.model, copied(compiled.initial)


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
    """tau(q, q', q'') = 0: M, C, K are its derivatives, gyroscopic and centrifugal terms and all."""
    pin = pytest.importorskip("pinocchio")
    compiled, model, state = _state_of(CHAIN)
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


TUMBLER = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0.1, -0.2, 0.3} } @POINT_NAME {A} { @COORDINATES {0.7, 0.1, 0.4} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_321 {30, 20, 50} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1.5} @CENTRE_OF_MASS_LOCATION {0.1, 0.3, -0.2}
    @MOMENTS_OF_INERTIA {0.4, 0.6, 0.5} @PRODUCTS_OF_INERTIA {0.05, -0.02, 0.1} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {A} @TRIAD_NAME {T} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {F} @INITIAL_ANGULAR_VELOCITY {3, -5, 2} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {1, -2, -9.81} } }
@BUSHING_DEFINITION { @BUSHING_NAME {u} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {A} @TRIAD_NAME {T}
    @STIFFNESS {30, 50, 20} @DAMPING {3, 1, 2} @ROTATIONAL_STIFFNESS {4, 6, 9} @ROTATIONAL_DAMPING {0.7, 0.3, 0.5} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001} } }
"""
SPHERICAL = """@SPHERICAL_JOINT_DEFINITION {
    @SPHERICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {O} } }
"""


def _varied(state, y, rates, pivot, spin, eps):
    """The state varied by a rotation vector y about the pivot (and a translation), and their rates: R exp, W + y' - W x y."""
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
    """y'' of the linear equations is the derivative of the accelerations of varied states."""
    compiled, model, state = _state_of(TUMBLER + joint)
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
        varied = _varied(state, y, rates, pivot, spin, eps)
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
    """Its loop makes no term of its own: I y'' + W cos(q) y = 0 at every rate."""
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
    """I(q) q'' + I'(q) q'^2 / 2 + V'(q) = 0 varied, with I and V of the header of the deck."""
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
    """With the relative angle p, its rate and that of the first body's angle, r = p' and w, and the arm d, the plane motion is that of
    L = J (w^2 + (w + r)^2) / 2 + d^2 (m/4) |w e(0) + (w + r) e(p)|^2 - k p^2 / 2 about the common centre of mass, w cyclic."""
    small = rbsolve.linearize(TWO_FREE_BODIES, at=at)
    J, md2, k = 0.03, 0.5 * 0.3**2, 10.0
    turning = small.eigenvalues[np.argmax(np.abs(small.eigenvalues))]
    p, w, r = _relative_motion(at)
    mp.dps = 30

    def acceleration(p, w, r):
        """p'' of Lagrange's equations; the inertias of (w, w), (w, r), (r, r) follow from p."""
        c, s = mp.cos(p), mp.sin(p)
        a, b, d = 2 * J + md2 * (2 + 2 * c), J + md2 * (1 + c), J + md2
        # a w' + b r' = md2 s r (2 w + r);  b w' + d r' = -md2 s w^2 - k p
        left, right = md2 * s * r * (2 * w + r), -md2 * s * w * w - k * p
        return (a * right - b * left) / (a * d - b * b), (d * left - b * right) / (a * d - b * b)

    r_by = [mp.diff(lambda *x: acceleration(*x)[0], (p, w, r), n) for n in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    w_by = [mp.diff(lambda *x: acceleration(*x)[1], (p, w, r), n) for n in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    expected = np.linalg.eigvals(np.array([[0, 0, 1], w_by, r_by], dtype=float))
    assert turning == pytest.approx(expected[np.argmax(expected.imag)], rel=1e-6)
    assert turning.imag > 20
    assert small.stability == ("neutral" if at == "start" else "undetermined")


def _relative_motion(at):
    """Relative angle, the first body's rate and the relative rate at a time, by the integrator."""
    sensors = """@SENSOR_DEFINITION { @SENSOR_NAME {p} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {h} }
        @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b0} }
        @SENSOR_NAME {v} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b1} } }"""
    results = rbsolve.solve(TWO_FREE_BODIES + sensors, t_end=0.001 if at == "start" else at)
    row = 0 if at == "start" else -1
    w = float(results["w"][row, 2])
    return float(results["p"][row, 0]), w, float(results["v"][row, 2]) - w


def test_a_falling_body_is_neutral():
    """Also where its frame is far from its centre of mass, at rest and turning."""
    for spin in ("0, 0, 0", "0, 0, 3", "1, 2, 3"):
        deck = (
            TUMBLER.split("@BUSHING")[0].replace("{3, -5, 2}", "{" + spin + "}") + TUMBLER[TUMBLER.index("@ANALYSIS") :]
        )
        small = rbsolve.linearize(deck)
        assert np.all(small.growth == 0), (spin, small.eigenvalues)
        assert small.stability == "neutral"


def test_it_runs_to_the_time_asked_for():
    deck = OSCILLATOR.replace("@DAMPER {#c}", "@DAMPER {#c} @INITIAL_RATE {1}")
    run = rbsolve.linearize(deck, at=0.25)
    assert run.time == 0.25
    assert run.stiffness == pytest.approx(50, rel=1e-12)
    with pytest.raises(ValueError, match="neither a time nor one of start, end, equilibrium"):
        rbsolve.linearize(deck, at="noon")


def test_nothing_free_is_an_error():
    with pytest.raises(LinearizationError, match="no degree of freedom"):
        rbsolve.linearize(str(DECKS / "kinematic_slider_crank.deck"), at="start")


def test_free_motions_are_double_zeros_exactly():
    modes = find_modes(np.diag([2.0, 3.0, 1.0]), np.diag([0.0, 6.0, 0.0]), np.diag([0.0, 0.0, 16.0]))
    assert sorted(
        zip(modes.eigenvalues.tolist(), modes.multiplicity.tolist(), strict=True), key=lambda p: abs(p[0])
    ) == [
        (0, 2),
        (0, 1),
        (pytest.approx(-2), 1),
        (pytest.approx(4j), 1),
    ]
    free, drift, damped, swing = np.abs(modes.shapes)
    assert free == pytest.approx([1, 0, 0])
    assert drift == pytest.approx([0, 1, 0])
    assert damped == pytest.approx([0, 1, 0])
    assert swing == pytest.approx([0, 0, 1])


def test_a_steady_rotation_may_become_faster():
    """A conical pendulum: k x = c r' couples the change r of its angle to that x of its cone, so that r = t, x = c/k is a motion of the
    eigenvalue zero, one vector of which is r = 1 alone; rounding of the stiffness must not split it into a pair that grows."""
    mass, gyro, k = np.diag([0.2, 0.6]), np.array([[0.0, -2.5], [2.5, 0.0]]), 4.2
    modes = find_modes(mass, gyro, np.array([[3e-16, -1e-16], [2e-16, k]]))
    assert list(modes.multiplicity) == [2, 1]
    assert modes.eigenvalues == pytest.approx([0, 1j * np.sqrt((k + 2.5**2 / 0.2) / 0.6)], rel=1e-12)
    for value, shape in zip(modes.eigenvalues, modes.shapes, strict=True):
        assert np.abs((value**2 * mass + value * gyro + np.diag([0, k])) @ shape) == pytest.approx([0, 0], abs=1e-12)


def test_a_free_body_on_a_damper_stops():
    """x'' + 3 (x' - y') = 0 and the same for y: both go on together, or x - y decays, with a zero for each place where they stop."""
    modes = find_modes(np.eye(2), 3 * np.array([[1, -1], [-1, 1]]), np.zeros((2, 2)))
    assert sorted(zip(modes.eigenvalues.real, modes.multiplicity, strict=True)) == [
        (pytest.approx(-6), 1),
        (0, 1),
        (0, 2),
    ]
    assert modes.shapes[0] == pytest.approx([1, 1])
    assert modes.shapes[2] == pytest.approx([1, -1])


def test_what_has_neither_inertia_nor_force_is_left_out():
    modes = find_modes(np.diag([1.0, 0.0]), np.zeros((2, 2)), np.diag([4.0, 0.0]))
    assert (modes.eigenvalues, modes.shapes[0]) == (pytest.approx([2j]), pytest.approx([1, 0]))


def test_the_equilibrium_of_a_static_deck_at_a_time():
    """A pendulum of 1.5 kg, its centre 0.4 m below the hinge, under a torque of 4 t."""
    deck = (
        DOUBLE_PENDULUM.split("@RIGID_BODY_NAME {lower}")[0]
        + """}
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 4} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {P} {
    @CONNECTED_TO_BODIES {GROUND, upper} @AT_POINT {O} @TRIAD_NAME {y} @ACTUATOR {f} } }
"""
    ).replace("@SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001}", "@ANALYSIS_TYPE {STATIC}")
    small = rbsolve.linearize(deck, at=0.7)
    weight = 1.5 * G * 0.4
    assert (small.time, small.stiffness[0, 0]) == (0.7, pytest.approx(weight * np.sqrt(1 - (2.8 / weight) ** 2)))
    with pytest.raises(rbsolve.DeckError, match=r"no state at t = -1 s: the deck starts at 0 s"):
        rbsolve.linearize(deck, at=-1)


def test_a_body_without_inertia_about_a_free_axis():
    """One second-order and one first-order equation: the massless one has a single eigenvalue -k/c."""
    modes = find_modes(np.diag([2.0, 0.0]), np.diag([0.0, 3.0]), np.diag([8.0, 12.0]))
    assert np.sort_complex(modes.eigenvalues) == pytest.approx([-4, 2j], abs=1e-9)


def test_results_file_holds_it(tmp_path):
    path = tmp_path / "double.h5"
    small = rbsolve.linearize(DOUBLE_PENDULUM, at="equilibrium", output=path)
    with rbsolve.open_results(path) as results:
        again = results.linearization
        assert results.attributes["analysis"] == "STATIC"
        console = Console(width=100, record=True, file=io.StringIO())
        show(results, console)
        assert "about t = 0 s: 2 degrees of freedom, neutral\n" in re.sub(r" +\n", "\n", console.export_text())
    for name in ("mass", "damping", "stiffness", "motions", "eigenvalues", "shapes", "multiplicity"):
        assert np.array_equal(getattr(again, name), getattr(small, name)), name
    assert (again.coordinates, again.units, again.bodies, again.time) == (
        small.coordinates,
        small.units,
        small.bodies,
        0.0,
    )
    xarray = pytest.importorskip("xarray")
    with xarray.open_dataset(path, engine="h5netcdf", group="linearization") as data:
        assert data["mode_shapes_real"].shape == (2, 2, 6)
        assert data.attrs["stability"] == "neutral"
