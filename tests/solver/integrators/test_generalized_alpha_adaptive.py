"""GENERALIZED_ALPHA with step sizes that follow the local error. The tests check the estimate, the order with steps of
any sizes, tolerances and output times.
"""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tops import CENTRE, END, FRAMES, exact_motion, exact_sensors, free_top, held_top

from rbsolve.parser.schema.integrators import FORMULATIONS_OF
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.sensors.motions.rows import Rows

# no step reaches this tolerance, so the test chooses the steps; a reused factorization is still solved to round-off
LOOSE = 1e3
FORMULATIONS = FORMULATIONS_OF["GENERALIZED_ALPHA"]


def engine_of(deck, formulation, step, end, tolerance=LOOSE, **options):
    """Return an engine, its sensors, and a chunk for the rows at both ends of the run."""
    chosen = {"LOCAL_ERROR_TOLERANCE": tolerance, **options}
    checked = check_deck(
        deck,
        Options(
            integrator="GENERALIZED_ALPHA",
            formulation=formulation,
            step=step,
            t_end=end,
            method_options=chosen,
            ends_only=True,
        ),
    )
    assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
    engine = make_integrator(checked.compiled)
    return engine, checked.sensors, chunk_for(checked.compiled, engine, checked.compiled.schedule.rows)


