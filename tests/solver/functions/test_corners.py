"""Steps end at the corners of functions: the ends and the middles of their changes, and the entries of their tables."""

import pytest
from function_blocks import of_type, table

from rbsolve.language.diagnostics import Diagnostics
from rbsolve.solver.functions.corners import part_to_corner, up_to_corner
from rbsolve.solver.functions.encode import encode_functions

STEP = of_type("STEP", START_VALUE=9.0, END_VALUE=8.0, RANGE=(0.3, 0.7))
PROFILE = of_type("CONSTANT_ACCELERATION_PROFILE", START_VALUE=9.0, END_VALUE=8.0, START_TIME=0.25, DURATION=0.5)
LINES = of_type("TABULATED", INTERPOLATION="LINEAR", TABLE_ENTRIES=table([0.0, 0.3, 0.6, 1.0], [2.0, -1.0, 3.0, 0.0]))
CASES = [("step", STEP, [0.3, 0.7]), ("profile", PROFILE, [0.25, 0.5, 0.75]), ("table", LINES, [0.3, 0.6, 1.0])]


@pytest.mark.parametrize(("described", "corners"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.filterwarnings("ignore:invalid value")  # the middle of an open range, in Python
def test_steps_end_at_each_corner(described, corners, is_first):
    other = of_type("CONSTANT", name="other", VALUE=7.0)
    functions, _ = encode_functions([described, other] if is_first else [other, described], Diagnostics())
    t, found = 0.0, []
    while (h := up_to_corner(functions, t, 2.0)) < 2.0:
        t += h
        found.append(t)
    assert found == pytest.approx(corners, abs=1e-15)
    assert part_to_corner(functions, 0.5 * corners[0], 0.25 * corners[0]) == -1.0
    assert part_to_corner(functions, 1.5 * corners[0] - 0.1, corners[0] - 0.1) == pytest.approx(
        0.5 * corners[0] / (corners[0] - 0.1), rel=1e-14
    )
    assert part_to_corner(functions, corners[0], 0.1) == 1.0
