"""`@INITIAL_COORDINATE`: outboard bodies move together, loops close, and joints that cannot close are reported."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

from rbsolve.pipeline import check_deck
from rbsolve.solver.assembly.initial.closure import assembly_error

HEAD = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.15} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_321 {30, 20, 50} } @TRIAD_NAME {U} { @EULER_ANGLES_321 {30, 20, 140} } }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0,0,0} } @POINT_NAME {P} { @COORDINATES {0.4,0.1,-0.2} }
  @POINT_NAME {Q} { @COORDINATES {1,0.3,0.2} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {FQ} { @POINT1_NAME {Q} @TRIAD_NAME {U} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {one} { @MASS_PROPERTY_NAME {m} }
  @RIGID_BODY_NAME {two} { @FRAME_NAME {FQ} @MASS_PROPERTY_NAME {m} } }
"""
T = Rotation.from_euler("ZYX", [30, 20, 50], degrees=True).as_matrix()
U = Rotation.from_euler("ZYX", [30, 20, 140], degrees=True).as_matrix()
P, Q = np.array([0.4, 0.1, -0.2]), np.array([1.0, 0.3, 0.2])


def joint(kind, name, bodies, point="P", triads="T", more=""):
    return f"""@{kind}_JOINT_DEFINITION {{ @{kind}_JOINT_NAME {{{name}}} {{ @CONNECTED_TO_BODIES {{{bodies}}} @AT_POINT {{{point}}}
        @TRIAD_NAME {{{triads}}} {more} }} }}"""


def start(text):
    checked = check_deck(HEAD + text)
    assert not checked.has_errors, [finding.message for finding in checked.diagnostics]
    return checked.compiled


def about(vector):
    return Rotation.from_rotvec(vector).as_matrix()


EXPECTED = {  # rotation and displacement of B1 relative to B0 at the joint, in inertial axes
    "REVOLUTE": ("{0.7}", about(0.7 * T[:, 2]), np.zeros(3)),
    "PRISMATIC": ("{0.3}", np.eye(3), 0.3 * T[:, 2]),
    "CYLINDRICAL": ("{9.2, 0.3}", about(9.2 * T[:, 2]), 0.3 * T[:, 2]),
    "SCREW": ("{9.2}", about(9.2 * T[:, 2]), 0.05 * 9.2 / (2 * math.pi) * T[:, 2]),
    "SPHERICAL": ("{0.4, -0.3, 0.9}", about(T @ [0.4, -0.3, 0.9]), np.zeros(3)),
    "CONSTANT_VELOCITY": ("{0.4, -0.3}", about(T @ [0.4, -0.3, 0.0]), np.zeros(3)),
    "UNIVERSAL": ("{0.7, -0.4}", about(0.7 * T[:, 2]) @ about(-0.4 * U[:, 2]), np.zeros(3)),
    "PLANAR": ("{0.2, -0.1, 0.7}", about(0.7 * T[:, 2]), T @ [0.2, -0.1, 0.0]),
}


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("kind", EXPECTED)
def test_every_coordinate_places_the_body(kind, reverse):
    """For given coordinates, the position of the outboard body is also calculated by hand. For a reversed joint, it has
    the inverse position.
    """
    values, turn, shift = EXPECTED[kind]
    more = f"@INITIAL_COORDINATE {values}" + (" @PITCH {0.05}" if kind == "SCREW" else "")
    bodies = "two, one" if reverse else "one, two"
    triads = "T, U" if kind == "UNIVERSAL" else "T"
    compiled = start(joint("RIGID", "base", "GROUND, one", "O") + joint(kind, "J", bodies, "P", triads, more))
    state = compiled.initial
    if reverse:
        turn, shift = turn.T, -turn.T @ shift
    np.testing.assert_allclose(state.R[1], turn @ U, atol=1e-13)
    np.testing.assert_allclose(state.x[1], P + shift + turn @ (Q - P), atol=1e-13)
    if kind in ("CYLINDRICAL", "SCREW"):
        assert compiled.initial.turned[1] == pytest.approx(9.2, abs=1e-12)


