"""Derivatives of the applied forces, of the whole iteration matrix and of the formulations' maps, compared with finite
differences.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from rbsolve.geometry import quaternion
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.contacts.touch import point_of
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.forces.tangents.links import link_bodies, link_tangent, with_tangents
from rbsolve.solver.integrators.generalized_alpha import (
    body_coordinates,
    control,
    equations,
    friction,
    step,
    system,
)
from rbsolve.solver.kernel import kernel
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.model.arrays import copy_state, empty_state
from rbsolve.solver.model.joints import turned_angles
from rbsolve.solver.model.options import GeneralizedAlphaOptions, NewtonOptions

BODIES = """
@POINT_DEFINITION {
    @POINT_NAME {O} { @COORDINATES {0, 0, 0} }      @POINT_NAME {A} { @COORDINATES {0.7, -0.2, 0.4} }
    @POINT_NAME {B} { @COORDINATES {-0.3, 0.9, 0.1} }  @POINT_NAME {C} { @COORDINATES {0.2, 0.5, -0.8} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_321 {30, 20, 50} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {A} @TRIAD_NAME {T} } }
@MASS_PROPERTY_DEFINITION {
    @MASS_PROPERTY_NAME {m} { @MASS {1.5} @CENTRE_OF_MASS_LOCATION {0.1, 0.3, -0.2} @MOMENTS_OF_INERTIA {0.4, 0.6, 0.5}
        @PRODUCTS_OF_INERTIA {0.05, -0.02, 0.1} }
    @MASS_PROPERTY_NAME {n} { @MASS {0.8} @MOMENTS_OF_INERTIA {0.2, 0.1, 0.25} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {first} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {F} }
    @RIGID_BODY_NAME {second} { @MASS_PROPERTY_NAME {n} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {ti} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {ti} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {2, 30, 8} }
    @FUNCTION_1D_NAME {p} { @FUNCTION_1D_TYPE {HARMONIC} @HARMONIC { @AMPLITUDE {0.3} @PERIOD {2} @PHASE {0.1} } } }
