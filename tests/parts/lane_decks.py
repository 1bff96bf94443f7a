"""Decks whose cases can run in lanes, and a comparison of cases in lanes with single runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.ensemble.wanted import Wanted
from rbsolve.pipeline import Options, parse_deck

DECKS = Path(__file__).parents[2] / "decks"
LANES = 4

FREE = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#w} @SCALAR_VALUE {3}  @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2}
  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {500} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {tip} { @COORDINATES {1, 0, 0.2} }
  @POINT_NAME {anchor} { @COORDINATES {1, 1, 2} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, 90, 0} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {#m} @CENTRE_OF_MASS_LOCATION {0.5, 0, 0}
  @MOMENTS_OF_INERTIA {0.1, 0.2, 0.25} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {1, #w, 2} } }
%s
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {anchor} @POINT2_NAME {tip}
  @STIFFNESS {#k} @DAMPING {3} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {B} @AT_POINT {tip} @APPLIED_FORCES {1, 2, -3} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} %s } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.5} @TIME_STEP_SIZE {2e-3} @OUTPUT_STEP_SIZE {0.02}
  @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @POINT_NAME {tip} }
  @SENSOR_NAME {spring} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {s} }
  @SENSOR_NAME {energy} { @SENSOR_TYPE {KINETIC_ENERGY} @OBJECT_NAME {B} } }
"""
HINGE = "@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T} } }"

ROD = "@ROD_DEFINITION { @ROD_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {O} @POINT2_NAME {tip} } }"
DRIVEN = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {turns} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 2, #w} } }
@CYLINDRICAL_JOINT_DEFINITION { @CYLINDRICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T}
  @PRESCRIBED_ROTATION {turns} } }"""

CONTROLLED = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {goal} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 0.5} } }
@SENSOR_DEFINITION { @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J} }
  @SENSOR_NAME {rate} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {J} }
  @SENSOR_NAME {torque} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {torque} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {q} { @MEASURE {angle} } @SIGNAL_NAME {dq} { @MEASURE {rate} }
  @SIGNAL_NAME {wanted} { @FUNCTION_1D_NAME {goal} }
  @SIGNAL_NAME {torque} { @EXPRESSION {#k/10*(wanted - q) - #m*dq + 0.3*sin(q)*dq} } %s }
"""
PULLS = """@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {%s} { @CONNECTED_TO_BODY {B} @AT_POINT {tip} @APPLIED_FORCES {0, 1, %s}
  @SIGNAL_NAME {%s} } }"""
LAGGED = """@SIGNAL_NAME {late} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {torque} @TIME_CONSTANT {0.001*#m} }
  @SIGNAL_NAME {sum} { @SIGNAL_TYPE {INTEGRATOR} @INPUT {late} } @SIGNAL_NAME {both} { @EXPRESSION {late + 3*sum} }"""


def controlled(formulation: str, *, lags: bool) -> str:
    """Return the implicit deck with one controller, or with two forces. The forces are signals with states."""
    if not lags:
        return implicit("1e-2", formulation) + CONTROLLED % "" + PULLS % ("drive", 0, "torque")
    return implicit("1e-2", formulation) + CONTROLLED % LAGGED + PULLS % ("d0", 0, "both") + PULLS % ("d1", 1, "late")


def free(*keywords: str) -> str:
    return FREE % ("", " ".join(keywords))


def implicit(step: str = "2e-3", formulation: str = "MINIMAL_COORDINATES", joint: str = HINGE) -> str:
    """Return the deck for GENERALIZED_ALPHA, with the body on a hinge. A sensor records the iterations of the method."""
    deck = FREE % (joint, f"@FORMULATION {{{formulation}}}")
    count = "@SENSOR_NAME {iterations} { @SENSOR_TYPE {NEWTON_ITERATIONS} @OBJECT_NAME {SYSTEM} }\n  @SENSOR_NAME {tip}"
    deck = deck.replace("@SENSOR_NAME {tip}", count).replace("@TIME_STEP_SIZE {2e-3}", f"@TIME_STEP_SIZE {{{step}}}")
    return deck.replace("EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA")


METHODS = pytest.mark.parametrize(
    "deck",
    [free(), implicit(), implicit(formulation="LIE_R3_SO3")],
    ids=["explicit", "articulated-body algorithm", "factorized system"],
)


def variation(deck: str, **options: object) -> Variation:
    return Variation(parse_deck(deck), Options(**options))


def solve_in_lanes(deck: str, cases: list[dict[str, float]], lanes: int, **options: object):
    """Return the rows of cases in a number of lanes, and the number of cases that were solved in parallel."""
    solver = CaseSolver(variation(deck, **options), wanted=Wanted(lanes, len(cases)))
    together: list[int] = []
    go_on = solver._lanes.go_on
    solver._lanes.go_on = lambda engine, stand: (together.append(stand.words.size), go_on(engine, stand))
    return list(solver.solve_all(cases)), len(together)


def assert_same(alone, together):
    """Check every bit, count, message and diagnostic."""
    assert len(alone) == len(together)
    for one, other in zip(alone, together, strict=True):
        assert (other.status, other.message, other.outcome) == (one.status, one.message, one.outcome)
        assert (other.steps, other.findings) == (one.steps, one.findings)
        assert (other.newton_iterations, other.rejected_steps) == (one.newton_iterations, one.rejected_steps)
        assert other.time.tobytes() == one.time.tobytes()
        assert [*other.sensors] == [*one.sensors]
        for name, rows in one.sensors.items():
            assert other.sensors[name].tobytes() == rows.tobytes(), name


def with_mass(name: str) -> str:
    """Return a deck of decks/ with its first mass as a parameter."""
    text = (DECKS / f"{name}.deck").read_text()
    given = re.search(r"@MASS \{([^}]+)\}", text)
    assert given is not None
    varied = text[: given.start()] + "@MASS {#lanes_mass}" + text[given.end() :]
    return f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#lanes_mass}} @SCALAR_VALUE {{{given[1]}}} }}\n{varied}"
