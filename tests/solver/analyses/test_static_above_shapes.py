"""Bodies that start above thin shapes rest on them: the search for an equilibrium never steps across a shape."""

import pytest
from static_parts import FRAME, G, sensor

FAR = (
    "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {far} { @AT_POINT {5, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }\n"
    "@RIGID_JOINT_DEFINITION { @RIGID_JOINT_NAME {tie} { @CONNECTED_TO_BODIES {GROUND, far} @AT_POINT {5, 0, 0} } }\n"
)
"""A distant body. It makes the model large, and the first steps of a search long."""
FRAME_WITHOUT_MASS = FRAME[: FRAME.index("@MASS_PROPERTY")]
SHELVES = {
    "BOX": "@AT_POINT {0, 0, -0.01} @DIMENSIONS {0.6, 0.6, 0.02}",
    "CYLINDER": "@AT_POINT {0, 0, -0.01} @DIMENSIONS {0.3, 0.02}",
    "CAPSULE": "@AT_POINT {0, 0, -0.02} @TRIAD_NAME {y} @DIMENSIONS {0.02, 0.6}",
}


def shelf(name, kind, dimensions, falling):
    shape = f"@SHAPE_NAME {{{name}}} {{ @SHAPE_TYPE {{{kind}}} @CONNECTED_TO_BODY {{GROUND}} {dimensions} }}"
    contact = (
        f"@CONTACT_NAME {{on_{name}}} {{ @CONTACT_SHAPES {{{name}, {falling}}} @STIFFNESS {{1e6}} @FRICTION_COEFFICIENTS {{0.5}} "
        f"@STICTION {{1e6, 10}} }}"
    )
    return f"@SHAPE_DEFINITION {{ {shape} }}\n@CONTACT_DEFINITION {{ {contact} }}\n"


def falling(kind, dimensions, z):
    return (
        f"@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, {z}}} @MASS {{2}} "
        "@MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }\n"
        f"@SHAPE_DEFINITION {{ @SHAPE_NAME {{b}} {{ @SHAPE_TYPE {{{kind}}} @CONNECTED_TO_BODY {{b}} @AT_POINT {{0, 0, {z}}} "
        f"@DIMENSIONS {{{dimensions}}} }} }}\n"
    )


@pytest.mark.parametrize("height", [0.0, 0.01, 1.0])
@pytest.mark.parametrize("kind", SHELVES)
def test_ball_rests_on_a_thin_shelf_and_not_on_the_floor_below(solve, kind, height):
    """One point bears the weight: m g = K d^(3/2)."""
    floor = shelf("floor", "PLANE", "@AT_POINT {0, 0, -2}", "b")
    parts = falling("SPHERE", "0.1", 0.1 + height) + shelf("shelf", kind, SHELVES[kind], "b") + floor
    run = solve(FRAME_WITHOUT_MASS, FAR, parts, sensor("POSITION", "b"))
    depth = (2 * G / 1e6) ** (2 / 3)
    assert run["POSITION"][0] == pytest.approx((0, 0, 0.1 - depth), abs=1e-9)


def test_box_rests_on_a_thin_shelf(solve):
    """Four corners bear the weight."""
    parts = falling("BOX", "0.1, 0.1, 0.1", 0.3) + shelf("shelf", "BOX", SHELVES["BOX"], "b")
    run = solve(FRAME_WITHOUT_MASS, FAR, parts, sensor("POSITION", "b"))
    assert run["POSITION"][0] == pytest.approx((0, 0, 0.05 - (2 * G / 4e6) ** (2 / 3)), abs=1e-9)


def test_a_body_beside_the_shelf_reaches_the_floor(solve):
    """No shape is below the body, so the search may take long steps."""
    parts = falling("SPHERE", "0.1", 0.3).replace("{0, 0, 0.3}", "{0, 1, 0.3}")
    parts += shelf("shelf", "BOX", SHELVES["BOX"], "b") + shelf("floor", "PLANE", "@AT_POINT {0, 0, -2}", "b")
    run = solve(FRAME_WITHOUT_MASS, FAR, parts, sensor("POSITION", "b"))
    assert run["POSITION"][0] == pytest.approx((0, 1, -1.9 - (2 * G / 1e6) ** (2 / 3)), abs=1e-9)


@pytest.mark.parametrize("thickness", [1e-5, 1e-7])
def test_a_distant_sheet_does_not_shorten_steps(solve, thickness):
    """The ball sinks by 2 m, until its spring supports it 2 m above the sheet. In an earlier version, the search failed
    after 300 steps.
    """
    sheet = shelf("sheet", "BOX", f"@AT_POINT {{0, 0, -2}} @DIMENSIONS {{2, 2, {thickness}}}", "b")
    spring = (
        "@POINT_DEFINITION { @POINT_NAME {top} { @COORDINATES {0, 0, 3} } @POINT_NAME {centre} { @COORDINATES {0, 0, 2} } }\n"
        "@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, b} @POINT1_NAME {top} "
        f"@POINT2_NAME {{centre}} @STIFFNESS {{{G}}} @REST_LENGTH {{1}} }} }}\n"
    )
    run = solve(FRAME_WITHOUT_MASS, falling("SPHERE", "0.1", 2.0), sheet, spring, sensor("POSITION", "b"))
    assert run["POSITION"][0] == pytest.approx((0, 0, 0), abs=1e-9)
