"""Steps resolve a change of a table within a time that is much shorter than a step. The speed is the
integral of the table.
"""

import pytest

import rbsolve
from rbsolve.solver.functions.jump_rows import distance

DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{0.1, 0.2, 0.3}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ @FUNCTION_1D_TYPE {{TABULATED}} @TABLE_ENTRIES {{
  @TIME {{0}} @FUNCTION_VALUE {{-4}} @TIME {{{jump!r}}} @FUNCTION_VALUE {{-4}}
  @TIME {{{after!r}}} @FUNCTION_VALUE {{6}} @TIME {{2000}} @FUNCTION_VALUE {{6}} }} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{l}} {{ @CONNECTED_TO_BODY {{b}} @FORCE_FUNCTIONS {{f, 0, 0}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{{method}}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{
  @SIMULATION_TIME_RANGE {{0, {end!r}}} @TIME_STEP_SIZE {{{step!r}}} @TIME_INTEGRATOR_NAME {{i}} }} }}
"""


EXPLICIT = ["EXPLICIT_RUNGE_KUTTA", "LOBATTO_IIIA_B"]
METHODS = [*EXPLICIT, "GENERALIZED_ALPHA", "GENERALIZED_ALPHA} @LOCAL_ERROR_TOLERANCE {1e-7"]


def error_of_speed(method, jump, after, step, end):
    """Return the error of the speed at the end, relative to the largest possible speed."""
    results = rbsolve.solve(DECK.format(jump=jump, after=after, method=method, step=step, end=end))
    middle = 0.5 * (jump + after)
    return abs(results["v"][-1, 0] - (-4.0 * middle + 6.0 * (end - middle)) / 2.0) / (3.0 * end)


@pytest.mark.parametrize(
    ("method", "jump", "width", "step", "end"),
    [
        *((method, 0.4, 3e-13, 0.02, 1.0) for method in METHODS),
        *((method, 0.4137, 3e-13, 0.02, 1.0) for method in METHODS),
        *((method, 4.3, 1e-9, 1.0, 1000.0) for method in EXPLICIT),
    ],
)
def test_a_table_jumps_between_two_points_at_almost_the_same_time(method, jump, width, step, end):
    """In an earlier version, generalized-alpha missed the jump, and the error of the speed at 1 s was 0.05 m/s.
    Explicit steps missed the end of a slightly longer change, and the error was 0.3 m/s.
    """
    assert error_of_speed(method, jump, jump + width, step, end) < 1e-8


@pytest.mark.parametrize("method", [*EXPLICIT, "GENERALIZED_ALPHA"])
@pytest.mark.parametrize(
    ("step", "time", "end"), [(1.0, 4.3, 10.0), (1.0, 4.0, 10.0), (0.02, 4.313, 10.0), (1.0, 700.0, 1000.0)]
)
def test_a_step_keeps_the_whole_change_of_a_narrow_ramp(method, step, time, end):
    """Generalized-alpha lost the change near the ends of 32 parts of a ramp, up to 0.4 m/s. The loss was larger if a
    step ended within the ramp. A quaternion method skipped a step, so the speed was wrong by 3 m/s. The widths are
    multiples of the distance within which times are equal, or fractions of a step.
    """
    near = distance(time, step)
    for width in (1.9 * near, 2.1 * near, 4.0 * near, 6.1 * near, 24.0 * near, 1e-6 * step, 1e-3 * step):
        rounding = 4e-16 * time / width  # relative to the width of the change
        for late in (0.0, 0.25, 0.96, 1.0):
            jump, after = time - (1.0 - late) * width, time + late * width
            assert error_of_speed(method, jump, after, step, end) < 1e-8 + rounding, (width, late)
