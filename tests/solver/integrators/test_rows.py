"""The contents of rows, which depend neither on the division into chunks nor on the integrator."""

from __future__ import annotations

import tracemalloc
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from rbsolve.pipeline import Options, check_deck, with_own_sensors
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import Schedule
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.run.loop import simulate

DECKS = Path(__file__).parents[3] / "decks"


def rows_of(chunk: Chunk, start: int, stop: int) -> Chunk:
    """Return some rows of a chunk as a separate chunk."""
    parts = (array[start:stop].copy() for array in chunk[1:])
    return Chunk(np.array([stop - start]), *parts)


@pytest.mark.parametrize("deck", ["nested_frames.deck", "satellite.deck", "slider_crank.deck", "triple_pendulum.deck"])
def test_the_bits_of_a_history_do_not_depend_on_the_chunks(deck):
    checked = check_deck(DECKS / deck)
    integrator = make_engine(checked.compiled)
    chunk = chunk_for(checked.compiled, integrator, 60)
    integrator.advance(chunk, 10**6)
    rows = int(chunk.count[0])
    whole = {plan.name: plan.evaluate(rows_of(chunk, 0, rows)) for plan in checked.sensors}
    for cuts in ([0, 1, 2, rows], [0, 17, 18, 40, rows], [*range(rows), rows]):
        plans = with_own_sensors(checked).sensors
        pieces = [rows_of(chunk, start, stop) for start, stop in pairwise(cuts)]
        for plan in plans:
            joined = np.concatenate([plan.evaluate(piece) for piece in pieces])
            assert joined.tobytes() == whole[plan.name].tobytes(), plan.name


PENDULUM = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, 90, 0} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @CENTRE_OF_MASS_LOCATION {%(L)s, 0, 0} @MOMENTS_OF_INERTIA {1, 2, 2} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0, 0.5, 0} }
  @RIGID_BODY_NAME {free} { @MASS_PROPERTY_NAME {m} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%(method)s} %(formulation)s } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {all} { @SENSOR_TYPE {CONSTRAINT_VIOLATION} @OBJECT_NAME {SYSTEM} }
  @SENSOR_NAME {B} { @SENSOR_TYPE {CONSTRAINT_VIOLATION} @OBJECT_NAME {B} }
  @SENSOR_NAME {free} { @SENSOR_TYPE {CONSTRAINT_VIOLATION} @OBJECT_NAME {free} }
  @SENSOR_NAME {origin} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} }
}
"""
METHODS = [
    ("EXPLICIT_RUNGE_KUTTA", ""),
    ("GENERALIZED_ALPHA", "@FORMULATION {LIE_R3_SO3}"),
    ("GENERALIZED_ALPHA", "@FORMULATION {MINIMAL_COORDINATES}"),
    ("GAUSS_LOBATTO", ""),
]


@pytest.mark.parametrize(("method", "formulation"), METHODS, ids=[f"{m}{f[13:17]}" for m, f in METHODS])
def test_constraint_violation_is_measured_on_the_poses_of_each_row(run_deck, method, formulation):
    run = run_deck(PENDULUM % {"L": 0.5, "method": method, "formulation": formulation})
    # The model's size is 1, because nothing has an extent. So the violation is the largest coordinate of the pinned
    # origin.
    np.testing.assert_array_equal(run["B"][:, 0], np.abs(run["origin"]).max(axis=1))
    np.testing.assert_array_equal(run["all"], run["B"])
    np.testing.assert_array_equal(run["free"], 0.0)
    assert run["all"].max() < 1e-12
    np.testing.assert_array_equal(run.diagnostics["constraint_violation"], run["all"][:, 0])


def test_a_joint_that_is_off_shows_by_how_much_at_its_bodies_only(run_deck):
    from rbsolve.solver.sensors.types.violation import Violation

    checked = check_deck(DECKS / "slider_crank.deck")
    compiled = checked.compiled
    integrator = make_engine(compiled)
    chunk = chunk_for(compiled, integrator, 3)
    integrator.advance(chunk, 10**6)
    violation = Violation(compiled)
    before = violation(chunk)
    assert before.max() < 1e-12
    moved = next(b for name, b in compiled.body_index.items() if name != "GROUND")
    chunk.x[1, moved, 0] += 1e-3
    size = violation._size
    after = violation(chunk)
    np.testing.assert_allclose(after[1], 1e-3 / size, rtol=1e-6)
    np.testing.assert_array_equal(after[[0, 2]], before[[0, 2]])


FREE = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {1, 0, 0} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%s} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, %s} @TIME_STEP_SIZE {1} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} } }
"""


