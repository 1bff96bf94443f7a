"""Reactions and convergence of mechanisms that are redundant, pass singular positions, or are integrated without
dissipation.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from rbsolve.solver.model.outcome import Outcome

# The double four-bar has uprights and couplers of 1 m and 1 kg, and its uprights start at 1 rad/s. All bars are in line
# at 0.714 s.
BODIES = """
@POINT_DEFINITION { %(points)s }
@TRIAD_DEFINITION { @TRIAD_NAME {turned} { @EULER_ANGLES_313 {%(turned)r, 0, 0} } }
@FIXED_FRAME_DEFINITION { %(frames)s }
@MASS_PROPERTY_DEFINITION {
  @MASS_PROPERTY_NAME {upright} { @MASS {1} @CENTRE_OF_MASS_LOCATION {0, 0.5, 0}
    @MOMENTS_OF_INERTIA {0.0833333333333, 1e-3, 0.0833333333333} }
  @MASS_PROPERTY_NAME {coupler} { @MASS {1} @CENTRE_OF_MASS_LOCATION {0.5, 0, 0}
    @MOMENTS_OF_INERTIA {1e-3, 0.0833333333333, 0.0833333333333} } }
@RIGID_BODY_DEFINITION { %(bodies)s }
@REVOLUTE_JOINT_DEFINITION { %(joints)s }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, -9.81, 0} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {%(start)r, 0.75} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.05}
  @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {g0} }
  @SENSOR_NAME {support} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {g0} }
  @SENSOR_NAME {middle} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {g1} }
  @SENSOR_NAME {energy} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} } }
"""
HINGE = (
    "@REVOLUTE_JOINT_NAME {%s} { @CONNECTED_TO_BODIES {%s, %s} @AT_POINT {%s} @TRIAD_NAME {TRIAD_INERTIAL} %s }".__mod__
)


def motion(times: np.ndarray) -> np.ndarray:
    """Return the angle of the uprights from the vertical and its rate. The equation 3 phi'^2 = 3 + 7 g (1 - cos phi)
    follows from 1/2 3 (1/3) phi'^2 + 1/2 2 phi'^2 and 3.5 g cos phi.
    """

    def rates(_, s):
        return s[1], 3.5 * 9.81 / 3 * np.sin(s[0])

    return solve_ivp(rates, (0, max(times[-1], 1e-3)), (0, 1), "DOP853", times, rtol=1e-13, atol=1e-13).y


def bars(start: float = 0.0) -> str:
    """Return a deck of the bars in their motion after a given time."""
    angle, rate = (float(value) for (value,) in motion(np.array([start])))
    x, y = float(np.sin(angle)), float(np.cos(angle))
    points, frames, bodies, joints = [], [], [], []
    for i in range(3):
        points.append(
            f"@POINT_NAME {{A{i}}} {{ @COORDINATES {{{i}, 0, 0}} }} @POINT_NAME {{B{i}}} {{ @COORDINATES {{{i + x!r}, {y!r}, 0}} }}"
        )
        frame = "@FIXED_FRAME_NAME {%s} { @POINT1_NAME {%s} @TRIAD_NAME {%s} }".__mod__
        frames += [
            frame((f"{end}{i}", f"{end}{i}", triad)) for end, triad in (("A", "turned"), ("B", "TRIAD_INERTIAL"))
        ]
        turning = f"@INITIAL_ANGULAR_VELOCITY {{0, 0, {-rate!r}}}"
        bodies.append(
            f"@RIGID_BODY_NAME {{up{i}}} {{ @FRAME_NAME {{A{i}}} @MASS_PROPERTY_NAME {{upright}} {turning} }}"
        )
        joints.append(HINGE((f"g{i}", "GROUND", f"up{i}", f"A{i}", "")))
        if i < 2:
            moving = f"@INITIAL_VELOCITY {{{rate * y!r}, {-rate * x!r}, 0}} @INITIAL_ANGULAR_VELOCITY {{0, 0, 0}}"
            bodies.append(
                f"@RIGID_BODY_NAME {{link{i}}} {{ @FRAME_NAME {{B{i}}} @MASS_PROPERTY_NAME {{coupler}} {moving} }}"
            )
            joints.append(HINGE((f"a{i}", f"up{i}", f"link{i}", f"B{i}", "")))
        if i > 0:
            joints.append(HINGE((f"b{i}", f"link{i - 1}", f"up{i}", f"B{i}", "")))
    parts = {"points": points, "frames": frames, "bodies": bodies, "joints": joints}
    said = {"turned": -float(np.degrees(angle)), "start": start}
    return BODIES % {**said, **{name: " ".join(texts) for name, texts in parts.items()}}


def exact(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the values of two sensors: the angle since the start, and the energy."""
    angle, _ = motion(times)
    return angle[0] - angle, np.full(len(times), 1.5 + 3.5 * 9.81)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
