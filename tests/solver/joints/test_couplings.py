"""Compare rows of couplings with finite differences along exact motions of two bodies. Check the messages about
couplings.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rbsolve.geometry import quaternion
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.assembly.elements.joint_data import JointData, joint_arrays
from rbsolve.solver.joints import kernels, rows
from rbsolve.solver.joints.couplings.curve_table import at_parameter, curve_table
from rbsolve.solver.joints.couplings.registry import COUPLING_OF, COUPLINGS
from rbsolve.solver.joints.kinds import Coordinate, JointKind
from rbsolve.solver.joints.placement import ends
from rbsolve.solver.kernel import kernel
from rbsolve.solver.linear_algebra.elimination import plan_elimination
from rbsolve.solver.model.arrays import empty_state

DECKS = Path(__file__).parents[3] / "decks"


@kernel
def _evaluate(joints, state, J):
    kernels.jacobians(joints, state, J)


def rotation_of(v):
    return np.array(quaternion.to_matrix(quaternion.exp(tuple(v)))).reshape(3, 3)


def random_coupling(rng, kind, coordinates=(Coordinate.ROTATION, Coordinate.DISPLACEMENT)):
    """Return a coupling between two bodies. For a gear, the joint whose coordinates the gear couples comes first."""
    points, axes = rng.normal(size=(2, 3)), [rotation_of(rng.normal(size=3)) for _ in range(2)]
    data = JointData(kind, 0, 1, *points, *axes, numbers=(0.7,))
    if kind == JointKind.POINT_ON_CURVE:
        curve = np.cumsum(rng.uniform(0.3, 0.6, size=(9, 1)) * [1.0, 0.4, -0.2] + 0.1 * rng.normal(size=(9, 3)), axis=0)
        return [data._replace(numbers=(0.0, 9.0, 0.0, 0.1), table=curve_table(curve, False))]
    if kind != JointKind.GEAR:
        return [data]
    joint = data._replace(kind=JointKind.CYLINDRICAL, numbers=())
    first = data._replace(base=0, coordinate=coordinates[0], partner=2, numbers=(-1.7,))
    return [joint, first, first._replace(coordinate=coordinates[1], partner=1, numbers=(1.0,))]


def random_state(rng, joints):
    state = empty_state(2, joints)
    state.x[:2], state.u[:2], state.w[:2] = rng.normal(size=(3, 2, 3))
    state.R[:] = np.eye(3)
    for b in range(2):
        state.R[b] = rotation_of(rng.normal(size=3))
    state.turned[:] = rng.normal(size=joints)
    return state


def put_on_curve(joints, state):
    """Move body 1 so that its point is on the curve, where the gradients of this coupling are exact."""
    for i, j in enumerate(joints.couplings.joint):
        if joints.kind[j] == JointKind.POINT_ON_CURVE:
            table, (first, count) = joints.couplings.tables, joints.couplings.numbers[i, :2].astype(int)
            there = at_parameter(table, first, count, False, 1.3)[0]
            end = ends(joints, j, state)
            state.x[1] += np.reshape(end.axes0, (3, 3)) @ there - end.gap


def move(state, increment):
    """Return the state after [dx0, dpsi0, dx1, dpsi1], with increments on the right."""
    x, R = state.x.copy(), state.R.copy()
    for b in range(2):
        x[b] += increment[6 * b : 6 * b + 3]
        R[b] = R[b] @ rotation_of(increment[6 * b + 3 : 6 * b + 6])
    return state._replace(x=x, R=R)


def difference(function, h=1e-3):
    """Return the derivative at 0 by sixth-order central differences."""
    weights = {1: 45.0, 2: -9.0, 3: 1.0}
    return sum(w * (function(k * h) - function(-k * h)) for k, w in weights.items()) / (60.0 * h)


def add_shares(joints, values):
    """Return the values of rows. The values of the shares of a constraint are added."""
    out = values.copy()
    for one, other in joints.couplings.tied:
        out[one] = out[other] = values[one] + values[other]
    return out


def fill_rows(fill, joints, state, *shape):
    out = np.zeros((len(joints.row_code), *shape))
    fill(joints, state, out)
    return out


CASES = [(coupling.kind, {}) for coupling in COUPLINGS] + [
    (JointKind.GEAR, {"coordinates": pair})
    for pair in (
        (Coordinate.DISPLACEMENT_1, Coordinate.ROTATION),
        (Coordinate.DISPLACEMENT_2, Coordinate.DISPLACEMENT),
    )
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("kind", "options"), CASES)
def test_derivatives_of_rows(kind, options, seed):
    rng = np.random.default_rng(seed)
    joints = joint_arrays(random_coupling(rng, kind, **options))
    state = random_state(rng, len(joints.kind))
    put_on_curve(joints, state)
    v, a = np.concatenate([state.u[0], state.w[0], state.u[1], state.w[1]]), rng.normal(size=12)
    J = fill_rows(rows.jacobians, joints, state, 12)
    gamma = fill_rows(rows.acceleration_terms, joints, state)
    held = np.setdiff1d(np.arange(len(gamma)), joints.couplings.on_velocities)

    def residual(s):
        return fill_rows(rows.residuals, joints, move(state, s * v))

    def rate(s):
        return add_shares(joints, fill_rows(rows.jacobians, joints, move(state, s * v), 12) @ (v + s * a))

    assert add_shares(joints, J @ v)[held] == pytest.approx(difference(residual)[held], abs=1e-10)
    assert add_shares(joints, J @ a) + gamma == pytest.approx(difference(rate), abs=1e-10)
    multipliers = rng.normal(size=len(gamma))
    own = np.concatenate([np.arange(joints.first_row[j], joints.first_row[j + 1]) for j in joints.couplings.joint])
    element = np.zeros((4, 12, 12))
    for i, j in enumerate(joints.couplings.joint):
        COUPLING_OF[int(joints.kind[j])].tangent(joints, i, state, multipliers, element)
    for k in range(12):

        def force(s, k=k):
            there = fill_rows(rows.jacobians, joints, move(state, s * np.eye(12)[k]), 12)
            return there[own].T @ multipliers[own]

        assert element[0, :, k] == pytest.approx(difference(force), abs=1e-10)


def test_kernels_run_what_a_check_runs():
    rng = np.random.default_rng(5)
    data = []
    for coupling in COUPLINGS:
        more = random_coupling(rng, coupling.kind)
        shift = len(data)
        data += [
            one._replace(base=one.base + shift, partner=one.partner + shift) if one.base >= 0 else one for one in more
        ]
    joints = joint_arrays(data)
    state = random_state(rng, len(joints.kind))
    J = np.full((len(joints.row_code), 12), np.nan)
    _evaluate(joints, state, J)
    assert pytest.approx(J, abs=1e-14) == fill_rows(rows.jacobians, joints, state, 12)


def test_a_constraint_on_four_bodies_is_one_vertex():
    """Two hinged bodies are on the ground, and two are on a floating body. Joint 5 shares the rows of joint 4."""
    joints = [(6, 0), (6, 1), (2, 3), (2, 4), (0, 1), (3, 4)]
    plan = plan_elimination(6, joints, [5, 5, 5, 5, 1, 1], joints, [0, 1, 2, 3, 4, 4])
    assert plan.unknowns == 6 * 6 + 4 * 5 + 1
    rows_of = plan.slots.joint_rows
    assert rows_of[4] == rows_of[5]
    assert plan.elimination.kinds.sum() == 1


def findings(text, **options):
    return [(str(f.severity), f.code.value, f.message) for f in check_deck(text, Options(**options)).diagnostics]


ROD, GEAR, DISC = ((DECKS / f"{name}.deck").read_text() for name in ("conical_pendulum", "gear_train", "rolling_disc"))
OTHER_ROD = "@ROD_DEFINITION { @ROD_NAME {again} { @CONNECTED_TO_BODIES {bob, GROUND} @POINT1_NAME {bob} @POINT2_NAME {hook} } }"


@pytest.mark.parametrize(
    ("text", "severity", "code", "message"),
    [
        (ROD.replace("@POINT1_NAME {hook}", "@POINT1_NAME {bob}").replace(" @LENGTH {#L}", ""), "error", "degenerate-geometry", "coincide"),
        (ROD.replace("@LENGTH {#L}", "@LENGTH {0.9}"), "error", "inconsistent-initial-conditions", "0.8 m apart, but its length is 0.9 m"),
        (ROD.replace("@LENGTH {#L}", "@LENGTH {0}"), "error", "invalid-value", "LENGTH"),
        (ROD.replace("{GROUND, bob}", "{bob, bob}"), "error", "invalid-value", "connects bob to itself"),
        (ROD + OTHER_ROD, "warning", "redundant-constraints", "have 1 condition more than necessary"),
        (ROD.replace("{FORCE}", "{REACTION_MOMENT}"), "error", "unresolved-reference", "there is no joint or prescribed motion rod"),
        (ROD.replace("ROD_DEFINITION", "DISTANCE_JOINT_DEFINITION"), "error", "unknown-keyword", "DISTANCE_JOINT_DEFINITION"),
        (GEAR.replace("@RATIO {-0.25}", "@RATIO {0}"), "error", "degenerate-geometry", "its ratio is 0"),
        (GEAR.replace("{motor, shaft} @RATIO", "{motor, motor} @RATIO"), "error", "invalid-value", "couples motor with itself"),
        (GEAR.replace("{drum, rack}", "{drum, rack} @COORDINATE_NUMBERS {1, 2}"), "error", "invalid-value", "has no coordinate 2"),
        (GEAR.replace("REVOLUTE_JOINT_DEFINITION", "SPHERICAL_JOINT_DEFINITION").replace("REVOLUTE_JOINT_NAME", "SPHERICAL_JOINT_NAME"),
         "error", "invalid-value", "not continuous over turns"),
        (GEAR.replace("{FORCE}", "{ELONGATION}"), "error", "invalid-value", "gear first has no ELONGATION"),
        (DISC.replace("@RADIUS {#r}", "@RADIUS {0.4}"), "error", "inconsistent-initial-conditions", "m above the plane"),
        (DISC.replace("@SIMULATION", "@ANALYSIS_TYPE {STATIC} @SIMULATION"), "error", "incompatible-formulation", "depends on the path"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(text, severity, code, message):
    found = findings(text)
    assert any((severity, code) == finding[:2] and message in finding[2] for finding in found), found


def test_a_distance_joint_is_a_rod():
    finding = check_deck(ROD.replace("ROD_DEFINITION", "DISTANCE_JOINT_DEFINITION"), Options()).diagnostics
    assert any("@ROD_DEFINITION" in (one.hint or "") for one in finding)


@pytest.mark.parametrize("text", [ROD, GEAR, DISC])
def test_every_method_takes_couplings_or_says_why_not(text):
    for formulation in ("LIE_R3_SO3", "LIE_SE3", "CARDAN_ANGLES_1", "EULER_PARAMETERS_2", "MINIMAL_COORDINATES"):
        assert findings(text, integrator="GENERALIZED_ALPHA", formulation=formulation) == []
    assert findings(text, integrator="EXPLICIT_RUNGE_KUTTA", formulation="MINIMAL_COORDINATES") == []
    for integrator, formulation in (
        ("EXPLICIT_RUNGE_KUTTA", "LIE_R3_SO3"),
        ("IMPLICIT_MIDPOINT", "QUATERNION_HAMILTONIAN"),
        ("GAUSS_LOBATTO", "QUATERNION_HAMILTONIAN"),
    ):
        codes = {code for _, code, _ in findings(text, integrator=integrator, formulation=formulation)}
        assert codes == {"incompatible-formulation"}


def test_gears_turn_along_what_is_given():
    """The motor rotates by 30 rad, and the other coordinates follow over whole rotations."""
    text = GEAR.replace("@INITIAL_RATE {20}", "@INITIAL_RATE {20} @INITIAL_COORDINATE {30}")
    start = check_deck(text, Options()).compiled.initial
    assert start.turned[:3] == pytest.approx([30.0, -7.5, 3.0], abs=1e-12)
    assert start.x[3, 2] == pytest.approx(0.45, abs=1e-12)
    assert start.w[:3, 2] == pytest.approx([20.0, -5.0, 2.0], abs=1e-12)
    assert start.u[3, 2] == pytest.approx(0.3, abs=1e-12)
    text = GEAR.replace("@AT_POINT {drum}", "@AT_POINT {drum} @INITIAL_COORDINATE {3}")
    assert check_deck(text, Options()).compiled.initial.turned[:3] == pytest.approx([30.0, -7.5, 3.0], abs=1e-12)


def test_a_gear_within_a_loop_is_redundant_with_itself():
    again = GEAR + "@GEAR_DEFINITION { @GEAR_NAME {whole} { @JOINT_NAMES {motor, drum} @RATIO {0.1} } }"
    assert [f[:2] for f in findings(again)] == [("warning", "redundant-constraints")]
    other = again.replace("{motor, drum} @RATIO {0.1}", "{motor, drum} @RATIO {0.2}")
    assert any("20 before, 0 after" in f[2] for f in findings(other))  # the wheels cannot rotate


def test_every_kind_of_coupling_has_sensors():
    assert all(kind.measures for kind in COUPLINGS)


def test_a_kind_of_coupling_without_sensors_is_an_error_of_the_deck(monkeypatch):
    monkeypatch.setitem(COUPLING_OF, JointKind.GEAR, COUPLING_OF[JointKind.GEAR]._replace(measures=()))
    checked = check_deck(GEAR, Options())
    found = [(f.message, f.hint) for f in checked.diagnostics if f.severity == "error"]
    assert ("gear first has no FORCE", None) in found
    assert len(found) == sum(sensor["SENSOR_TYPE"] == "FORCE" for sensor in checked.description.all_of("SENSOR"))
