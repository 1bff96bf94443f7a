"""Cases that are checked together have the model, the rows and the diagnostics of each case alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from deck_numbers import PARTS, assert_same_rows, bits, numbers_as_parameters

from rbsolve.ensemble import case as case_module
from rbsolve.ensemble.ahead import Ahead
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.together import Together
from rbsolve.ensemble.variation import Variation
from rbsolve.language.recall import Recall
from rbsolve.pipeline import Options, check_parsed, parse_deck
from rbsolve.solver.run.clocks import Stopwatch

DECKS = sorted((Path(__file__).parents[2] / "decks").rglob("*.deck"))
COUNT = 12
BODY = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#J} @SCALAR_VALUE {0.4}
  @DESIGN_PARAMETER_NAME {#g} @SCALAR_VALUE {9.81} @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {500}
  @DESIGN_PARAMETER_NAME {#F} @SCALAR_VALUE {3} @DESIGN_PARAMETER_NAME {#w} @VECTOR_VALUE {1, 2, 3}
  @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {1} @DESIGN_PARAMETER_NAME {#b} @SCALAR_VALUE {80}
  @DESIGN_PARAMETER_NAME {#d} @SCALAR_VALUE {0.7} @DESIGN_PARAMETER_NAME {#r} @SCALAR_VALUE {1.2} }
@POINT_DEFINITION { @POINT_NAME {tip} { @COORDINATES {#L, 0, 0} } @POINT_NAME {anchor} { @COORDINATES {1, 0, 2} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {-#g, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {#m} @CENTRE_OF_MASS_LOCATION {0.1, 0, sin(#J)}
  @MOMENTS_OF_INERTIA {0.3, #J, #m*0.25} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {#w} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {anchor} @POINT2_NAME {tip}
  @STIFFNESS {#k} @DAMPING {#d} @REST_LENGTH {#r} } }
@BUSHING_DEFINITION { @BUSHING_NAME {b} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {anchor} @STIFFNESS {#b, 70, 60}
  @ROTATIONAL_STIFFNESS {5, #b/20, 4} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {B} @AT_POINT {tip} @APPLIED_FORCES {1, 2, #F} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.02} @TIME_STEP_SIZE {5e-3} @OUTPUT_STEP_SIZE {0.01}
  @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @POINT_NAME {tip} }
  @SENSOR_NAME {T} { @SENSOR_TYPE {KINETIC_ENERGY} @OBJECT_NAME {B} } @SENSOR_NAME {E} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} }
  %s }
"""
WRITTEN = {"m": 2.0, "J": 0.4, "g": 9.81, "k": 500.0, "F": 3.0, "L": 1.0, "b": 80.0, "d": 0.7, "r": 1.2}
PULL = "@SENSOR_NAME {pull} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {s} }"


@pytest.fixture
def alone(monkeypatch):
    """Return the cases that were checked individually."""
    seen, check = [], Ahead._one_by_one

    def counted(self, cases, begin):
        seen.extend(cases)
        return check(self, cases, begin)

    monkeypatch.setattr(Ahead, "_one_by_one", counted)
    return seen


def solved_and_compared(deck, cases):
    """Compare the cases with each case alone, and return them in order."""
    variation = Variation(parse_deck(deck), Options())
    for case, mine in zip(cases, CaseSolver(variation).solve_all(cases), strict=True):
        single = CaseSolver(Variation(parse_deck(deck), Options())).solve(case)
        assert_same_rows(mine, single)
        assert mine.findings == single.findings
        assert [plan.name for plan in mine.plans] == [plan.name for plan in single.plans]


@pytest.mark.parametrize("name", ["m", "J", "g", "k", "d", "r", "b", "F", "w"])
def test_any_number_of_a_model_is_checked_for_all_cases_at_once(name, alone):
    values = [WRITTEN.get(name, 1.0) * (1.0 + 0.013 * i) for i in range(COUNT)]
    cases = [{name: [0.0, value, 0.5] if name == "w" else value} for value in values]
    variation = Variation(parse_deck(BODY % ""), Options())
    solver = CaseSolver(variation)
    assert {case.status for case in solver.solve_all(cases * 5)} == {"complete"}
    assert alone == [0]  # the solver solves only the first case alone
    solved_and_compared(BODY % "", [*cases, *cases, *cases])


def test_sensors_of_cases_with_models_of_their_own_read_these(alone):
    """Energies are evaluated for the rows of all cases. A spring force is evaluated for each case, because the
    stiffness of the spring varies. Later in the test, the mass varies too.
    """
    grid = [{"k": k, "m": m} for k in (400.0, 600.0) for m in np.linspace(1.0, 2.0, 40).tolist()]
    solved_and_compared(BODY % "", grid)
    solved_and_compared(BODY % PULL, [{"k": 400.0 + i} for i in range(50)])
    solved_and_compared(BODY % PULL, grid)


