"""`@ASSEMBLE {YES}`: joints that are open at the start close by the mass-weighted smallest motion, and joints that
cannot close are reported.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

from rbsolve.language.diagnostics import Code, Severity
from rbsolve.pipeline import check_deck
from rbsolve.solver.assembly.initial.closure import assembly_error


def deck(bodies, joints, *, size=1.0, analysis="@ASSEMBLE {YES}", more=""):
    """Return a deck with bodies by name. The values give the positions of the bodies by their joints, and their drawn
    positions (points and rotation vectors).
    """
    points, triads, frames, blocks = [], [], [], []
    for name, places in bodies.items():
        for i, (x, psi) in enumerate(places):
            at = ", ".join(str(size * value) for value in x)
            points.append(f"@POINT_NAME {{{name}{i}}} {{ @COORDINATES {{{at}}} }}")
            turn = ", ".join(str(value) for value in psi)
            triads.append(f"@TRIAD_NAME {{{name}{i}}} {{ @ROTATION_VECTOR {{{turn}}} }}")
            frames.append(f"@FIXED_FRAME_NAME {{{name}{i}}} {{ @POINT1_NAME {{{name}{i}}} @TRIAD_NAME {{{name}{i}}} }}")
        blocks.append(
            f"@RIGID_BODY_NAME {{{name}}} {{ @FRAME_NAME {{{name}0}} @INITIAL_FRAME_NAME {{{name}1}} @MASS_PROPERTY_NAME {{m}} }}"
        )
    inertia = ", ".join(str(size**2 * value) for value in (1.0, 1.0, 1.0))
    return f"""
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{{inertia}}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{0.01}} {analysis} }} }}
@POINT_DEFINITION {{ {" ".join(points)} }} @TRIAD_DEFINITION {{ {" ".join(triads)} }}
@FIXED_FRAME_DEFINITION {{ {" ".join(frames)} }} @RIGID_BODY_DEFINITION {{ {" ".join(blocks)} }}
{joints} {more}"""


def joint(kind, name, bodies, point, more=""):
    triad = "TRIAD_INERTIAL, X" if kind == "UNIVERSAL" else "TRIAD_INERTIAL"
    return f"""@{kind}_JOINT_DEFINITION {{ @{kind}_JOINT_NAME {{{name}}} {{
        @CONNECTED_TO_BODIES {{{bodies}}} @AT_POINT {{{point}}} @TRIAD_NAME {{{triad}}} {more} }} }}"""


ORIGIN = "@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }"
AXIS_1 = "@TRIAD_DEFINITION { @TRIAD_NAME {X} { @ORIENTATION_E3 {1, 0, 0} } }"


def assemble(text):
    checked = check_deck(text)
    assert not checked.has_errors, [finding.message for finding in checked.diagnostics]
    compiled = checked.compiled
    assert assembly_error(compiled.model, compiled.initial, 0.0, 1.0) < 1e-12
    return compiled.initial, [finding for finding in checked.diagnostics if finding.severity == Severity.NOTE]


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_a_pendulum_gives_way_where_that_moves_least(size):
    """The gap is perpendicular to the arm L = 1 of a body with m = J/L^2. To first order, a displacement closes one
    half of the gap, and a rotation closes the other half.
    """
    gap = 1e-4
    bodies = {"B": [((1, 0, 0), (0, 0, 0)), ((1, gap, 0), (0, 0, 0))]}
    state, notes = assemble(deck(bodies, joint("REVOLUTE", "J", "GROUND, B", "O"), size=size, more=ORIGIN))
    np.testing.assert_allclose(state.x[0] / size, [1, 0.5 * gap, 0], atol=gap**2)
    np.testing.assert_allclose(Rotation.from_matrix(state.R[0]).as_rotvec(), [0, 0, 0.5 * gap], atol=gap**2)
    assert [note.code for note in notes] == [Code.INCONSISTENT_INITIAL_CONDITIONS]
    assert f"{0.5 * gap * size:.3g} m (B)" in notes[0].message


@pytest.mark.parametrize("offset", [0.1, 0.2, 0.7, 123.456])
def test_a_body_closes_onto_a_joint_at_the_origin_of_both(offset):
    """All distances of the model are zero after assembly, up to round-off. This round-off must not serve as the typical
    length of the model.
    """
    state, _ = assemble(f"""