"""
LOAD = """@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{first}} @AT_POINT {{B}} @APPLIED_FORCES {{3, -2, 5}}
    @APPLIED_MOMENTS {{1, 4, -2}} {0} @FUNCTION_1D_NAME {{f}} }} }}"""
MOVING = "@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {M} { @CONNECTED_TO_BODY {second} @TRIAD_NAME {T} } }"
SPRING = """@SPRING_DAMPER_DEFINITION {{ @SPRING_DAMPER_NAME {{s}} {{ @CONNECTED_TO_BODIES {{first, {0}}} @POINT1_NAME {{B}}
    @POINT2_NAME {{C}} @DAMPING {{7}} @REST_LENGTH {{0.4}} {1} }} }}"""
BUSHING = """@BUSHING_DEFINITION {{ @BUSHING_NAME {{b}} {{ @CONNECTED_TO_BODIES {{{0}}} @AT_POINT {{C}} @TRIAD_NAME {{T}}
    @STIFFNESS {{30, 50, 20}} @DAMPING {{3, 1, 2}} @ROTATIONAL_STIFFNESS {{4, 6, 9}} @ROTATIONAL_DAMPING {{0.7, 0.3, 0.5}} }} }}"""
GENERAL = """@GENERAL_BUSHING_DEFINITION {{ @GENERAL_BUSHING_NAME {{g}} {{ @CONNECTED_TO_BODIES {{{0}}} @AT_POINT {{C}} @TRIAD_NAME {{T}}
    @STIFFNESS_MATRIX {{30, 2, 0, 1, 0, 4,  2, 20, 3, 0, 2, 0,  0, 3, 25, 0, 0, 1,  1, 0, 0, 4, 1, 0,  0, 2, 0, 1, 6, 2,  4, 0, 1, 0, 2, 9}}
    @DAMPING_MATRIX {{3, 1, 0, 0, 0, 0.5,  0, 2, 0, 0.3, 0, 0,  0, 0, 1, 0, 0, 0,  0, 0.3, 0, 0.4, 0, 0,  0, 0, 0, 0, 0.6, 0.1,
    0.5, 0, 0, 0, 0.2, 0.7}} @FORCE_FUNCTIONS {{f, 0, f}} @MOMENT_FUNCTIONS {{0, f, 0}} }} }}"""
TORSION = """@TORSION_SPRING_DEFINITION {{ @TORSION_SPRING_NAME {{t}} {{ @CONNECTED_TO_BODIES {{{0}}} @TRIAD_NAME {{T}}
    @DAMPING {{0.7}} {1} }} }}"""
CONTACT = """@SHAPE_DEFINITION {{
    @SHAPE_NAME {{s0}} {{ @CONNECTED_TO_BODY {{{0}}} @AT_POINT {{A}} @TRIAD_NAME {{T}} @SHAPE_TYPE {1} }}
    @SHAPE_NAME {{s1}} {{ @CONNECTED_TO_BODY {{{2}}} @AT_POINT {{C}} @SHAPE_TYPE {3} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONNECTED_TO_BODIES {{{0}, {2}}} @CONTACT_SHAPES {{s0, s1}} @STIFFNESS {{3}}
    @EXPONENT {{1.7}} @RESTITUTION {{0.8}} @RESTITUTION_VELOCITY {{30}} @FRICTION_COEFFICIENTS {{0.4, 0.3}}
    @TRANSITION_VELOCITY {{2}} }} }}"""
BALL, BRICK, PIPE = (
    "{SPHERE} @DIMENSIONS {1.7}",
    "{BOX} @DIMENSIONS {2.6, 3.0, 3.4}",
    "{CYLINDER} @DIMENSIONS {1.4, 3}",
)
ROLLING = "@ROLLING_RESISTANCE {0.7} @EXPONENT"
CUBE = "{BOX} @DIMENSIONS {2, 2.2, 2.4}"
LATH = "{BOX} @DIMENSIONS {7, 50, 1.1}"
ROD, FLOOR = "{LINE} @POINTS {-1, 0.2, 0.1, 1, 0.3, -0.2} @DIMENSIONS {1.3}", "{PLANE}"
FORCES = {
    "ball on a plane": CONTACT.format("GROUND", FLOOR, "second", BALL),
    "plane on a ball": CONTACT.format("first", BALL, "second", FLOOR),
    "ball on a ball": CONTACT.format("first", BALL, "second", BALL),
    "ball on a box": CONTACT.format("first", BALL, "second", BRICK),
    "cylinder on a ball": CONTACT.format("first", PIPE, "second", BALL),
    "capsule on a ball": CONTACT.format("first", ROD, "second", BALL),
    "box on a box": CONTACT.format("first", CUBE, "second", CUBE),
    "edge of a box across another": CONTACT.format("first", LATH, "second", "{BOX} @DIMENSIONS {40, 1.5, 7}"),
    "rod on a ball": CONTACT.format("first", "{CAPSULE} @DIMENSIONS {1.3, 2}", "second", BALL),
    "rod on a plane": CONTACT.format("GROUND", FLOOR, "second", "{CAPSULE} @DIMENSIONS {1.3, 2}"),
    "rod on a rod": CONTACT.format(
        "first", "{CAPSULE} @DIMENSIONS {1.3, 2}", "second", "{CAPSULE} @DIMENSIONS {1.2, 6}"
    ),
    "rod on a capsule": CONTACT.format("first", ROD, "second", "{CAPSULE} @DIMENSIONS {1.2, 6}"),
    "capsule on a capsule": CONTACT.format(
        "first", ROD, "second", "{LINE} @POINTS {0.2, -3, 0.3, 0.1, 3, -0.2} @DIMENSIONS {1.1}"
    ),
    "end of a capsule on a capsule": CONTACT.format(
        "first", ROD, "second", "{LINE} @POINTS {2, -1, 0, 2, 2, 0} @DIMENSIONS {1.6}"
    ),
    "cylinder on a plane": CONTACT.format("first", PIPE, "second", FLOOR),
    "plane on an ellipsoid": CONTACT.format("first", FLOOR, "second", "{ELLIPSOID} @DIMENSIONS {1, 2, 1.5}"),
    "ball that resists rolling": CONTACT.format("first", BALL, "second", BALL).replace("@EXPONENT", ROLLING),
    "capsule that resists rolling": CONTACT.format("GROUND", FLOOR, "second", ROD).replace("@EXPONENT", ROLLING),
    "disc that resists rolling": CONTACT.format("GROUND", FLOOR, "second", PIPE).replace("@EXPONENT", ROLLING),
    "dead load": LOAD.format(""),
    "follower": LOAD.format("@FOLLOWER_FORCE_FLAG {YES}"),
    "load in a moving frame": MOVING + LOAD.format("@FRAME_NAME {M}"),
    "spring": SPRING.format("second", "@STIFFNESS {40}"),
    "nonlinear spring": SPRING.format("second", "@FORCE_FUNCTION_NAME {f}"),
    "spring to the ground": SPRING.format("GROUND", "@STIFFNESS {40}"),
    "bushing": BUSHING.format("first, second"),
    "bushing from the ground": BUSHING.format("GROUND, second"),
    "general bushing": GENERAL.format("first, second"),
    "general bushing from the ground": GENERAL.format("GROUND, second"),
    "torsion spring": TORSION.format("first, second", "@STIFFNESS {40} @REST_ANGLE {0.3}"),
    "nonlinear torsion spring from the ground": TORSION.format("GROUND, second", "@MOMENT_FUNCTION_NAME {f}"),
}
JOINTS = """@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{1, 2, -9}} }} }}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{R}} {{ @CONNECTED_TO_BODIES {{{0}}} @AT_POINT {{B}} @TRIAD_NAME {{T}}
    @SPRING {{3, 0.2}} @DAMPER {{0.6}} @FRICTION {{0.3, 0.5, 4, 0.1, 0.2}} @FRICTION_VELOCITY {{3}} }} }}