def test_sensors_that_read_a_model_that_stays(alone):
    """No sensor of motion depends on the model, so the sensors may be shared."""
    deck = (BODY % "").replace("@SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @POINT_NAME {tip} }", "")
    cases = [{"w": [0.1 * i, 1.0, 2.0]} for i in range(40)]
    solved_and_compared(deck, cases)
    assert len(alone) < 50  # 40 calls come from the single runs


@pytest.mark.parametrize("name", ["m", "g", "k", "r", "b"])
def test_energies_of_cases_are_evaluated_together(name, monkeypatch):
    """The test compares the energies of sensors, and the energies of the energy balance."""
    groups, plan = [], case_module.planned_by_rows
    monkeypatch.setattr(case_module, "planned_by_rows", lambda *given: groups.append(len(given[0])) or plan(*given))
    values = [WRITTEN[name] * (1.0 + 0.002 * i) for i in range(65)]
    found = list(CaseSolver(Variation(parse_deck(BODY % ""), Options())).solve_all({name: value} for value in values))
    assert sum(groups) == 64
    assert len(groups) <= 5
    assert len({case.sensors["E"][-1, 0] for case in found}) == 65


def test_the_wall_time_of_cases_does_not_limit_the_groups_of_sensors(monkeypatch):
    """On a busy machine, a case takes long. Only its processor time counts."""
    groups, plan = [], case_module.planned_by_rows
    monkeypatch.setattr(case_module, "planned_by_rows", lambda *given: groups.append(len(given[0])) or plan(*given))
    monkeypatch.setattr(Stopwatch, "seconds", property(lambda self: 100.0))
    cases = [{"m": 2.0 + 0.001 * i} for i in range(65)]
    found = list(CaseSolver(Variation(parse_deck(BODY % ""), Options())).solve_all(cases))
    assert [case.wall_time for case in found] == [100.0] * 65
    assert len(groups) <= 5
    groups.clear()
    monkeypatch.setattr(case_module, "LONG", 0.0)
    list(CaseSolver(Variation(parse_deck(BODY % ""), Options())).solve_all(cases))
    assert groups == [1] * 64


def test_bad_cases_among_others_are_those_of_a_case_alone(alone):
    """The bad cases have no mass, an impossible inertia, an inertia that is not positive, zero, or a parameter without
    a value.
    """
    faulty = {3: {"m": -1.0}, 45: {"J": 100.0}, 50: {"J": -0.1}, 57: {"m": "1/0"}, 66: {"J": 0.0}, 70: {"nothing": 1.0}}
    cases = [faulty.get(i, {"m": 1.0 + 0.01 * i}) for i in range(90)]
    cases = [{"m": 2.0, "J": 0.4, **case} for case in cases]
    solved_and_compared(BODY % "", cases)
    del cases[70], cases[57]  # no group can contain these cases, and the other cases stay together
    alone.clear()
    list(CaseSolver(Variation(parse_deck(BODY % ""), Options())).solve_all(cases))
    assert len(alone) < 45


@pytest.mark.parametrize("is_debugging", [True, False])
def test_a_defect_is_printed_to_developers_only(alone, monkeypatch, capsys, is_debugging):
    """The cases are checked individually with and without the printed traceback."""

    def fail(self, *given, **options):
        raise RuntimeError("a defect of a stage")

    monkeypatch.setattr(Variation, "describe_together", fail)
    monkeypatch.setenv("RBSOLVE_DEBUG", "1" if is_debugging else "")
    found = list(
        CaseSolver(Variation(parse_deck(BODY % ""), Options())).solve_all({"m": 1.0 + 0.1 * i} for i in range(9))
    )
    assert {case.status for case in found} == {"complete"}
    assert len(alone) == 9
    assert ("RuntimeError: a defect of a stage" in capsys.readouterr().err) == is_debugging


def test_branches_of_expressions_divide_a_group(alone):
    deck = (BODY % "").replace("@STIFFNESS {#k}", "@STIFFNESS {if(#k > 500, 2*#k, #k/3)}")
    solved_and_compared(deck, [{"k": 450.0 + i} for i in range(100)])
    assert len(alone) < 140  # 100 calls come from the single runs


ENTRIES = (
    "@TIME {0} @FUNCTION_VALUE {#k} @TIME {0.006} @FUNCTION_VALUE {#d} @TIME {0.013} @FUNCTION_VALUE {#r} "
    "@TIME {0.02} @FUNCTION_VALUE {0}"
)


def under_a_table(entries=ENTRIES):
    """Return a deck whose load is multiplied by a table."""
    table = f"@FUNCTION_1D_TYPE {{TABULATED}} @TABLE_ENTRIES {{{entries}}}"
    made = f"@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ {table} }} }}"
    return (BODY % "").replace("{1, 2, #F}", "{1, 2, #F} @FUNCTION_1D_NAME {f}") + made


