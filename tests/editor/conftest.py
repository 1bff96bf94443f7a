"""Decks for the editor's tests, and a mark for the place of the cursor."""

import pytest

pytest.importorskip("pygls", reason="the language server needs pygls")

MASTER = """\
! A pendulum
@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {parts} { @LIST_OF_FILE_NAMES {parts.dat} } }
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#length} @SCALAR_VALUE {2} }
@POINT_DEFINITION {
  @POINT_NAME {pivot} { @COORDINATES {0, 0, 0} }
  @POINT_NAME {tip} {
    @COORDINATES {2*#length, 0, 0} @IS_DEFINED_IN_FRAME {tilted}
  }
}
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {tilted} { @POINT1_NAME {pivot} @TRIAD_NAME {quarter} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {bob} { @FRAME_NAME {tilted} @MASS_PROPERTY_NAME {mass} }
}
@SENSOR_DEFINITION {
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {bob} @POINT_NAME {tip} }
}
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }
"""
PARTS = """\
@TRIAD_DEFINITION { @TRIAD_NAME {quarter} { @EULER_ANGLES_321 {90, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {mass} { @MASS {#length/4} @MOMENTS_OF_INERTIA {1, 1, 1} } }
"""


@pytest.fixture
def pendulum(tmp_path):
    """Return a deck of two files."""
    (tmp_path / "parts.dat").write_text(PARTS)
    path = tmp_path / "pendulum.deck"
    path.write_text(MASTER)
    return path