@SPHERICAL_JOINT_DEFINITION {{ @SPHERICAL_JOINT_NAME {{S}} {{ @CONNECTED_TO_BODIES {{GROUND, second}} @AT_POINT {{A}} }} }}
@CYLINDRICAL_JOINT_DEFINITION {{ @CYLINDRICAL_JOINT_NAME {{Y}} {{ @CONNECTED_TO_BODIES {{first, GROUND}} @AT_POINT {{C}}
    @TRIAD_NAME {{T}} @PRESCRIBED_DISPLACEMENT {{p}} @FRICTION {{0.6, 0, 0, 0.2, 0.1, 0.4, 0.7, 5, 0, 1}} @FRICTION_VELOCITY {{6}} }} }}"""


@pytest.fixture(autouse=True)
def _no_consistency(monkeypatch):
    """The models of this file have configurations that no joint permits."""
    monkeypatch.setattr(
        "rbsolve.solver.assembly.start.consistent_start", lambda model, initial, *rest, **options: initial
    )


def model_of(text):
    checked = check_deck(BODIES + text, Options())
    assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
    return checked.compiled.model


def random_state(rng, joints=0, contacts=0):
    e = [quaternion.exp(tuple(0.7 * rng.normal(size=3))) for _ in range(2)] + [(1.0, 0.0, 0.0, 0.0)]
    R = np.array([quaternion.to_matrix(q) for q in e]).reshape(3, 3, 3)
    x, u, w = (np.array([[1.0], [1.0], [0.0]]) * rng.normal(size=(3, 3)) for _ in range(3))
    return empty_state(2, joints, contacts)._replace(x=x, e=np.array(e), R=R, u=u, w=w)


def difference(function, count, h=2e-4):
    """Return the Jacobian at zero by central differences of sixth order. `function` takes a vector."""
    weights = {1: 45.0, 2: -9.0, 3: 1.0}
    columns = []
    for unit in np.eye(count):
        parts = [weight * (function(k * h * unit) - function(-k * h * unit)) for k, weight in weights.items()]
        columns.append(sum(parts) / (60.0 * h))
    return np.array(columns).T


@kernel
def _forces(model, t, state):
    apply_forces(model, t, state)


@kernel
def _tangent(model, t, state, element):
    link_tangent(model, t, 0, state, state.x[0], element)  # without a joint, there are no multipliers to read


def wrenches(model, state, t):
    _forces(model, t, state)
    return np.concatenate([np.r_[state.force[b], state.moment[b]] for b in range(3)])


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("text", FORCES.values(), ids=FORCES)
def test_force_tangents(text, seed):
    model = model_of(text)
    compare_with_differences(model, random_state(np.random.default_rng(seed), contacts=len(model.contacts.end)), text)


TALL, EGG, STICK = (
    "{CYLINDER} @DIMENSIONS {1.4, 3}",
    "{ELLIPSOID} @DIMENSIONS {1, 2, 1.5}",
    "{CAPSULE} @DIMENSIONS {1.3, 2}",
)
CONVEX = {
    "box on a cylinder": (BRICK, TALL),
    "cylinder on a cylinder": (TALL, "{CYLINDER} @DIMENSIONS {2, 1.4}"),
    "chain of capsules on a box": (ROD, BRICK),
    "rod on a box": (STICK, BRICK),
    "rod on a cylinder": (STICK, TALL),
    "chain of capsules on a cylinder": (ROD, TALL),
    "ellipsoids": (EGG, "{ELLIPSOID} @DIMENSIONS {2, 3, 2.5}"),
    "ellipsoid on a box": (EGG, BRICK),
    "ball on an ellipsoid": (BALL, EGG),
}


def test_tangents_of_hulls(tmp_path):
    """The tests place a mesh on a plane and on another mesh."""
    corners = np.random.default_rng(1).normal(size=(30, 3)) * (1.3, 1.5, 1.7)
    lines = [f"v {x} {y} {z}" for x, y, z in corners.tolist()]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in ConvexHull(corners).simplices.tolist()]
    (tmp_path / "stone.obj").write_text("\n".join(lines))
    mesh = "{MESH} @FILE_NAME {stone.obj}"
    for text in (CONTACT.format("first", FLOOR, "second", mesh), CONTACT.format("first", mesh, "second", mesh)):
        (tmp_path / "stones.deck").write_text(BODIES + text)
        checked = check_deck(tmp_path / "stones.deck", Options())
        assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
        state = random_state(np.random.default_rng(5), contacts=1)
        compare_with_differences(checked.compiled.model, state, text, h=2e-5, atol=3e-7)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("pair", CONVEX.values(), ids=CONVEX)
def test_tangents_of_convex_shapes(pair, seed):
    """Faces and sides are almost flat, so the steps of the differences are short, and round-off limits them."""
    text = CONTACT.format("first", pair[0], "second", pair[1]).replace("@EXPONENT", ROLLING)
    model = model_of(text)
    state = random_state(np.random.default_rng(seed), contacts=len(model.contacts.end))
    compare_with_differences(model, state, text, h=2e-5, atol=3e-7)


@pytest.mark.parametrize("seed", range(3))
def test_tangents_of_boxes_that_stand_almost_flush(seed):
    """Each corner is within the rounding of the other's border, so weights pass between corners and crossings."""
    model, rng = model_of(FORCES["box on a box"]), np.random.default_rng(seed)
    contacts = model.contacts
    state = random_state(rng, contacts=len(contacts.end))
    turn = np.reshape(quaternion.to_matrix(quaternion.exp(tuple(1e-3 * rng.normal(size=3)))), (3, 3))
    # the axes of the second box, which are almost those of the first box
    R_P = state.R[0] @ contacts.solid_axes[0] @ turn
    state.R[1] = R_P @ contacts.axes[0].T
    up = state.R[0] @ contacts.solid_axes[0] @ (np.array([0.0, 0.0, 2.39]) + 3e-3 * rng.normal(size=3))
    state.x[1] = state.x[0] + state.R[0] @ contacts.solid_centre[0] + up - state.R[1] @ contacts.centre[0]
    points = [point_of(contacts, 0, i, state) for i in range(len(contacts.end))]
    weights = [point.weight for point in points if point.gap < 0.0]
    assert sum(1 for weight in weights if 0.01 < weight < 0.99) >= 16
    assert sum(weights) == pytest.approx(4.0, abs=1e-3)
    compare_with_differences(model, state, "", h=2e-5, atol=1e-7)