@pytest.mark.parametrize("name", ["k", "d", "r"])
def test_the_numbers_of_tables_are_checked_for_all_cases_at_once(name, alone):
    deck, value = under_a_table(), WRITTEN[name]
    cases = [{name: value * (1.0 + 0.013 * i)} for i in range(COUNT)]
    solver = CaseSolver(Variation(parse_deck(deck), Options()))
    assert {case.status for case in solver.solve_all(cases * 5)} == {"complete"}
    assert alone == [0]
    solved_and_compared(deck, [*cases, *cases, *cases])


def test_a_jump_of_a_table_in_some_cases_divides_a_group(alone):
    """A value changes within 0.5 ps, which counts as a jump at the middle of this time. In the first half of the cases,
    both values are equal, so the jump is a corner at the first time.
    """
    times = 0.012, 0.0120000000005
    entries = f"@TIME {{0}} @FUNCTION_VALUE {{1}} @TIME {{{times[0]!r}}} @FUNCTION_VALUE {{1}} @TIME {{{times[1]!r}}} "
    deck = under_a_table(f"{entries} @FUNCTION_VALUE {{#d}} @TIME {{0.02}} @FUNCTION_VALUE {{2}}")
    cases = [{"d": 1.0, "m": 2.0 + 0.01 * k} for k in range(30)] + [{"d": 3.0 + 0.1 * k, "m": 2.0} for k in range(30)]
    variation, recall = Variation(parse_deck(deck), Options()), Recall()
    variation.check(cases[0], recall)
    found = Together(variation, recall).check(cases)
    assert None not in found
    firsts = [one.model.model.functions.jumps[0] for one in found]
    assert set(firsts[:30]) == {times[0]}
    assert set(firsts[30:]) == {0.5 * sum(times)}
    solved_and_compared(deck, cases)


@pytest.mark.parametrize("path", DECKS, ids=[path.stem for path in DECKS])
def test_models_that_are_made_together(path, monkeypatch):
    """Some numbers of every example deck vary."""
    monkeypatch.chdir(path.parent)
    text, values = numbers_as_parameters(path)
    options = Options(allow_include=(path.parent,))
    parsed = parse_deck(text, options)
    if check_parsed(parsed, options).compiled is None:
        return
    for name, value in values.items():
        variation, recall = Variation(parsed, options), Recall()
        cases = [{name: value * (1.0 + 1e-3 * i)} for i in range(COUNT)]
        variation.check(cases[0], recall)
        variation.check(cases[1], recall)
        found = Together(variation, recall).check(cases)
        for k in (0, 4, COUNT - 2):
            mine = found[k]
            if mine is None:
                continue
            single = check_parsed(parsed, options._replace(parameters=cases[k]))
            assert list(mine.diagnostics) == list(single.diagnostics)
            assert dict(mine.contents.parameters) == dict(single.contents.parameters)
            for part in PARTS:
                assert bits(getattr(mine.compiled, part)) == bits(getattr(single.compiled, part)), (cases[k], part)


def test_cases_with_a_warning_about_their_own_numbers_are_checked_in_parts():
    """A warning names the moments of inertia, which differ in eight of forty cases. All other cases are checked
    together.
    """
    deck = (BODY % "").replace("{0.3, #J, #m*0.25}", "{0.3, 0.9, #J}")
    cases = [{"J": 0.4, "m": 2.0 + 0.01 * k} for k in range(32)] + [
        {"J": 0.4 + 0.01 * k, "m": 2.0} for k in range(1, 9)
    ]
    variation, recall = Variation(parse_deck(deck), Options()), Recall()
    variation.check(cases[0], recall)
    found = Together(variation, recall).check(cases)
    assert [k for k, one in enumerate(found) if one is None] == list(range(32, 40))
    texts = {finding.message for one in found[:32] for finding in one.diagnostics}
    assert any("0.3, 0.4, 0.9" in text for text in texts)


def test_cases_with_redundant_constraints_have_the_note_of_each_case_alone():
    deck = (DECKS[0].parents[0] / "four_bar.deck").read_text()
    parameter = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {1} }"
    deck = f"{parameter} {deck}".replace("@MASS {1}", "@MASS {#m}", 1)
    cases = [{"m": 1.0 + 0.01 * k} for k in range(COUNT)]
    variation, recall = Variation(parse_deck(deck), Options()), Recall()
    variation.check(cases[0], recall)
    found = Together(variation, recall).check(cases)
    for case, one in zip(cases, found, strict=True):
        alone = variation.check(case)
        assert one is not None
        assert list(one.diagnostics) == list(alone.diagnostics)
        assert len(list(one.diagnostics)) > 0
        assert bits(one.model.initial) == bits(alone.model.initial)
