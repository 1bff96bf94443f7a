"""Cases with different points, triads and shapes are checked together. They have the same rows as each case alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from deck_numbers import assert_same_rows

from rbsolve.ensemble import case as case_module
from rbsolve.ensemble import shared_chunk
from rbsolve.ensemble.ahead import Ahead
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.starting import Starts
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, parse_deck

PLACED = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0.5} @DESIGN_PARAMETER_NAME {#l} @SCALAR_VALUE {1}
  @DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {20} @DESIGN_PARAMETER_NAME {#s} @SCALAR_VALUE {0.2} @DESIGN_PARAMETER_NAME {#o}
  @SCALAR_VALUE {7} @DESIGN_PARAMETER_NAME {#d} @SCALAR_VALUE {1.5} @DESIGN_PARAMETER_NAME {#w} @VECTOR_VALUE {0, 0.6, 0.8} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {#c, 0.1, 0} } @POINT_NAME {tip} { @COORDINATES {1, 0, 0.2} }
  @POINT_NAME {P} { @COORDINATES {0.4, #l, 0} @IS_DEFINED_IN_FRAME {E} } @POINT_NAME {Q} { @COORDINATES {#d, 0, 1} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_321 {#a, 10, 5} } @TRIAD_NAME {L} { @POINT1_NAME {O} @POINT2_NAME {Q}
  @POINT3_NAME {tip} } @TRIAD_NAME {W} { @ORIENTATION_E3 {#w} } @TRIAD_NAME {V} { @ROTATION_VECTOR {0.1, #o/10, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {O} @TRIAD_NAME {T} } @FIXED_FRAME_NAME {G}
  { @POINT1_NAME {Q} @POINT2_NAME {tip} @TRIAD_NAME {W} }
  @FIXED_FRAME_NAME {E} { @POINT1_NAME {Q} @TRIAD_NAME {V} } }
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {M} { @CONNECTED_TO_BODY {B} @POINT_NAME {Q} @TRIAD_NAME {L} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @CENTRE_OF_MASS_LOCATION {0.1, 0, 0} @MOMENTS_OF_INERTIA {0.3, 0.4, 0.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @FRAME_NAME {F} @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {1, 3, 2} }
  @RIGID_BODY_NAME {D} { @FRAME_NAME {G} @DENSITY {1000} } }
@SHAPE_DEFINITION { @SHAPE_NAME {s} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {D} @AT_POINT {tip} @TRIAD_NAME {T} @DIMENSIONS {#s, 0.3, 0.4} }
  @SHAPE_NAME {c} { @SHAPE_TYPE {CYLINDER} @CONNECTED_TO_BODY {D} @DIMENSIONS {0.1, #s} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {B} @AT_POINT {P} @APPLIED_FORCES {1, 2, 3} @TRIAD_NAME {W} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.02} @TIME_STEP_SIZE {5e-3} @OUTPUT_STEP_SIZE {0.01}
  @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { %s }
"""
KINDS = ("x POSITION", "v VELOCITY", "a ACCELERATION", "w ANGULAR_VELOCITY", "d DISPLACEMENT")
TURNED = ("r ROTATION", "o ORIENTATION", "c CONFIGURATION")


def sensor(name, kind, rest, of="B"):
    return f"@SENSOR_NAME {{{name}}} {{ @SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{of}}} {rest} }} "


MOTION = "".join(
    [
        *(sensor(*kind.split(), "@POINT_NAME {Q}") for kind in KINDS),
        *(
            sensor(f"{kind[0]}_F", kind.split()[1], "@POINT_NAME {tip} @FRAME_NAME {F} @RESOLVED_IN {M}")
            for kind in KINDS[:4]
        ),
        *(sensor(f"{kind[0]}_M", kind.split()[1], "@FRAME_NAME {M}", "D") for kind in KINDS[:4]),
        *(
            sensor(f"{kind[0]}_v", kind.split()[1], "@TRIAD_NAME {L} @ROTATION_PARAMETERS {ROTATION_VECTOR}")
            for kind in TURNED
        ),
        *(
            sensor(f"{kind[0]}_e", kind.split()[1], "@FRAME_NAME {E} @ROTATION_PARAMETERS {EULER_PARAMETERS}", "M")
            for kind in TURNED
        ),
        sensor("E", "TOTAL_ENERGY", "", "SYSTEM"),
    ]
)
OTHERS = "".join(
    [
        sensor("m", "MOTION_PARAMETERS", "@FRAME_NAME {F}"),
        sensor("u", "DISPLACEMENT", "@FRAME_NAME {F}"),
        sensor("f", "ANGULAR_MOMENTUM", ""),
        sensor("p", "POSITION", "@FRAME_NAME {F}", "E"),
        sensor("x", "POSITION", "@POINT_NAME {Q}"),
    ]
)
WRITTEN = {"c": 0.5, "l": 1.0, "a": 20.0, "s": 0.2, "o": 7.0, "d": 1.5}


