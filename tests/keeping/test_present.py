"""The state between two rows. A state contains the data of a row. Reading the state changes no bit of later rows."""

from __future__ import annotations

import numpy as np
import pytest
from families import FAMILIES

from rbsolve.pipeline import check_deck
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.run.chunk_size import chunk_for

DYNAMIC = [name for name in FAMILIES if not name.startswith(("STATIC", "KINEMATIC"))]
RELAXED = {("generalized-alpha stiction", "multipliers"): 5e-3}
"""A row in joint coordinates contains the friction before the limit of its bristle. The current state contains the
limited friction.
"""
SHOWN = ("x", "e", "u", "w", "a", "alpha", "multipliers", "joint_rotation", "signal", "element")


@pytest.mark.parametrize("name", DYNAMIC)
def test_a_look_shows_a_row_and_changes_nothing(name):
    compiled = check_deck(FAMILIES[name](0.06)).compiled
    engine, looked_at = make_engine(compiled), make_engine(compiled)
    chunk, other, look = (chunk_for(compiled, engine, rows) for rows in (20, 20, 4))
    while engine.advance(chunk, 10**6) is None:
        pass
    outcome, compared = looked_at.advance(other, 0), 0
    while outcome is None:
        rows = int(other.count[0])
        look.count[0] = 0
        assert looked_at.write_present_row(look) is None
        assert look.count[0] == 1
        assert look.time[0] == pytest.approx(looked_at.time, rel=1e-14)
        if other.time[rows - 1] == looked_at.time:
            compared += 1
            for field in SHOWN:
                seen, written = getattr(look, field)[0], getattr(other, field)[rows - 1]
                size = np.max(
                    np.abs(written), initial=1.0
                )  # an output row changes velocities by round-off, so that they satisfy the constraints
                np.testing.assert_allclose(
                    seen, written, rtol=0.0, atol=RELAXED.get((name, field), 1e-12) * size, err_msg=field
                )
        outcome = looked_at.advance(other, 1)
    assert compared >= 5
    assert int(other.count[0]) == int(chunk.count[0]) == 7
    for field, array in chunk._asdict().items():
        assert array[:7].tobytes() == getattr(other, field)[:7].tobytes(), field