def test_bodies_outboard_move_along_as_one_on_top_of_their_initial_frames():
    """Two hinges have axes along z. The second body starts from a frame that rotates it by 0.3 rad about its hinge."""
    frames = """@TRIAD_DEFINITION { @TRIAD_NAME {V} { @ROTATION_VECTOR {0, 0, 0.3} @ORIENTATION_DEFINITION_TYPE {ROTATION_VECTOR} } }
        @POINT_DEFINITION { @POINT_NAME {S} { @COORDINATES {0.4 + 0.6*cos(0.3) - 0.2*sin(0.3), 0.1 + 0.6*sin(0.3) + 0.2*cos(0.3), 0.2} } }
        @FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {start} { @POINT1_NAME {S} @TRIAD_NAME {V} }
            @FIXED_FRAME_NAME {FW} { @POINT1_NAME {Q} @TRIAD_NAME {TRIAD_INERTIAL} } }"""
    text = HEAD.replace("@FRAME_NAME {FQ}", "@FRAME_NAME {FW} @INITIAL_FRAME_NAME {start}")
    text += frames + joint("REVOLUTE", "A", "GROUND, one", "O", "TRIAD_INERTIAL", "@INITIAL_COORDINATE {1.1}")
    text += joint("REVOLUTE", "B", "one, two", "P", "TRIAD_INERTIAL")
    checked = check_deck(text)
    assert not checked.has_errors, [finding.message for finding in checked.diagnostics]
    state = checked.compiled.initial
    np.testing.assert_allclose(state.turned, [1.1, 0.3], atol=1e-13)
    whole = about([0, 0, 1.1])
    np.testing.assert_allclose(state.R[1], about([0, 0, 1.4]), atol=1e-13)
    np.testing.assert_allclose(state.x[1], whole @ (P + about([0, 0, 0.3]) @ (Q - P)), atol=1e-13)


def test_velocities_written_in_body_axes_turn_with_the_body():
    text = HEAD.replace("{one} {", "{one} { @INITIAL_ANGULAR_VELOCITY {0.1, 0.2, 3} @VELOCITIES_RESOLVED_IN {BODY}")
    text += joint("SPHERICAL", "A", "GROUND, one", "O", "T", "@INITIAL_COORDINATE {0.4, 0.5, 0.6}")
    text += joint("RIGID", "B", "one, two")
    state = check_deck(text).compiled.initial
    np.testing.assert_allclose(state.w[0], [0.1, 0.2, 3.0], atol=1e-13)


FOUR_BAR = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{0.1, 0.1, 0.1}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{A}} {{ @COORDINATES {{0,0,0}} }} @POINT_NAME {{B}} {{ @COORDINATES {{0,1,0}} }}
  @POINT_NAME {{C}} {{ @COORDINATES {{2,1.5,0}} }} @POINT_NAME {{D}} {{ @COORDINATES {{2,0,0}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{crank}} {{ @MASS_PROPERTY_NAME {{m}} }}
  @RIGID_BODY_NAME {{coupler}} {{ @MASS_PROPERTY_NAME {{m}} }} @RIGID_BODY_NAME {{rocker}} {{ @MASS_PROPERTY_NAME {{m}} }} }}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{jA}} {{ @CONNECTED_TO_BODIES {{GROUND, crank}} @AT_POINT {{A}}
    @TRIAD_NAME {{TRIAD_INERTIAL}} {crank} }}
  @REVOLUTE_JOINT_NAME {{jD}} {{ @CONNECTED_TO_BODIES {{GROUND, rocker}} @AT_POINT {{D}} @TRIAD_NAME {{TRIAD_INERTIAL}} {rocker} }} }}
@SPHERICAL_JOINT_DEFINITION {{ @SPHERICAL_JOINT_NAME {{jB}} {{ @CONNECTED_TO_BODIES {{crank, coupler}} @AT_POINT {{B}} }} }}
@CYLINDRICAL_JOINT_DEFINITION {{ @CYLINDRICAL_JOINT_NAME {{jC}} {{ @CONNECTED_TO_BODIES {{coupler, rocker}} @AT_POINT {{C}}
    @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{0.01}} }} }}