@POINT_DEFINITION {{ @POINT_NAME {{P}} {{ @COORDINATES {{{offset}, 0, 0}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F}} {{ @POINT1_NAME {{P}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{B}} {{ @MASS {{2}} @CENTRE_OF_MASS {{0.3, 0, 0}}
    @MOMENTS_OF_INERTIA {{0.01, 0.02, 0.025}} @INITIAL_FRAME_NAME {{F}} }} }}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{J}} {{ @CONNECTED_TO_BODIES {{GROUND, B}} @AT_POINT {{0, 0, 0}}
    @TRIAD_NAME {{AXIS_Z}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{0.01}} @ASSEMBLE {{YES}} }} }}""")
    np.testing.assert_allclose(state.x[0], [0, 0, 0], atol=1e-13 * (1.0 + offset))


KINDS = ["RIGID", "REVOLUTE", "PRISMATIC", "CYLINDRICAL", "SPHERICAL", "UNIVERSAL", "PLANAR", "CONSTANT_VELOCITY"]


@pytest.mark.parametrize("kind", [*KINDS, "SCREW"])
def test_every_joint_closes(kind):
    """A body is drawn 0.3 m and 30 degrees from the position that its joint requires."""
    bodies = {"B": [((1, 0.2, 0), (0, 0, 0)), ((1.2, 0.1, 0.2), (0.3, -0.2, 0.4))]}
    pitch = "@PITCH {0.1}" if kind == "SCREW" else ""
    assemble(deck(bodies, joint(kind, "J", "GROUND, B", "O", pitch), more=ORIGIN + AXIS_1))


def test_the_motion_is_the_smallest():
    """The drawn position of a body differs slightly from the position that its spherical joint requires. The reference
    is scipy's minimum over all rotations.
    """
    gap = 1e-3
    drawn, turned = np.array([1, 0, 0]) + gap * np.array([1, 2, -3]), gap * np.array([1, 2, -1])
    bodies = {"B": [((1, 0, 0), (0, 0, 0)), (drawn, turned)]}
    state, _ = assemble(deck(bodies, joint("SPHERICAL", "J", "GROUND, B", "O"), more=ORIGIN))
    R0 = Rotation.from_rotvec(turned).as_matrix()

    def moved(psi):
        R = R0 @ Rotation.from_rotvec(psi).as_matrix()
        return float(np.sum((R @ [1, 0, 0] - drawn) ** 2) + psi @ psi)

    best = minimize(moved, np.zeros(3), tol=1e-14).x
    R = R0 @ Rotation.from_rotvec(best).as_matrix()
    assert np.linalg.norm(best) > gap
    np.testing.assert_allclose(state.R[0], R, atol=2 * gap**2)


FOUR_BAR = {  # a parallelogram, whose coupler is drawn far from its place
    "left": [((0, 0.25, 0), (0, 0, 0)), ((0.05, 0.25, 0), (0, 0, 0))],
    "coupler": [((0.5, 0.5, 0), (0, 0, 0)), ((0.7, 0.4, 0), (0, 0, 0.3))],
    "right": [((1, 0.25, 0), (0, 0, 0)), ((1, 0.3, 0), (0, 0, -0.2))],
}
CORNERS = """@POINT_DEFINITION { @POINT_NAME {A} { @COORDINATES {0, 0, 0} } @POINT_NAME {B} { @COORDINATES {0, 0.5, 0} }
  @POINT_NAME {C} { @COORDINATES {1, 0.5, 0} } @POINT_NAME {D} { @COORDINATES {1, 0, 0} } }"""


def four_bar(more="", kind="REVOLUTE"):
    return "".join(
        [
            joint(kind, "A", "GROUND, left", "A", more),
            joint(kind, "B", "left, coupler", "B"),
            joint(kind, "C", "coupler, right", "C"),
            joint(kind, "D", "right, GROUND", "D"),
        ]
    )


def test_a_loop_closes():
    state, _ = assemble(deck(FOUR_BAR, four_bar(), more=CORNERS))
    assert np.max(np.abs(state.x[:, 2])) < 1e-12  # the bodies stay in the plane
    assert np.linalg.norm(state.x[1] - [0.7, 0.4, 0]) < 0.3  # and the coupler stays near its position in the drawing


def test_coordinates_that_are_given_hold():
    """A parallelogram has its crank at 0.4 rad. The other crank is then parallel, and the coupler is level."""
    state, _ = assemble(deck(FOUR_BAR, four_bar("@INITIAL_COORDINATE {-0.4}"), more=CORNERS))
    crank = 0.25 * np.array([math.sin(0.4), math.cos(0.4), 0])
    np.testing.assert_allclose(state.x[0], crank, atol=1e-11)
    np.testing.assert_allclose(state.x[1], 2 * crank + [0.5, 0, 0], atol=1e-11)
    np.testing.assert_allclose(state.x[2] - crank, [1, 0, 0], atol=1e-11)


@pytest.mark.parametrize("kind", ["DYNAMIC", "KINEMATIC"])
def test_a_prescribed_motion_is_where_it_begins(kind):
    function = (
        "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {-0.4, 1} } }"
    )
    analysis = f"@ASSEMBLE {{YES}} @ANALYSIS_TYPE {{{kind}}}"
    state, _ = assemble(
        deck(FOUR_BAR, four_bar("@PRESCRIBED_ROTATION {f}"), analysis=analysis, more=CORNERS + function)
    )
    np.testing.assert_allclose(state.x[0], 0.25 * np.array([math.sin(0.4), math.cos(0.4), 0]), atol=1e-11)


def test_a_rod_closes():
    """A free point mass that is drawn too far outwards on a rod of 1 m moves straight inwards."""
    bodies = {"B": [((0, 0.6, 0.8), (0, 0, 0)), ((0, 0.9, 1.2), (0, 0, 0))]}
    rod = (
        """@ROD_DEFINITION { @ROD_NAME {r} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {O} @POINT2_NAME {B0} } }"""
    )
    state, _ = assemble(deck(bodies, rod, more=ORIGIN))
    np.testing.assert_allclose(state.x[0], [0, 0.6, 0.8], atol=1e-11)


def test_what_is_closed_stays():
    bodies = {"B": [((1, 0, 0), (0, 0, 0)), ((0, 1, 0), (0, 0, 0.5 * math.pi))]}
    state, notes = assemble(deck(bodies, joint("REVOLUTE", "J", "GROUND, B", "O"), more=ORIGIN))
    assert not notes
    np.testing.assert_allclose(state.x[0], [0, 1, 0], atol=1e-12)


@pytest.mark.parametrize("analysis", ["", "@ASSEMBLE {NO}"])
def test_without_it_an_open_joint_is_an_error(analysis):
    bodies = {"B": [((1, 0, 0), (0, 0, 0)), ((1, 0.01, 0), (0, 0, 0))]}
    checked = check_deck(deck(bodies, joint("REVOLUTE", "J", "GROUND, B", "O"), analysis=analysis, more=ORIGIN))
    (error,) = [finding for finding in checked.diagnostics if finding.severity == Severity.ERROR]
    assert error.code == Code.INCONSISTENT_INITIAL_CONDITIONS
    assert "joint J" in error.message
    assert "0.01 m" in error.message


def test_what_cannot_close_is_named():
    """A link of 1 m connects two pins. The coordinate of the slider puts one pin at (0, 0, 2), and the other pin is at
    (1, 0, 0).
    """
    bodies = {
        "one": [((0, 0, 0), (0, 0, 0)), ((0, 0, 0), (0, 0, 0))],
        "two": [((1, 0, 0), (0, 0, 0)), ((1, 0, 0), (0, 0, 0))],
    }
    joints = (
        joint("PRISMATIC", "slider", "GROUND, one", "O", "@INITIAL_COORDINATE {2}")
        + joint("SPHERICAL", "a", "one, two", "O")
        + joint("SPHERICAL", "b", "two, GROUND", "two0")
    )
    checked = check_deck(deck(bodies, joints, more=ORIGIN))
    (error,) = [finding for finding in checked.diagnostics if finding.severity == Severity.ERROR]
    assert error.code == Code.INCONSISTENT_INITIAL_CONDITIONS
    assert all(name in error.message for name in ("slider", "a", "b"))
    assert f"stays open: its two points are {math.sqrt(5.0) - 1.0:.6g} m apart" in error.message