JOINED = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#q} @SCALAR_VALUE {0.3} @DESIGN_PARAMETER_NAME {#r} @SCALAR_VALUE {10}
  @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#w} @SCALAR_VALUE {3} @DESIGN_PARAMETER_NAME {#l} @SCALAR_VALUE {1}
  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {5} @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0.2} }
@POINT_DEFINITION { @POINT_NAME {J} { @COORDINATES {#q, 0, 0.1} } @POINT_NAME {K} { @COORDINATES {#l, 0.2, 0} }
  @POINT_NAME {tip} { @COORDINATES {1.5, 0, 0.2} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_321 {#r, 10, 5} } @TRIAD_NAME {F} { @EULER_ANGLES_321 {20, #r, 0} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {A} { @AT_POINT {J} @TRIAD_NAME {F} @MASS {#m} @CENTRE_OF_MASS_LOCATION {0.1, 0, 0}
    @MOMENTS_OF_INERTIA {0.3, 0.4, 0.5} }
  @RIGID_BODY_NAME {B} { @AT_POINT {K} @MASS {1} @CENTRE_OF_MASS_LOCATION {#c, 0, 0} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.15} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, A} @AT_POINT {J} @TRIAD_NAME {T}
  @INITIAL_RATE {#w} } }
@CYLINDRICAL_JOINT_DEFINITION { @CYLINDRICAL_JOINT_NAME {k} { @CONNECTED_TO_BODIES {A, B} @AT_POINT {K} @TRIAD_NAME {T} %s } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%s} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.02} @TIME_STEP_SIZE {5e-3} @OUTPUT_STEP_SIZE {0.01}
  @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @POINT_NAME {tip} }
  @SENSOR_NAME {o} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {A} @TRIAD_NAME {F} @ROTATION_PARAMETERS {EULER_PARAMETERS} }
  @SENSOR_NAME {E} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} } %s }
"""
METHODS = {"minimal": "EXPLICIT_RUNGE_KUTTA} @FORMULATION {MINIMAL_COORDINATES", "alpha": "GENERALIZED_ALPHA"}
OF_JOINTS = {"q": 0.3, "r": 10.0, "m": 2.0, "w": 3.0, "l": 1.0, "k": 5.0, "c": 0.2}
SPRING = "@SPRING {0, 0, #k, 0.1} @INITIAL_COORDINATE {0.1, 0.2}"
MORE = sensor("a", "RELATIVE_ROTATION", "", "j") + sensor("f", "REACTION_FORCE", "", "j")
MORE += sensor("v", "CONSTRAINT_VIOLATION", "", "SYSTEM")


@pytest.fixture
def alone(monkeypatch):
    """Return the cases that were checked individually."""
    seen, check = [], Ahead._one_by_one

    def counted(self, cases, begin):
        seen.extend(cases)
        return check(self, cases, begin)

    monkeypatch.setattr(Ahead, "_one_by_one", counted)
    return seen


def cases_of(name, count):
    if name == "w":
        return [{"w": [0.0, 0.6 + 0.01 * k, 0.8]} for k in range(count)]
    return [{name: WRITTEN[name] * (0.7 + 0.013 * k)} for k in range(count)]


def assert_equal_to_single_runs(deck, cases, found):
    for case, mine in zip(cases, found, strict=True):
        single = CaseSolver(Variation(parse_deck(deck), Options())).solve(case)
        assert mine.status == "complete"
        assert_same_rows(mine, single)
        assert (mine.status, mine.findings) == (single.status, single.findings)
        assert [replace(plan, evaluate=None, memory=()) for plan in mine.plans] == [
            replace(plan, evaluate=None, memory=()) for plan in single.plans
        ]


@pytest.mark.parametrize("name", [*WRITTEN, "w"])
def test_places_are_resolved_and_observed_for_all_cases_at_once(name, alone, monkeypatch):
    rows, plan = [], case_module.planned_by_rows
    monkeypatch.setattr(case_module, "planned_by_rows", lambda *given: rows.append(len(given[0])) or plan(*given))
    deck, cases = PLACED % MOTION, cases_of(name, 50)
    found = list(CaseSolver(Variation(parse_deck(deck), Options())).solve_all(cases))
    assert alone == [0]  # the deck's parameters determine which numbers vary
    assert sum(rows) == 49
    assert len(rows) <= 4
    assert len({b"".join(columns.tobytes() for columns in case.sensors.values()) for case in found}) == 50
    assert_equal_to_single_runs(deck, cases[::7], found[::7])


@pytest.mark.parametrize("rows", [1, 7])
def test_sensors_of_moved_points_belong_to_their_case_if_few_rows_fit(rows, monkeypatch):
    """Each case is evaluated alone, or with one other case."""
    monkeypatch.setattr(shared_chunk, "MOST_ROWS", rows)
    deck, cases = PLACED % MOTION, cases_of("d", 9)
    found = list(CaseSolver(Variation(parse_deck(deck), Options())).solve_all(cases))
    assert_equal_to_single_runs(deck, cases, found)


@pytest.mark.parametrize("name", ["c", "d"])
def test_sensors_of_other_types_are_planned_for_each_case(name, alone):
    deck, cases = PLACED % OTHERS, cases_of(name, 30)
    found = list(CaseSolver(Variation(parse_deck(deck), Options())).solve_all(cases))
    assert alone == [0]
    assert_equal_to_single_runs(deck, cases, found)


@pytest.mark.parametrize("method", METHODS)
def test_geometry_that_is_constant_in_a_group_costs_nothing(method, alone):
    """In a grid, all cases of a group may have the same point. In this case, sensors are planned once, and no case is
    checked alone.
    """
    deck = JOINED % ("", METHODS[method], "")
    variation = Variation(parse_deck(deck), Options())
    cases = [{"q": 0.3 + 0.1 * (k // 20), "m": 2.0 + 0.01 * (k % 20)} for k in range(40)]
    solver = CaseSolver(variation)
    found = [*solver.solve_all(cases[:20]), *solver.solve_all(cases[20:])]
    assert alone == [0]
    assert_equal_to_single_runs(deck, cases[::7], found[::7])


def test_degenerate_places_are_errors_of_their_cases_only():
    """In some cases, the points of a triad are on a single line, or an axis has no length."""
    cases = [{"w": [0.0, 0.0, 0.01 * (k % 9)]} for k in range(40)]
    found = list(CaseSolver(Variation(parse_deck(PLACED % MOTION), Options())).solve_all(cases))
    assert [case.status for case in found] == ["failed" if k % 9 == 0 else "complete" for k in range(40)]
    assert "has no length" in found[9].message
    assert "w" not in found[9].sensors


def test_zero_coordinates_of_some_cases():
    """In some cases, a point is at the origin, where sensors skip an operation."""
    deck, cases = PLACED % MOTION, [{"d": float(k % 5), "c": 0.1 * (k % 3)} for k in range(60)]
    found = list(CaseSolver(Variation(parse_deck(deck), Options())).solve_all(cases))
    assert_equal_to_single_runs(deck, cases[::5], found[::5])
    assert np.isfinite(found[0].sensors["x"]).all()


@pytest.mark.parametrize("more", ["", MORE], ids=["motion", "reactions"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", OF_JOINTS)
def test_joints_that_are_placed_for_all_cases_at_once(name, method, more, alone):
    """With a given coordinate, the start of each case is computed separately."""
    deck = JOINED % (SPRING, METHODS[method], more)
    cases = [{name: OF_JOINTS[name] * (0.9 + 0.01 * k)} for k in range(24)]
    found = list(CaseSolver(Variation(parse_deck(deck), Options())).solve_all(cases))
    assert alone == [0]
    assert len({case.sensors["x"].tobytes() for case in found}) == 24
    assert_equal_to_single_runs(deck, cases[::5], found[::5])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["q", "r", "m", "w", "l", "c"])
def test_starts_that_are_computed_for_all_cases_at_once(name, method, alone, monkeypatch):
    monkeypatch.setattr(Starts, "start", None)  # the start of no case is computed separately
    deck = JOINED % ("@INITIAL_RATE {0.5, #w}", METHODS[method], MORE)
    cases = [{name: OF_JOINTS[name] * (0.9 + 0.01 * k)} for k in range(24)]
    found = list(CaseSolver(Variation(parse_deck(deck), Options())).solve_all(cases))
    assert alone == [0]
    assert len({case.sensors["x"].tobytes() for case in found}) == 24
    assert_equal_to_single_runs(deck, cases[::5], found[::5])


def test_starts_with_diagnostics_are_checked_alone(alone):
    """Some cases give a rate that the second joint contradicts. These cases have a warning, and all other cases have no
    warning."""
    second = "@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {z} { @CONNECTED_TO_BODIES {GROUND, A} @AT_POINT {J} @TRIAD_NAME {T}"
    deck = JOINED % ("", METHODS["alpha"], "") + second + " @INITIAL_RATE {3} } }"
    cases = [{"w": 3.0 + (k % 4 == 1)} for k in range(24)]
    found = list(CaseSolver(Variation(parse_deck(deck), Options())).solve_all(cases))
    assert_equal_to_single_runs(deck, cases[:6], found[:6])
    assert [len(case.findings) for case in found[1:3]] != [len(found[0].findings)] * 2