@pytest.mark.parametrize("step", [2.5e-3, 5e-4, 2e-4, 1e-4, 5e-5, 4e-5, 2.5e-5])
def test_bars_pass_through_the_line_at_any_step(run_deck, formulation, step):
    """The run starts at 0.5 s, with the steps that a run from the start would have."""
    run = run_deck(bars(0.5), formulation=formulation, step=step)
    assert run.summary.outcome is Outcome.COMPLETE
    assert run.summary.rejected_steps == 0
    angle, energy = exact(run.time)
    assert motion(run.time)[0, -1] > np.pi / 2
    assert run["angle"][:, 0] == pytest.approx(angle, abs=50 * step**2 + 1e-9)
    assert run["energy"][:, 0] == pytest.approx(energy, abs=400 * step**2 + 1e-8)


def pulls(times: np.ndarray) -> np.ndarray:
    """Return the force of GROUND on the whole mechanism, which is m a of all centres of mass, minus the weight."""
    phi, _ = motion(times)
    rate2, second = 1 + 7 * 9.81 / 3 * (1 - np.cos(phi)), 3.5 * 9.81 / 3 * np.sin(phi)
    moment = 3 * 0.5 + 2 * 1.0  # sum of mass times distance of the rotating bars
    x = moment * (second * np.cos(phi) - rate2 * np.sin(phi))
    y = moment * (-second * np.sin(phi) - rate2 * np.cos(phi)) + 5 * 9.81
    return np.stack([x, y, np.zeros(len(times))], axis=1)


ALL = "@SENSOR_DEFINITION { @SENSOR_NAME {last} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {g2} } }"


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "EULER_PARAMETERS_2", "MINIMAL_COORDINATES"])
@pytest.mark.parametrize(("radius", "step", "tolerance"), [(1.0, 1e-3, 1e-3), (0.9, 1e-5, 1e-6), (1.0, 1e-5, 1e-6)])
def test_reactions_of_redundant_constraints(run_deck, formulation, radius, step, tolerance):
    """The test includes runs without dissipation of high frequencies, and steps whose square is not far above
    round-off. Tolerances are relative to 100 N.
    """
    options = {"SPECTRAL_RADIUS": radius}
    run = run_deck(bars() + ALL, formulation=formulation, step=step, t_end=0.1, method_options=options)
    total = run["support"] + run["middle"] + run["last"]
    assert total == pytest.approx(pulls(run.time), abs=100 * tolerance)


TUMBLE = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 3} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0, 2, 1e-12} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOP853}
  @RELATIVE_TOLERANCE {%s} @ABSOLUTE_TOLERANCE {%s} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.5}
  @TIME_INTEGRATOR_NAME {i} } }
"""


@pytest.mark.parametrize(("formulation", "tolerance"), [("CARDAN_ANGLES_1", "1e-12"), ("CARDAN_ANGLES_2", "1e-9")])
def test_step_size_control_names_the_singularity_of_cardan_angles(run_deck, formulation, tolerance):
    """The angles approach the singularity in so many decreasing steps that the last step is too small."""
    run = run_deck(TUMBLE % (tolerance, tolerance), formulation=formulation)
    assert run.summary.steps > 1000
    assert run.summary.outcome is Outcome.SINGULAR_ANGLES
    assert run.summary.failed_object == "body b"
    assert run.summary.time == pytest.approx(np.pi / 4, abs=1e-9)


SPINNING = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.3, 0.4, 0.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0, 0, %s} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {O} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%s} @FORMULATION {%s} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.25}
  @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {r} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {j} } }
"""


@pytest.mark.parametrize("rate", [150.0, -40.0, 16 * np.pi])
@pytest.mark.parametrize(
    "method",
    [
        ("GENERALIZED_ALPHA", "LIE_R3_SO3"),
        ("GENERALIZED_ALPHA", "MINIMAL_COORDINATES"),
        ("EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES"),
    ],
)
def test_a_ball_turns_many_times_between_rows(run_deck, method, rate):
    run = run_deck(SPINNING % (repr(rate), *method))
    assert run["r"] == pytest.approx(np.outer(rate * run.time, [0, 0, 1]), abs=1e-6)
