"""Points that leave their curves at an end. The run continues on a straight line, and a warning reports this."""

import pytest

import rbsolve

DECK = """
@POINT_DEFINITION {{ @POINT_NAME {{O}} {{ @COORDINATES {{5, 2, -3}} }} @POINT_NAME {{P}} {{ @COORDINATES {{5, 2, -2}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{up}} {{ @ORIENTATION_E2 {{1, 0, 0}} @ORIENTATION_E3 {{0, 1, 0}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{bead}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} @AT_POINT {{P}}
  @INITIAL_VELOCITY {{0, 0, #speed}} }} }}
@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#speed}} @SCALAR_VALUE {{{speed}}} }}
@POINT_ON_CURVE_DEFINITION {{ @POINT_ON_CURVE_NAME {{wire}} {{ @CONNECTED_TO_BODIES {{GROUND, bead}} @POINT1_NAME {{O}}
  @POINT2_NAME {{P}} @TRIAD_NAME {{up}} @CURVE_POINTS {{{points}}} {more} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{bead}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{
  @SIMULATION_TIME_RANGE {{0, 2}} @TIME_STEP_SIZE {{0.02}} @OUTPUT_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} }} }}
"""
STRAIGHT = "0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0"


def deck(speed: float, points: str = STRAIGHT, more: str = "") -> str:
    return DECK.format(speed=speed, points=points, more=more)


def told(findings):
    return [
        (round(one.time, 9), one.object, one.message.split(" of the curve")[0])
        for one in findings
        if one.code == "beyond-curve"
    ]


@pytest.mark.parametrize("bytes_of_chunk", [16e6, 1.0])  # all rows in one chunk, or one row in each chunk
@pytest.mark.parametrize(
    ("speed", "time", "side"),
    [(1.9, 1.1, "last"), (-0.9, 1.2, "first"), (1.0, None, ""), (-0.5, None, ""), (0.9, None, "")],
)
def test_a_bead_that_leaves_its_wire_is_told(speed, time, side, bytes_of_chunk, monkeypatch):
    """The first axis of the curve is the inertial e3. The wire has its ends at z = -3 and z = 0, and the bead starts at
    z = -2. The first row beyond an end has the warning. A bead that stops at an end within round-off has not left the
    wire.
    """
    monkeypatch.setattr("rbsolve.solver.run.chunk_size.CHUNK_BYTES", bytes_of_chunk)
    results = rbsolve.solve(deck(speed))
    assert results["x"][-1, 2] == pytest.approx(-2.0 + 2.0 * speed, abs=1e-9)
    expected = [] if time is None else [(time, "point on curve wire", f"the point has left the {side} end")]
    assert told(results.findings) == expected


def test_a_closed_curve_has_no_ends():
    circle = "1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0"
    found = rbsolve.solve(deck(0.0, circle, "@CLOSED {YES}").replace("{0.0, 0, 0}", "{0, 0, 0}"))
    assert told(found.findings) == []


def test_cases_tell_it_as_single_runs_do():
    found = rbsolve.solve_many(deck(1.0), {"speed": [0.5, 1.9, -0.9]})
    assert [bool(told(findings)) for findings in found.findings] == [False, True, True]
