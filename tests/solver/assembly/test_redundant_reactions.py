"""Reactions of redundant constraints: those of smallest norm, which still carry the bodies."""

import numpy as np
import pytest

from rbsolve.geometry import quaternion
from rbsolve.solver.assembly.checks.reactions import SelfStresses
from rbsolve.solver.integrators.chunk import RowSizes, empty_chunk
from rbsolve.solver.joints.constraints import jacobians
from rbsolve.solver.model.arrays import empty_state

# A door on two hinges along z, loaded by its weight and by a moment about the hinges' line: symmetric, so that each hinge takes half.
DOOR = """
@POINT_DEFINITION { @POINT_NAME {low} { @COORDINATES {0, 0, -1} } @POINT_NAME {high} { @COORDINATES {0, 0, 1} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {door} {
  @MASS {20} @CENTRE_OF_MASS_LOCATION {0.5, 0, 0} @MOMENTS_OF_INERTIA {8, 6, 2} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {door} { @MASS_PROPERTY_NAME {door} } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {lower} { @CONNECTED_TO_BODIES {GROUND, door} @AT_POINT {low} @TRIAD_NAME {TRIAD_INERTIAL}
    @INITIAL_RATE {2} }
  @REVOLUTE_JOINT_NAME {upper} { @CONNECTED_TO_BODIES {GROUND, door} @AT_POINT {high} @TRIAD_NAME {TRIAD_INERTIAL} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -10} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.05}
  @TIME_INTEGRATOR_NAME {i} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {lower} }
  @SENSOR_NAME {lower} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {lower} }
  @SENSOR_NAME {upper} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {upper} }
  @SENSOR_NAME {lower_moment} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {lower} }
  @SENSOR_NAME {upper_moment} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {upper} } }
"""


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "EULER_PARAMETERS_2", "MINIMAL_COORDINATES"])
def test_two_hinges_share_the_load_of_a_door(run_deck, formulation):
    run = run_deck(DOOR, formulation=formulation)
    assert "redundant-constraints" in [finding.code.value for finding in run.checked.diagnostics]
    angle = 2 * run.time
    assert run["angle"][:, 0] == pytest.approx(angle, abs=1e-6)
    # The weight and the force that keeps the centre of mass on its circle, 20 kg at 0.5 m and 2 rad/s.
    inward = -20 * 0.5 * 2**2 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    for hinge in ("lower", "upper"):
        assert run[hinge][:, 2] == pytest.approx(np.full(len(angle), 100.0), abs=1e-5)
    assert run["lower"] + run["upper"] == pytest.approx(np.column_stack([inward, np.full(len(angle), 200.0)]), abs=1e-4)
    # The moment of the weight, m g c = 100 N m, is taken by a couple of forces F on the arm of 2 m and two equal moments M: 2 F + 2 M = 100
    # with the smallest 2 F^2 + 2 M^2 is F = M = 25.
    across = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    couple = np.sum((run["upper"] - run["lower"])[:, :2] * across, axis=1) / 2
    assert np.abs(couple) == pytest.approx(np.full(len(angle), 25.0), abs=1e-4)
    for hinge in ("lower_moment", "upper_moment"):
        assert np.linalg.norm(run[hinge], axis=1) == pytest.approx(np.full(len(angle), 25.0), abs=1e-4)


def test_smallest_multipliers_against_the_singular_value_decomposition(run_deck):
    """Rows of a door that stands anywhere, with multipliers of any kind: what is left has no part in the null space."""
    checked = run_deck(DOOR, t_end=0.01).checked
    compiled = checked.compiled
    joints = compiled.model.joints
    nc, rng = len(joints.row_code), np.random.default_rng(3)
    chunk = empty_chunk(5, RowSizes(1, nc, 2))
    chunk.count[0] = 5
    chunk.e[:, 0] = [quaternion.exp((0.0, 0.0, angle)) for angle in rng.uniform(-3, 3, 5)]
    chunk.multipliers[:] = given = rng.normal(size=(5, nc))
    SelfStresses(compiled).remove(chunk)
    for row in range(5):
        R = np.stack([np.array(quaternion.to_matrix(tuple(e))).reshape(3, 3) for e in chunk.e[row]])
        J = np.zeros((nc, 12))
        jacobians(joints, empty_state(1, len(joints.kind))._replace(e=chunk.e[row], R=R), J)
        side = np.where((joints.body1[np.repeat([0, 1], 5)] == 0)[:, None], J[:, 6:], J[:, :6])
        assert np.linalg.matrix_rank(side) == 5
        assert chunk.multipliers[row] == pytest.approx(side @ np.linalg.pinv(side) @ given[row], abs=1e-12)