@pytest.mark.parametrize("radius", [0.9, 0.0])
@pytest.mark.parametrize("frame", [*FRAMES, "free"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_the_estimate_is_the_local_error(formulation, frame, radius):
    """The test takes a single step from the exact start. The test compares a displacement, and a rotation that is
    multiplied by the extent of the model.
    """
    h = 0.02
    deck = free_top() if frame == "free" else held_top(FRAMES[frame])
    engine, _, chunk = engine_of(deck, formulation, h, h, SPECTRAL_RADIUS=radius)
    while engine.advance(chunk, 10) is None:
        pass
    assert engine.steps == 1
    R, _ = exact_motion(h)
    arm = np.zeros(3) if frame == "free" else np.array(FRAMES[frame], dtype=float)
    e = chunk.e[1, 0]
    turned = Rotation.from_matrix(R.T @ Rotation.from_quat([*e[1:], e[0]]).as_matrix()).magnitude()
    extent = np.linalg.norm(CENTRE) if frame == "free" else max(np.linalg.norm(CENTRE - arm), np.linalg.norm(arm))
    error = max(np.linalg.norm(chunk.x[1, 0] - R @ arm), extent * turned)
    assert engine._size.position_error == pytest.approx(error, rel=0.1)


def sizes(kind, count):
    """Return the sizes of steps up to the end."""
    relative = {
        "alternating": np.where(np.arange(count) % 2 == 0, 2.0, 1.0),
        "random": np.random.default_rng(1).uniform(0.5, 2.0, count),
    }[kind]
    return relative / relative.sum() * END


@pytest.mark.parametrize("kind", ["alternating", "random"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_steps_of_any_sizes_keep_the_order(formulation, kind):
    """The test checks the orders of positions, velocities and reactions. Without the correction of velocities for the
    size of the step, the errors of reactions are 100 times as large.
    """
    exact = exact_sensors(END)
    counts, errors = np.array([200, 400, 800]), []
    for count in counts:
        steps = sizes(kind, count)
        engine, sensors, chunk = engine_of(held_top(FRAMES["elsewhere"]), formulation, steps[0], END, NEWTON="MODIFIED")
        outcome = None
        for h in steps:
            engine.next_step = h
            outcome = engine.advance(chunk, 1)
        while outcome is None:
            outcome = engine.advance(chunk, 1)
        assert outcome is Outcome.COMPLETE
        assert engine.steps <= count + 1
        values = {sensor.name: np.asarray(sensor.evaluate(Rows(chunk)))[-1] for sensor in sensors}
        errors.append([np.linalg.norm(values[name] - value) for name, value in exact.items()])
    slopes = np.polyfit(np.log(1.0 / counts), np.log(np.array(errors)), 1)[0]
    assert slopes == pytest.approx([2.0] * 4, abs=0.1)
    # Equal steps of the mean size have errors of reactions of up to 5e-3 N.
    assert errors[0][3] < 0.01


def test_errors_follow_the_tolerance(run_deck):
    """Errors of positions have the third order in the step, and errors of velocities over some steps have the fourth
    order. So the errors at the end follow the tolerance with a power between 1/2 and 2/3.
    """
    R, _ = exact_motion(END)
    tolerances, errors, steps = np.array([1e-4, 1e-5, 1e-6, 1e-7]), [], []
    for tolerance in tolerances:
        run = run_deck(
            held_top(FRAMES["elsewhere"]),
            formulation="LIE_R3_SO3",
            method_options={"LOCAL_ERROR_TOLERANCE": tolerance},
            ends_only=True,
        )
        errors.append(np.linalg.norm(run["centre"][-1] - R @ CENTRE))
        steps.append(run.summary.steps)
    assert 0.45 < np.polyfit(np.log(tolerances), np.log(errors), 1)[0] < 0.7
    assert 0.22 < -np.polyfit(np.log(tolerances), np.log(steps), 1)[0] < 0.35
    assert errors[0] < tolerances[0] ** (2 / 3)


PUSHED = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {0, 0, 0} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {2*sin(t)} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {F} { @CONNECTED_TO_BODY {b} @APPLIED_FORCES {1, 0, 0} @FUNCTION_1D_NAME {f} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {0.02} } }
"""


@pytest.mark.parametrize("radius", [0.9, 0.5, 0.0])
def test_the_estimate_of_a_velocity_is_its_local_error(radius):
    """The velocity of x'' = sin t is a quadrature, so the local error of a step is known."""
    engine, _, chunk = engine_of(PUSHED, "LIE_R3_SO3", 0.02, 2.0, SPECTRAL_RADIUS=radius, NEWTON="MODIFIED")
    errors, estimates = [], []
    for _ in range(80):
        engine.next_step = 0.02
        engine.advance(chunk, 1)
        errors.append(engine.state.u[0, 0] - (1 - np.cos(engine.time)))
        estimates.append(engine._size.velocity_error)
    assert np.abs(np.diff(errors))[30:] == pytest.approx(estimates[31:], rel=0.1, abs=1e-9)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_output_times_are_hit(run_deck, formulation):
    deck = held_top(FRAMES["elsewhere"]).replace("@OUTPUT_STEP_SIZE {0.5}", "@OUTPUT_STEP_SIZE {0.07}")
    run = run_deck(deck, formulation=formulation, method_options={"LOCAL_ERROR_TOLERANCE": 1e-5})
    assert run.time.tolist() == [*(0.07 * np.arange(8)), END]
    assert np.all(run.diagnostics["step_size"][1:] > 0)
    for row, t in enumerate(run.time[1:4], start=1):
        R, w = exact_motion(t)
        assert run["centre"][row] == pytest.approx(R @ CENTRE, abs=2e-3)
        assert run["spin"][row] == pytest.approx(R @ w, abs=2e-2)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_forces_that_jump_by_a_formula_do_not_grow_with_the_steps_behind_them(run_deck, formulation):
    """With x'' = -2 sign(x) from x = 0 and the speed v, the motion consists of arcs of the duration v, (-1)^k (v s -
    s^2). The method does not locate the jumps. The errors of the steps follow the tolerance. The contribution of these
    errors to the auxiliary acceleration does not grow with the steps.
    """
    v = 1.037
    errors = []
    for tolerance in (1e-4, 1e-6, 1e-8):
        run = run_deck(f"""
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{J}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{0, 0, 0}}
  @TRIAD_NAME {{AXIS_X}} @INITIAL_RATE {{{v}}} @SIGNAL_NAME {{force}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{RELATIVE_DISPLACEMENT}} @OBJECT_NAME {{J}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{place}} {{ @MEASURE {{x}} }} @SIGNAL_NAME {{force}} {{ @EXPRESSION {{if(place > 0, -2, 2)}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{
  @SIMULATION_TIME_RANGE {{0, 3}} @OUTPUT_STEP_SIZE {{0.1}} @TIME_STEP_SIZE {{1e-3}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}}
  @FORMULATION {{{formulation}}} @LOCAL_ERROR_TOLERANCE {{{tolerance}}} }} }}
""")
        arc = np.floor(run.time / v)
        since = run.time - arc * v
        errors.append(np.max(np.abs(run["x"][:, 0] - (-1) ** arc * (v * since - since**2))))
    assert errors[0] < 1e-2
    assert errors[1] < 1e-2
    assert errors[2] < 1e-3


PRESCRIBED = """
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{0.3*sin({w!r}*t)}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, 0}} @MASS {{3}} @MOMENTS_OF_INERTIA {{1, 2, 2.5}} }} }}
@PRESCRIBED_MOTION_DEFINITION {{ @PRESCRIBED_MOTION_NAME {{d}} {{ @CONNECTED_TO_BODY {{b}} @DISPLACEMENT_FUNCTIONS {{f, 0, 0}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} @LOCAL_ERROR_TOLERANCE {{1e-4}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 5}} @OUTPUT_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{i}} }} }}
"""


@pytest.mark.parametrize("w", [5.0, 20.0, 20.0 * math.pi])
def test_the_work_of_an_exact_prescribed_motion_is_known_between_coarse_rows(run_deck, w):
    """The energy of the mass follows from its prescribed speed, and the drive has supplied this energy. Therefore the
    unexplained energy is zero. With 20 pi rad/s, the time between two rows is a period.
    """
    run = run_deck(PRESCRIBED.format(w=w))
    np.testing.assert_allclose(run["x"][:, 0], 0.3 * np.sin(w * run.time), rtol=0, atol=1e-12)
    kinetic = 0.5 * 3 * (0.3 * w) ** 2
    exchanged = 2 * kinetic * 5.0 * w / math.pi  # the energy is supplied and removed twice in each period
    assert abs(run.summary.unexplained_energy) < 4e-3 * exchanged
    assert not run.summary.findings