def compare_with_differences(model, state, text, h=2e-4, atol=1e-9):
    """Compare all derivatives of the forces of a state with differences."""
    t = 0.3
    element = np.full((4, 12, 12), np.nan)
    _tangent(with_tangents(model), t, state, element)
    ends = link_bodies(model)[0]
    K, C = np.zeros((18, 18)), np.zeros((18, 18))
    for i, a in enumerate(ends):
        for j, b in enumerate(ends):
            K[6 * a : 6 * a + 6, 6 * b : 6 * b + 6] += element[0, 6 * i : 6 * i + 6, 6 * j : 6 * j + 6]
            C[6 * a : 6 * a + 6, 6 * b : 6 * b + 6] += element[1, 6 * i : 6 * i + 6, 6 * j : 6 * j + 6]

    assert np.abs(K).max() > 0.1

    def moved(d):
        x, R = state.x.copy(), state.R.copy()
        for b in range(3):
            x[b] += d[6 * b : 6 * b + 3]
            R[b] = R[b] @ np.reshape(quaternion.to_matrix(quaternion.exp(tuple(d[6 * b + 3 : 6 * b + 6]))), (3, 3))
        return wrenches(model, state._replace(x=x, R=R), t)

    def faster(d):
        d = d.reshape(3, 6)
        return wrenches(model, state._replace(u=state.u + d[:, :3], w=state.w + d[:, 3:]), t)

    np.testing.assert_allclose(K, -difference(moved, 18, h), rtol=0, atol=atol)
    np.testing.assert_allclose(
        C, 0 * C if text.startswith(("@DEAD", "@MOV")) else -difference(faster, 18, h), rtol=0, atol=atol
    )


