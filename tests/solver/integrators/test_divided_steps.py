"""Fixed steps of GENERALIZED_ALPHA that are divided. The motion and the reactions keep their order, and joints away from
an impact keep their energy.
"""

import numpy as np
import pytest
from tops import END, FRAMES, exact_sensors, held_top

from rbsolve.parser.schema.integrators import FORMULATIONS_OF
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.model.arrays import LONGEST
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.sensors.motions.rows import Rows

FORMULATIONS = FORMULATIONS_OF["GENERALIZED_ALPHA"]


def values_at_end(formulation, count, parts, radius):
    """Return the sensors after `count` steps. Step i is divided into at least `parts[i % len(parts)]` parts."""
    options = Options(
        integrator="GENERALIZED_ALPHA",
        formulation=formulation,
        step=END / count,
        t_end=END,
        method_options={"SPECTRAL_RADIUS": radius},
        ends_only=True,
    )
    checked = check_deck(held_top(FRAMES["elsewhere"]), options)
    engine = make_integrator(checked.compiled)
    chunk = chunk_for(checked.compiled, engine, checked.compiled.schedule.rows)
    outcome, i = None, 0
    while outcome is None:
        engine.state.watch[LONGEST] = 1.000001 * END / count / parts[i % len(parts)]
        outcome, i = engine.advance(chunk, 1), i + 1
    assert outcome is Outcome.COMPLETE
    assert engine.steps == count
    return {sensor.name: np.asarray(sensor.evaluate(Rows(chunk)))[-1] for sensor in checked.sensors}


@pytest.mark.parametrize(("radius", "parts"), [(0.9, (1, 1, 4)), (0.9, (1, 1, 1, 1, 64)), (0.5, (1, 1, 1, 1, 64))])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_divided_steps_keep_the_order(formulation, radius, parts):
    """The test measures the orders of positions, velocities and reactions. The last step is divided, and the step
    before it is not. In LIE_SE3, velocities that ignore the sizes of steps would grow to 25 m/s in the same parts.
    """
    exact, counts, errors = exact_sensors(END), np.array([120, 240, 480]), []
    for count in counts:
        values = values_at_end(formulation, count, parts, radius)
        errors.append([np.linalg.norm(values[name] - value) for name, value in exact.items()])
    slopes = np.polyfit(np.log(1.0 / counts), np.log(np.array(errors)), 1)[0]
    assert slopes == pytest.approx([2.0] * 4, abs=0.1)


WITH_A_STOP = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {gate} { @MASS {0.3} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.2} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} { @CONNECTED_TO_BODIES {GROUND, gate} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y}
    @INITIAL_RATE {-2} @STOPS {-0.08, 0.04, 4e5, 0} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {arm} { @AT_POINT {0.4, 0, 0} @MASS {3} @MOMENTS_OF_INERTIA {0.16, 0.24, 0.31} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {shoulder} { @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {0.4, 0, 0} @TRIAD_NAME {AXIS_Z}
    @INITIAL_RATE {-1.4} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {nut} { @AT_POINT {0.8, 0, 0.3} @MASS {2.4} @MOMENTS_OF_INERTIA {0.21, 0.07, 0.26} } }
@SCREW_JOINT_DEFINITION { @SCREW_JOINT_NAME {thread} { @CONNECTED_TO_BODIES {arm, nut} @AT_POINT {0.8, 0, 0.3} @TRIAD_NAME {AXIS_Y}
    @PITCH {0.2} @INITIAL_RATE {2} } }
@SENSOR_DEFINITION { @SENSOR_NAME {nut} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {nut} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.005} @OUTPUT_STEP_SIZE {0.01} } }
"""


@pytest.mark.parametrize("radius", [1.0, 0.9, 0.8])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_impacts_elsewhere_do_not_move_a_mechanism(run_deck, formulation, radius):
    """A gate strikes its stops every few steps. The arm and its nut have no connection to the gate."""
    options = {"SPECTRAL_RADIUS": radius}
    run = run_deck(WITH_A_STOP, integrator="GENERALIZED_ALPHA", formulation=formulation, method_options=options)
    alone = run_deck(
        WITH_A_STOP.replace(" @STOPS {-0.08, 0.04, 4e5, 0}", ""),
        integrator="RK44",
        formulation="MINIMAL_COORDINATES",
        step=1e-3,
    )
    assert "impacts-in-parts" in [finding.code for finding in run.summary.findings]
    energy = run.diagnostics["energy"]
    np.testing.assert_allclose(run["nut"], alone["nut"], rtol=0, atol=2e-5)
    assert np.abs(energy - energy[0]).max() < 1e-4 * energy[0]
