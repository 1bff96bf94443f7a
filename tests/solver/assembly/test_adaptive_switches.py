"""The check of formulas that jump with the motion, for adaptive steps."""

import pytest
from pushed_cart import CART

from rbsolve.pipeline import check_deck

DECK = (
    CART
    + """@SIGNAL_DEFINITION { @SIGNAL_NAME {w} { @MEASURE {v} } @SIGNAL_NAME {u} { @EXPRESSION {%s} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE %s } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @OUTPUT_STEP_SIZE {0.1}
  @TIME_INTEGRATOR_NAME {i} %s } }
"""
)
ADAPTIVE = [
    "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOP853} @RELATIVE_TOLERANCE {1e-6}",
    "{GENERALIZED_ALPHA} @LOCAL_ERROR_TOLERANCE {1e-6}",
]
FIXED = ["{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}", "{GENERALIZED_ALPHA}"]


@pytest.mark.parametrize(
    ("formula", "jumps"),
    [
        ("3 - 5*sign(w)", True),
        ("if(w > 0.1, -5, 3)", True),
        ("3 - floor(4*w)", True),
        ("3 - 5*tanh(w/0.01)", False),
        ("if(t > 0.5, 1, 2)", False),
        ("if(w < 0.1, 3 - w, 2.9)", False),  # both parts have the same value at 0.1
        ("w*sign(w)", False),
    ],
)
@pytest.mark.parametrize("method", [*ADAPTIVE, *FIXED])
def test_adaptive_steps_that_may_become_endless_are_told(method, formula, jumps):
    """In an earlier version, DOP853 needed more than 200 s of computing time for 2 s of a motion with a relay, without
    a message.
    """
    step = "@TIME_STEP_SIZE {0.01}" if method in FIXED else ""
    found = [
        each
        for each in check_deck(DECK % (formula, method, step)).diagnostics
        if "adaptive steps become very short" in each.message
    ]
    assert [each.severity for each in found] == ["note"] * (jumps and method in ADAPTIVE)