_place, _correct, _start_correction = (
    body_coordinates.place,
    body_coordinates.correct,
    body_coordinates.start_correction,
)
_start_coordinates = body_coordinates.start_coordinates


@kernel
def _residual(model, slots, steer, exact, d, state, rubbing, work):
    """Return the right-hand side after the increment `d` (unknowns) of the placed bodies."""
    for b in range(model.bodies.mass.shape[0]):
        code, i = model.bodies.formulation[b], slots.bodies[b, UNKNOWN]
        _correct(code, b, exact, (d[i], d[i + 1], d[i + 2]), (d[i + 3], d[i + 4], d[i + 5]), work.body, state)
    equations.add_multipliers(slots.joints, state.R, 1.0, d, work.multipliers)
    for b in range(model.bodies.mass.shape[0]):
        _place(model.bodies.formulation[b], b, steer.gamma_1, steer.beta_1, work.body, state)
    friction.prepare_friction(model, control.ITERATING, rubbing, work.multipliers, state)
    apply_forces(model, steer.time, state)
    equations.evaluate(model, steer.time, state, work.multipliers, work.phi, work.J)
    equations.put_residual(model.bodies, slots.bodies, 1.0, work.body, state, work.b)
    equations.put_row_values(slots.joints, state.R, work.phi, -1.0, work.b)


@kernel
def _matrix(model, slots, steer, state, rubbing, work):
    for k in range(work.values.shape[0]):
        work.values[k] = 0.0
    equations.assemble(model, slots, 1.0, steer, state, work, work.values)
    equations.put_jacobians(model.bodies, model.joints, slots.joints, state.R, 1.0, work, work)
    friction.put_columns(model, slots, control.ITERATING, rubbing, state, work)


@kernel
def _start(model, state, steer, work):
    for b in range(model.bodies.mass.shape[0]):
        _start_coordinates(model.bodies.formulation[b], b, state, work.body)
    step.begin_part(0.0, 0.02, steer, work.body)
    step.predict(model.bodies.formulation, 0.0, steer, work.body, work.multipliers, work.history)
    for b in range(model.bodies.mass.shape[0]):
        _place(model.bodies.formulation[b], b, steer.gamma_1, steer.beta_1, work.body, state)


def dense(plan, values):
    A = np.zeros((plan.unknowns, plan.unknowns))
    for at, s, first, panel, w, column, *_ in plan.elimination.vertices:
        A[first : first + s, first : first + s] = values[at : at + s * s].reshape(s, s)
        columns = plan.elimination.columns[column : column + w]
        A[first : first + s, columns] = values[panel : panel + s * w].reshape(s, w)
        A[columns, first : first + s] = values[panel + s * w : panel + 2 * s * w].reshape(s, w).T
    return A


def in_fixed_axes(vector, slots, turns):
    """Return the rows, which are in the axes of bodies rotated by `turns` (bodies, 3, 3), in fixed axes."""
    out = vector.copy()
    for b, R in enumerate(turns[:-1]):
        i = slots.bodies[b, UNKNOWN]
        out[i : i + 3] = R @ vector[i : i + 3]
    for row in slots.joints:
        first, axes = row[system.MULTIPLIER], row[system.AXES]
        if axes >= 0:
            out[first : first + 3] = turns[axes] @ vector[first : first + 3]
    return out


FORMULATIONS = ("LIE_R3_SO3", "LIE_R3_SO3_LEFT", "LIE_SE3", "CARDAN_ANGLES_1", "CARDAN_ANGLES_2", "EULER_PARAMETERS_2")


