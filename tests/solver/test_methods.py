"""What a deck may ask for and what this version runs."""

import pytest

from rbsolve.pipeline import Options, check_deck

DECK = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {DYNAMIC}
    @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }
"""


@pytest.mark.parametrize(
    ("integrator", "formulation"),
    [("GENERALIZED_ALPHA", "LIE_R3_SO3"), ("IMPLICIT_MIDPOINT", "QUATERNION_HAMILTONIAN")],
)
def test_an_integrator_of_the_command_line_brings_its_own_formulation(integrator, formulation):
    method = check_deck(DECK, Options(integrator=integrator)).compiled.method
    assert (method.integrator, method.formulation) == (integrator, formulation)
