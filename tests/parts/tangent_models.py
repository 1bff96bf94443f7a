"""Two bodies with one force. The derivatives of the force are compared with differences."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry import quaternion
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.forces.tangents.links import link_bodies, link_tangent, with_tangents
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.arrays import empty_state

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
    """Return the Jacobian at zero, by sixth-order central differences. `function` takes a vector."""
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