@pytest.mark.parametrize("joint_bodies", ["GROUND, first", "second, first", "first, second"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_iteration_matrix(formulation, joint_bodies):
    """The matrix contains every block together, which are inertia, weight, joints, a drive, friction by reactions, a
    prescribed motion, spring, bushing and a load.
    """
    text = JOINTS.format(joint_bodies) + FORCES["load in a moving frame"] + FORCES["spring"] + FORCES["bushing"]
    deck = BODIES.replace("{GENERALIZED_ALPHA}", f"{{GENERALIZED_ALPHA}} @FORMULATION {{{formulation}}}")
    checked = check_deck(deck + text, Options())
    assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
    model, rng = with_tangents(checked.compiled.model), np.random.default_rng(4)
    slots, plan = system.make_system(model)
    work, rubbing = system.make_workspace(model, plan), friction.make_step_friction(model)
    options = GeneralizedAlphaOptions(0.8, True, True, NewtonOptions(False, 1e-8, 1e-8, 20), None)
    steer = control.make_control(options, 1.0, 1.0, articulated=False, rubs=False, is_driven=False)
    steer.last_h = 0.02
    for rates in (work.body.derivative, work.body.before, work.body.auxiliary):
        rates[:2] = 8.0 * rng.normal(size=(2, rates.shape[1]))
    work.history[:] = rng.normal(size=work.history.shape)
    state = random_state(rng, turned_angles(model.joints))._replace(normal=np.zeros(len(model.frictions.joint)))
    state.u[:2] *= 5.0
    state.w[:2] *= 5.0
    _start(model, state, steer, work)
    d = 0.05 * rng.normal(size=plan.unknowns)
    _residual(model, slots, steer, True, d, state, rubbing, work)
    _matrix(model, slots, steer, state, rubbing, work)
    A = dense(plan, work.values)
    kept = [array.copy() for array in (*work.body, work.multipliers)]
    pose = copy_state(state)

    def residual(change):
        for array, content in zip((*work.body, work.multipliers), kept, strict=True):
            array[:] = content
        there = copy_state(pose)
        _residual(model, slots, steer, True, change, there, rubbing, work)
        turns = np.einsum("bji,bjk->bik", pose.R, there.R)
        return -in_fixed_axes(work.b, slots, turns)

    expected = difference(residual, plan.unknowns, 1e-4)
    scale = np.abs(expected).max(axis=1, keepdims=True)
    np.testing.assert_allclose(A / scale, expected / scale, rtol=0, atol=2e-9)


@kernel
def _own_matrix(model, slots, steer, state, work):
    for k in range(work.values.shape[0]):
        work.values[k] = 0.0
    equations.assemble(model, slots, 1.0, steer, state, work, work.values)


def test_the_stiffness_of_forces_alone_has_no_accelerations_and_no_multipliers():
    """By Holzinger et al. (2024), eqs. (37), (42), the matrix is that of eq. (41) with zero inertia forces and
    reactions. The matrix is linear in these.
    """
    text = JOINTS.format("GROUND, first") + FORCES["load in a moving frame"] + FORCES["spring"] + FORCES["bushing"]
    deck = BODIES.replace("{GENERALIZED_ALPHA}", "{GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3}")
    checked = check_deck(deck + text, Options())
    model, rng = with_tangents(checked.compiled.model), np.random.default_rng(4)
    slots, plan = system.make_system(model)
    work = system.make_workspace(model, plan)
    state = random_state(rng, turned_angles(model.joints))._replace(normal=np.zeros(len(model.frictions.joint)))
    matrices = {}
    for is_full, loaded in itertools.product((True, False), (True, False)):
        options = GeneralizedAlphaOptions(0.8, True, is_full, NewtonOptions(False, 1e-8, 1e-8, 20), None)
        steer = control.make_control(options, 1.0, 1.0, articulated=False, rubs=False, is_driven=False)
        steer.last_h = 0.02
        there = copy_state(state)
        _start(model, there, steer, work)
        some = np.random.default_rng(5)
        work.body.acceleration[:] = some.normal(size=work.body.acceleration.shape) if loaded else 0.0
        work.multipliers[:] = some.normal(size=work.multipliers.shape) if loaded else 0.0
        _own_matrix(model, slots, steer, there, work)
        matrices[is_full, loaded] = dense(plan, work.values)
    assert np.isfinite(matrices[True, True]).all()
    np.testing.assert_array_equal(matrices[False, True], matrices[True, False])
    np.testing.assert_array_equal(matrices[False, False], matrices[True, False])
    assert np.abs(matrices[True, True] - matrices[True, False]).max() > 0.1