class Ends:
    """A sink that stores the first and the last time, and counts the rows."""

    def __init__(self) -> None:
        self.rows, self.last, self.gap = 0, np.nan, 0.0

    def write(self, time, sensors, diagnostics, motion):
        steps = np.diff(np.append(self.last, time) if self.rows else time)
        self.gap = max(self.gap, float(np.max(np.abs(steps - 1.0), initial=0.0)))
        self.rows, self.last = self.rows + len(time), float(time[-1])
        self.x = sensors["x"][-1, 0]


@pytest.mark.parametrize("method", ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA", "IMPLICIT_MIDPOINT"])
def test_rows_go_on_over_the_windows_of_the_schedule(method):
    checked = check_deck(FREE % (method, 10_000))
    ends = Ends()
    summary = simulate(checked.compiled, checked.sensors, ends)
    assert (ends.rows, ends.last, ends.gap, summary.steps, summary.time) == (10_001, 10_000.0, 0.0, 10_000, 10_000.0)
    np.testing.assert_allclose(ends.x, 10_000.0, rtol=1e-12)


def test_memory_and_step_budget_do_not_grow_with_the_rows():
    few, many = (check_deck(FREE % ("EXPLICIT_RUNGE_KUTTA", rows)) for rows in (100_000, 1_500_000))
    peaks = []
    for checked in (few, many):
        tracemalloc.start()
        summary = simulate(checked.compiled, checked.sensors, Ends())
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert summary.steps == 1_500_000
    assert peaks[1] < 1.1 * peaks[0]


def test_a_schedule_is_the_rule_of_its_times():
    schedule = Schedule(0.3, 0.95, 0.1, 7, 4, 2, 0.025)
    times, steps = schedule.window(0, 100)
    np.testing.assert_array_equal(times, [*(0.3 + 0.1 * np.arange(7)), 0.95])
    np.testing.assert_array_equal(steps, [4] * 6 + [2])
    for first in range(7):
        part, some = schedule.window(first, 3)
        np.testing.assert_array_equal(part, times[first : first + 4])
        np.testing.assert_array_equal(some, steps[first : first + 3])
    assert schedule.time(7) == 0.95
    assert (Schedule.single(2.0).rows, Schedule.single(2.0, 3.0).rows) == (1, 2)


def test_newton_iterations_are_those_since_the_row_before(run_deck):
    run = run_deck("slider_crank.deck", t_end=0.1)
    assert run.diagnostics["newton_iterations"].sum() == run.summary.newton_iterations


@pytest.mark.parametrize(("newton", "per_iteration"), [("FULL", (0.999, 1.01)), ("MODIFIED", (0.0, 0.4))])
def test_jacobian_updates_are_those_since_the_row_before(run_deck, newton, per_iteration):
    """With the full iteration, the number of Jacobian updates equals the number of Newton iterations, except for the
    iterations of the start. A modified iteration saves most of these updates.
    """
    run = run_deck("slider_crank.deck", t_end=0.1, method_options={"NEWTON": newton})
    updates, iterations = run.diagnostics["jacobian_updates"], run.diagnostics["newton_iterations"]
    least, most = per_iteration
    assert len(updates) == len(run.time)
    assert least < updates[1:].sum() / iterations[1:].sum() < most
    if newton == "FULL":
        np.testing.assert_array_equal(updates[1:], iterations[1:])


@pytest.mark.parametrize("newton", ["FULL", "MODIFIED"])
def test_quaternion_integrators_update_their_matrix_in_every_iteration_or_in_every_step(run_deck, newton):
    run = run_deck("top_with_any_inertia.deck", method_options={"NEWTON": newton})
    expected = run.summary.newton_iterations if newton == "FULL" else run.summary.steps
    assert run.diagnostics["jacobian_updates"].sum() == expected


def test_explicit_methods_have_no_jacobian(run_deck):
    assert "jacobian_updates" not in run_deck("projectile.deck", t_end=0.1).diagnostics


def test_options_of_a_deck_keep_its_end_time_of_zero():
    assert Options(t_end=np.float64(2.0)).as_json() == {"t_end": 2.0}
    assert Options(t_end=0.0, step=1e-3).as_json() == {"t_end": 0.0, "step": 1e-3}
