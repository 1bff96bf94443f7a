"""Reactions of redundant constraints. The reactions have the smallest norm, and still support the bodies."""

from pathlib import Path

import numpy as np
import pytest

from rbsolve.geometry import quaternion
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.assembly.checks.reactions import SelfStresses
from rbsolve.solver.joints.rows import jacobians
from rbsolve.solver.model.arrays import copy_state, empty_state
from rbsolve.solver.model.chunk import RowSizes, empty_chunk
from rbsolve.solver.run.chunk_size import chunk_for

DECKS = Path(__file__).parents[3] / "decks"

# A door on two hinges along z is loaded by its weight and by a moment about the hinges' line. The door is symmetric, so
# each hinge takes half of the load.
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
    # The forces are the weight and the centripetal force of the centre of mass, 20 kg at 0.5 m and 2 rad/s.
    inward = -20 * 0.5 * 2**2 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    for hinge in ("lower", "upper"):
        assert run[hinge][:, 2] == pytest.approx(np.full(len(angle), 100.0), abs=1e-5)
    assert run["lower"] + run["upper"] == pytest.approx(np.column_stack([inward, np.full(len(angle), 200.0)]), abs=1e-4)
    # Two opposite forces F, 2 m apart, and two equal moments M balance the moment of the weight. This moment is m
    # g c = 100 N m. With 2 F + 2 M = 100, the sum 2 F^2 + 2 M^2 is smallest for F = M = 25.
    across = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    couple = np.sum((run["upper"] - run["lower"])[:, :2] * across, axis=1) / 2
    assert np.abs(couple) == pytest.approx(np.full(len(angle), 25.0), abs=1e-4)
    for hinge in ("lower_moment", "upper_moment"):
        assert np.linalg.norm(run[hinge], axis=1) == pytest.approx(np.full(len(angle), 25.0), abs=1e-4)


def test_smallest_multipliers_against_the_singular_value_decomposition(run_deck):
    """The rows belong to a door in any position, with any multipliers. The result has no component in the null space."""
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


def ladder(loops):
    return (DECKS / "n_four_bar.deck").read_text().replace("@SCALAR_VALUE {40}", f"@SCALAR_VALUE {{{loops}}}")


# The loop of the gear is redundant. Both hinges of each wheel are on one line. The row of the gear is divided into
# shares of two joints.
GEARED = (
    DOOR.replace("{20}", "{2}")
    + """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {wheel} { @AT_POINT {3, 0, 0} @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {below} { @CONNECTED_TO_BODIES {GROUND, wheel} @AT_POINT {3, 0, -1} @TRIAD_NAME {TRIAD_INERTIAL} }
  @REVOLUTE_JOINT_NAME {above} { @CONNECTED_TO_BODIES {GROUND, wheel} @AT_POINT {3, 0, 1} @TRIAD_NAME {TRIAD_INERTIAL} } }
@GEAR_DEFINITION {
  @GEAR_NAME {one} { @JOINT_NAMES {lower, below} @RATIO {-2} } @GEAR_NAME {two} { @JOINT_NAMES {upper, above} @RATIO {-2} } }
"""
)
REDUNDANT = {
    "door": DOOR,
    "gears": GEARED,
    "four-bar": (DECKS / "four_bar.deck").read_text(),
    "Bennett": (DECKS / "bennett.deck").read_text(),
    **{f"{loops} loops": ladder(loops) for loops in (1, 4, 12)},
}


def whole_jacobian(joints, state):
    """Return the Jacobian with respect to the increments of all bodies, and the index of each constraint row in the
    Jacobian. Shares of a constraint are added.
    """
    bodies, rows = len(state.x) - 1, len(joints.row_code)
    J, A = np.zeros((rows, 12)), np.zeros((rows, 6 * bodies + 6))
    jacobians(joints, state, J)
    owner = np.repeat(np.arange(len(joints.kind)), np.diff(joints.first_row))
    shares = dict(map(reversed, joints.couplings.tied.tolist()))
    kept = [row for row in range(rows) if row not in shares]
    for row in range(rows):
        for side, end in enumerate((joints.body0, joints.body1)):
            at = 6 * end[owner[row]]
            A[shares.get(row, row), at : at + 6] += J[row, 6 * side : 6 * side + 6]
    return A[kept, :-6], np.array([kept.index(shares.get(row, row)) for row in range(rows)])


@pytest.mark.parametrize("name", REDUNDANT)
def test_smallest_multipliers_of_moving_mechanisms_against_least_squares(name):
    """Arbitrary multipliers become the multipliers of smallest norm with the same forces. The reference is
    `numpy.linalg.lstsq`.
    """
    compiled = check_deck(REDUNDANT[name], Options(t_end=0.2)).compiled
    engine = make_engine(compiled)
    chunk = chunk_for(compiled, engine, compiled.schedule.rows)
    while engine.advance(chunk, 10**6) is None:
        pass
    joints, count, removed = compiled.model.joints, int(chunk.count[0]), 0.0
    assert count > 3
    rng, given = np.random.default_rng(7), []
    state = copy_state(compiled.initial)
    for row in range(count):
        _, place = whole_jacobian(joints, state)
        given.append(rng.normal(size=max(place) + 1))
        chunk.multipliers[row] = given[row][place]
    SelfStresses(compiled).remove(chunk)
    for row in range(count):
        R = np.stack([np.array(quaternion.to_matrix(tuple(e))).reshape(3, 3) for e in chunk.e[row]])
        A, place = whole_jacobian(joints, state._replace(x=chunk.x[row], e=chunk.e[row], R=R))
        wanted, _, rank, sizes = np.linalg.lstsq(A.T, A.T @ given[row], rcond=1e-7)
        assert rank < len(A)
        assert chunk.multipliers[row] == pytest.approx(wanted[place], abs=2e-14 * len(A) * sizes[0] / sizes[rank - 1])
        removed = max(removed, np.abs(wanted - given[row]).max())
    assert removed > 0.1


def test_memory_for_the_smallest_multipliers_grows_with_the_number_of_loops():
    groups = [SelfStresses(check_deck(ladder(loops)).compiled).work.groups for loops in (20, 80)]
    (small,), (large,) = groups
    for name in ("values", "x"):
        assert 3.9 < len(getattr(large, name)) / len(getattr(small, name)) < 4.1
    assert len(large.plan.updates) / len(small.plan.updates) < 4.1
