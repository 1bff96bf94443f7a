"""Rows are at exactly t0 + i dt, to the last bit, even if the sum of the steps has round-off."""

import numpy as np
import pytest

DECK = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0.1, 1, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0.3, 0.9} @TIME_STEP_SIZE {0.001} @ARCHIVAL_FREQUENCY {10}
    @TIME_INTEGRATOR_NAME {i} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%s} @FORMULATION {%s} %s } }
"""

METHODS = [
    ("EXPLICIT_RUNGE_KUTTA", "LIE_R3_SO3", ""),
    ("EXPLICIT_RUNGE_KUTTA", "LIE_SE3", "@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-8}"),
    ("GENERALIZED_ALPHA", "LIE_R3_SO3", ""),
    ("IMPLICIT_MIDPOINT", "QUATERNION_HAMILTONIAN", ""),
    ("GAUSS_LOBATTO", "QUATERNION_HAMILTONIAN", ""),
]


@pytest.mark.parametrize(
    ("integrator", "formulation", "options"), METHODS, ids=[f"{m[0]}-{m[2][10:16]}" for m in METHODS]
)
def test_rows_stand_at_exact_times(run_deck, integrator, formulation, options):
    deck = DECK % (integrator, formulation, options)
    times = run_deck(deck).time
    np.testing.assert_array_equal(times[:-1], 0.3 + 0.01 * np.arange(60))
    assert times[-1] == 0.9