"""


def rocker_angle(crank):
    """Return the angle of the rocker on the branch of the four-bar's reference configuration. At this position, the
    circles about the crank's pin and about D intersect.
    """
    B = np.array([-math.sin(crank), math.cos(crank)])
    D = np.array([2.0, 0.0])
    r, R, d = math.hypot(2.0, 0.5), 1.5, np.linalg.norm(D - B)
    along = (r**2 - R**2 + d**2) / (2 * d)
    unit = (D - B) / d
    C = B + along * unit + math.sqrt(r**2 - along**2) * np.array([-unit[1], unit[0]])
    return math.atan2(-(C - D)[0], (C - D)[1])


@pytest.mark.parametrize("crank", [0.5, -0.5, 1.5, 3.0])
def test_a_loop_closes_by_the_other_coordinates(crank):
    checked = check_deck(FOUR_BAR.format(crank=f"@INITIAL_COORDINATE {{{crank}}}", rocker=""))
    assert not list(checked.diagnostics)
    compiled = checked.compiled
    assert compiled.initial.turned[:2] == pytest.approx([crank, rocker_angle(crank)], abs=1e-10)
    assert assembly_error(compiled.model, compiled.initial, 0.0, 1.0) < 1e-12


def pins(rocker):
    """Return the pin C at an angle of the rocker, and the length of the coupler of the four-bar linkage."""
    return np.array([2.0 - 1.5 * math.sin(rocker), 1.5 * math.cos(rocker)]), math.hypot(2.0, 0.5)


def gap_of_rocker(rocker):
    """Return by how much the crank of 1 m and the coupler are too short to reach the pin C."""
    C, coupler = pins(rocker)
    return coupler - 1.0 - np.linalg.norm(C)


def gap_of_both(crank, rocker):
    C, coupler = pins(rocker)
    return abs(np.linalg.norm(C - [-math.sin(crank), math.cos(crank)]) - coupler)


@pytest.mark.parametrize(
    ("crank", "rocker", "gap"),
    [
        ("", "@INITIAL_COORDINATE {1.9}", gap_of_rocker(1.9)),
        ("@INITIAL_COORDINATE {0.5}", "@INITIAL_COORDINATE {0.9}", gap_of_both(0.5, 0.9)),
    ],
)
def test_a_loop_that_cannot_close_is_an_error_with_its_joints_and_their_gap(crank, rocker, gap):
    errors = [
        f.message for f in check_deck(FOUR_BAR.format(crank=crank, rocker=rocker)).diagnostics if f.severity == "error"
    ]
    (error,) = errors
    assert "@INITIAL_COORDINATE of jD" in error
    assert "the loops of the joints jA (line 7), jD (line 9), jB (line 10), jC (line 11) do not close" in error
    told = re.search(r"even at the best configuration, joint j[BC] stays open: its two points are (\S+) m apart", error)
    assert float(told[1]) == pytest.approx(gap, rel=1e-5)


def test_a_prescribed_motion_and_a_coordinate_that_contradict_each_other():
    more = "@INITIAL_COORDINATE {0.2} @PRESCRIBED_ROTATION {f}"
    f = "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0.5, 1} } }"
    text = f + joint("REVOLUTE", "A", "GROUND, one", "O", "T", more) + joint("RIGID", "B", "one, two")
    errors = [finding.message for finding in check_deck(HEAD + text).diagnostics if finding.severity == "error"]
    assert len(errors) == 1
    assert "its rotation is 0.2 rad, the prescribed one 0.5 rad" in errors[0]


FIVE_BAR = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 2.0], [2.0, 1.2], [1.8, 0.0]])


def five_bar(kind="REVOLUTE"):
    """Return four bodies on five joints. If the last joint is a PRISMATIC joint along x, its coordinate is relative
    to the model's extent.
    """
    points = "".join(
        f"@POINT_NAME {{P{i}}} {{ @COORDINATES {{{x}, {y}, 0}} }} " for i, (x, y) in enumerate(FIVE_BAR.tolist())
    )
    bodies = ["GROUND", "B0", "B1", "B2", "B3", "GROUND"]
    text = "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }"
    text += "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }"
    text += (
        f"@POINT_DEFINITION {{ {points} }} @TRIAD_DEFINITION {{ @TRIAD_NAME {{X}} {{ @ORIENTATION_E3 {{1, 0, 0}} }} }}"
    )
    for body in bodies[1:5]:
        text += f"@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{{body}}} {{ @MASS_PROPERTY_NAME {{m}} }} }}"
    for i in range(5):
        given = "@INITIAL_COORDINATE {0.2}" if i == 0 else ""
        last = i == 4 and kind == "PRISMATIC"
        name, axes = ("PRISMATIC", "X") if last else ("REVOLUTE", "TRIAD_INERTIAL")
        text += joint(name, f"J{i}", f"{bodies[i]}, {bodies[i + 1]}", f"P{i}", axes, given)
    return text


@pytest.mark.parametrize("kind", ["REVOLUTE", "PRISMATIC"])
def test_a_loop_with_freedom_left_closes_by_the_smallest_motion(kind):
    """Compare with scipy's constrained minimum over the angles. The size of the model is its longest arm."""
    size = float(np.max(np.abs(FIVE_BAR)))

    def gap(q):
        place, angle = FIVE_BAR[0].copy(), 0.0
        for i, turn in enumerate([0.2, *q[:3]]):
            angle += turn
            R = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
            place = place + R @ (FIVE_BAR[i + 1] - FIVE_BAR[i])
        off = place - FIVE_BAR[4]
        return [*off, angle + q[3]] if kind == "REVOLUTE" else [off[0] + size * q[3], off[1], angle]

    closing = {"type": "eq", "fun": gap}
    best = minimize(lambda q: q @ q, np.zeros(4), constraints=closing, method="SLSQP", options={"ftol": 1e-15})
    checked = check_deck(five_bar(kind))
    assert not checked.has_errors, [finding.message for finding in checked.diagnostics]
    compiled = checked.compiled
    state = compiled.initial
    assert state.turned[0] == pytest.approx(0.2, abs=1e-12)
    found = state.turned[1:5].copy()
    if kind == "PRISMATIC":
        found[3] = -state.x[3, 0] / size  # the coordinate of GROUND relative to the last body
    np.testing.assert_allclose(gap(found), 0.0, atol=1e-10)
    np.testing.assert_allclose(found, best.x, atol=2e-6)
