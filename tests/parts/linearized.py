"""Decks for several tests of the linearization."""

from __future__ import annotations

from pathlib import Path

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.model.arrays import copy_state

DECKS = Path(__file__).parents[2] / "decks"
G = 9.81

GEOMETRY = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {A} { @COORDINATES {0, 0, -0.8} }
    @POINT_NAME {X} { @COORDINATES {0.3, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {y} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {0, 1, 0} }
    @TRIAD_NAME {x} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {1, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {tip} { @POINT1_NAME {A} @TRIAD_NAME {TRIAD_INERTIAL} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001} } }
"""
GRAVITY = "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }\n"


def state_of(deck, **options):
    checked = check_deck(deck, Options(**options))
    assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
    compiled = checked.compiled
    return compiled, compiled.model, copy_state(compiled.initial)


TUMBLER = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0.1, -0.2, 0.3} } @POINT_NAME {A} { @COORDINATES {0.7, 0.1, 0.4} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_321 {30, 20, 50} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1.5} @CENTRE_OF_MASS_LOCATION {0.1, 0.3, -0.2}
    @MOMENTS_OF_INERTIA {0.4, 0.6, 0.5} @PRODUCTS_OF_INERTIA {0.05, -0.02, 0.1} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {A} @TRIAD_NAME {T} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {F} @INITIAL_ANGULAR_VELOCITY {3, -5, 2} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {1, -2, -9.81} } }
@BUSHING_DEFINITION { @BUSHING_NAME {u} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {A} @TRIAD_NAME {T}
    @STIFFNESS {30, 50, 20} @DAMPING {3, 1, 2} @ROTATIONAL_STIFFNESS {4, 6, 9} @ROTATIONAL_DAMPING {0.7, 0.3, 0.5} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001} } }
"""
