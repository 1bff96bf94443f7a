"""Cases of mechanisms are started together, and their sensors are evaluated together. Each case equals the same case
alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from deck_numbers import assert_same_rows

from rbsolve.ensemble import ahead
from rbsolve.ensemble import case as case_module
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.starting import Starts
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, check_deck, parse_deck
from rbsolve.solver.assembly.checks import searches
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.sensors.plan import plan_sensors
from rbsolve.solver.sensors.registry import OF_JOINTS

DECKS = Path(__file__).parents[2] / "decks"
SHORT = {"t_end": 0.02, "integrator": "GENERALIZED_ALPHA", "step": 1e-3}
GROUP = 8
PLACE = "@SENSOR_NAME {slider} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {slider} }"
MORE = """@SENSOR_DEFINITION {
  @SENSOR_NAME {rate} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {A} }
  @SENSOR_NAME {curvature} { @SENSOR_TYPE {RELATIVE_ROTATION_ACCELERATION} @OBJECT_NAME {A} }
  @SENSOR_NAME {ball} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {B} }
  @SENSOR_NAME {slide} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {D} }
  @SENSOR_NAME {sliding} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT_RATE} @OBJECT_NAME {D} }
  @SENSOR_NAME {thrust} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT_ACCELERATION} @OBJECT_NAME {D} }
  @SENSOR_NAME {drive} { @SENSOR_TYPE {DRIVE_FORCE} @OBJECT_NAME {A} }
  @SENSOR_NAME {moment} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {C} @FRAME_NAME {rod} }
  @SENSOR_NAME {at_rod} { @SENSOR_TYPE {CONSTRAINT_VIOLATION} @OBJECT_NAME {rod} }
  @SENSOR_NAME {h} { @SENSOR_TYPE {STEP_SIZE} @OBJECT_NAME {SYSTEM} }
  @SENSOR_NAME {iterations} { @SENSOR_TYPE {NEWTON_ITERATIONS} @OBJECT_NAME {SYSTEM} }
  @SENSOR_NAME {norm} { @SENSOR_TYPE {UNIT_NORM_ERROR} @OBJECT_NAME {rod} }
  @SENSOR_NAME {determinant} { @SENSOR_TYPE {ROTATION_DETERMINANT_ERROR} @OBJECT_NAME {SYSTEM} }
}
"""
SEEN = """@SIGNAL_DEFINITION { @SIGNAL_NAME {seen} { @MEASURE {angle} } }
@SENSOR_DEFINITION { @SENSOR_NAME {angle_now} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {seen} } }
"""


def slider_crank() -> str:
    """Return the deck with the mass of its rod as a further parameter. The deck already has a parameter for the crank's
    centre.
    """
    text = (DECKS / "slider_crank.deck").read_text()
    parameter = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {0.5} }\n"
    return parameter + text.replace("@MASS {0.5}", "@MASS {#m}")


def puma() -> str:
    """Return the arm with its last mass as a parameter."""
    head, _, tail = (DECKS / "puma560.deck").read_text().rpartition("@MASS {")
    parameter = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {0.5} }\n"
    return f"{parameter}{head}@MASS {{#m{tail[tail.index('}') :]}"


def rod() -> str:
    """Return the crank with the distance of its slider as a parameter `l`. The rod's axes, point and length depend on
    `l`."""
    deck = slider_crank().replace("{C} { @COORDINATES {0.2, 0, 0} }", "{C} { @COORDINATES {#l, 0, 0} }")
    deck = deck.replace("{rod} { @COORDINATES {0.1, 0.05, 0.1} }", "{rod} { @COORDINATES {#l/2, 0.05, 0.1} }")
    return f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#l}} @SCALAR_VALUE {{0.2}} }}\n{deck}"


def four_bar() -> str:
    """Return the parallelogram with the length `l` of its cranks as a parameter. Its joints are redundant. The coupler
    starts at the height `y` of the joints plus `gap`.
    """
    deck = (DECKS / "four_bar.deck").read_text()
    for length, new in (
        ("0.5*sin", "#l*sin"),
        ("0.5*cos", "#l*cos"),
        ("0.25*sin", "#l/2*sin"),
        ("0.25*cos", "#l/2*cos"),
    ):
        deck = deck.replace(length, new)
    frame = "@FIXED_FRAME_NAME {middle} { @POINT1_NAME {middle}"
    moved = "@POINT_DEFINITION { @POINT_NAME {start} { @COORDINATES {#gap, 0, 0} @IS_DEFINED_IN_FRAME {middle} } }"
    moved += (
        "@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {start} { @POINT1_NAME {start} @TRIAD_NAME {TRIAD_INERTIAL} } }"
    )
    assert frame in deck
    deck = deck.replace(
        "{coupler} { @FRAME_NAME {middle}", "{coupler} { @FRAME_NAME {middle} @INITIAL_FRAME_NAME {start}"
    )
    parameters = "@DESIGN_PARAMETER_NAME {#l} @SCALAR_VALUE {0.5} @DESIGN_PARAMETER_NAME {#gap} @SCALAR_VALUE {0}"
    return f"@DESIGN_PARAMETERS_DEFINITION {{ {parameters} }}\n{deck}{moved}{FORCES}"


FORCES = """@SENSOR_DEFINITION { @SENSOR_NAME {force} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {B} }
  @SENSOR_NAME {violation} { @SENSOR_TYPE {CONSTRAINT_VIOLATION} @OBJECT_NAME {SYSTEM} } }
"""


def solve(deck: str, cases: list[dict[str, float]], **options: object):
    """Solve the cases with one solver, compare them with each case alone, and return them."""
    parsed, chosen = parse_deck(deck), Options(**{**SHORT, **options})
    found = list(CaseSolver(Variation(parsed, chosen)).solve_all(cases))
    assert {case.status for case in found} == {"complete"}, found[0].message
    for case, mine in zip(cases, found, strict=True):
        single = CaseSolver(Variation(parsed, chosen)).solve(case)
        assert_same_rows(mine, single)
        assert mine.findings == single.findings
    return found


@pytest.mark.parametrize(
    ("deck", "options"),
    [(slider_crank(), {}), (puma(), {"formulation": "MINIMAL_COORDINATES"})],
    ids=["slider-crank", "Puma"],
)
def test_starts_of_mechanisms_are_computed_for_all_cases_at_once(deck, options, monkeypatch):
    groups, plan = [], case_module.planned_by_rows
    monkeypatch.setattr(case_module, "planned_by_rows", lambda *given: groups.append(len(given[0])) or plan(*given))
    cases = [{"m": 0.5 + 0.01 * k} for k in range(GROUP + 1)]
    parsed, chosen = parse_deck(deck), Options(**SHORT, **options)
    with monkeypatch.context() as patched:
        patched.setattr(Starts, "start", None)  # no start is computed separately
        found = list(CaseSolver(Variation(parsed, chosen)).solve_all(cases))
    assert GROUP in groups  # sensors of all cases are evaluated at once
    assert len({case.sensors["violation"].tobytes() for case in found}) > GROUP // 2
    for k in (0, 1, GROUP):
        assert_same_rows(found[k], CaseSolver(Variation(parsed, chosen)).solve(cases[k]))


def test_starts_on_a_curve_are_computed_for_each_case_after_one_check(monkeypatch):
    """A search finds the nearest place on a curve, so each case has its own start. All other data of the cases are
    checked at once.
    """
    deck = (DECKS / "bead_on_cycloid.deck").read_text().replace("@MASS {1}", "@MASS {#m}")
    assert "#m" in deck
    deck = f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#m}} @SCALAR_VALUE {{1}} }}\n{deck}"
    started, start = [], Starts.start
    monkeypatch.setattr(Starts, "start", lambda self, model: started.append(model) or start(self, model))
    parsed, chosen, cases = parse_deck(deck), Options(t_end=0.01), [{"m": 1.0 + 0.1 * k} for k in range(GROUP + 1)]
    found = list(CaseSolver(Variation(parsed, chosen)).solve_all(cases))
    assert len(started) >= GROUP
    for k in (0, 1, GROUP):
        assert_same_rows(found[k], CaseSolver(Variation(parsed, chosen)).solve(cases[k]))


OF_ROWS = "\n".join(line for line in MORE.splitlines() if "{ball}" not in line)
"""Sensors that need no row before. A rotation vector needs one, so each case has its own sensors of a ball joint."""
GAPS = (0.0, 2e-9, 3e-8, 1e-7)
LOOPS = [
    pytest.param(rod() + OF_ROWS, [{"l": 0.2 + 0.002 * k} for k in range(13)], id="slider-crank"),
    pytest.param(
        rod().replace("@INITIAL_RATE {6}", "@INITIAL_RATE {6} @DAMPER {0.01} @SPRING {0.1, 0.2}") + OF_ROWS,
        [{"l": 0.2 + 0.002 * k} for k in range(13)],
        id="slider-crank with a spring",
    ),
    pytest.param(four_bar(), [{"l": 0.5 + 0.005 * k, "gap": 0.0} for k in range(13)], id="four-bar"),
    pytest.param(four_bar(), [{"l": 0.5 + 0.005 * k, "gap": GAPS[k % 4]} for k in range(13)], id="open four-bar"),
]


@pytest.mark.parametrize(("deck", "cases"), LOOPS)
def test_geometry_of_closed_loops_varies(deck, cases, monkeypatch):
    """The starts of all cases are computed at once. The velocities, self-stresses and sensors differ between the cases.
    Joints that are open in some cases need different numbers of iterations to close.
    """
    groups, plan = [], case_module.planned_by_rows
    monkeypatch.setattr(case_module, "planned_by_rows", lambda *given: groups.append(len(given[0])) or plan(*given))
    with monkeypatch.context() as patched:
        patched.setattr(Starts, "start", None)  # no start is computed for a single case
        found = list(CaseSolver(Variation(parse_deck(deck), Options(**SHORT))).solve_all(cases))
    assert {case.status for case in found} == {"complete"}, found[0].message
    assert max(groups) == len(cases) - 1  # sensors of all cases are evaluated at once
    for name in ("angle", "violation"):
        assert len({case.sensors[name].tobytes() for case in found}) > len(cases) // 2
    for case, mine in zip(cases, found, strict=True):
        single = CaseSolver(Variation(parse_deck(deck), Options(**SHORT))).solve(case)
        assert_same_rows(mine, single)
        assert mine.findings == single.findings


def test_groups_of_cases_with_other_joints_have_their_own_sensors(monkeypatch):
    """Within a group, only the mass varies. The next group has its joints at other points of the bodies. The deck has
    no sensor of the motion of a body. The plan of such a sensor would separate the groups.
    """
    monkeypatch.setattr(ahead, "AHEAD", GROUP)
    monkeypatch.setattr(ahead, "MOST_TOGETHER", GROUP)
    centres = np.repeat([0.5, 0.4, 0.5, 0.25], GROUP)
    cases = [{"m": 0.5, "crank_centre": 0.5}]
    cases += [{"m": 0.5 + 0.01 * k, "crank_centre": centre} for k, centre in enumerate(centres.tolist())]
    found = solve(slider_crank().replace(PLACE, "") + MORE, cases)
    assert len({case.sensors["bearing"].tobytes() for case in found}) > 3 * GROUP


def test_cases_with_other_joints_in_one_group_have_their_own_sensors():
    cases = [{"m": 0.5 + 0.01 * (k % 3), "crank_centre": 0.2 + 0.1 * (k % 5)} for k in range(2 * GROUP)]
    solve(slider_crank() + MORE, cases)
    solve(slider_crank().replace(PLACE, "") + MORE + SEEN, cases)


class _Unread:
    """A part of a model that raises an error when it is read."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"a sensor reads {name}")


def test_sensors_of_joints_read_no_other_numbers_of_the_model():
    checked = check_deck(slider_crank() + MORE + SEEN, Options(**SHORT))
    compiled = checked.compiled
    assert compiled is not None
    engine = make_integrator(compiled)
    chunk = chunk_for(compiled, engine, 10)
    while engine.advance(chunk, 5) is None and chunk.count[0] < 10:
        pass
    model = compiled.model._replace(**dict.fromkeys(("bodies", "gravity", "loads", "springs", "bushings"), _Unread()))
    initial = compiled.initial._replace(**dict.fromkeys(set(compiled.initial._fields) - {"x"}, _Unread()))
    blind = compiled._replace(model=model, initial=initial)

    def columns(of: CompiledModel) -> dict[str, Chunk]:
        plans = plan_sensors(of, checked.diagnostics, lambda sensor: sensor["SENSOR_TYPE"] in OF_JOINTS)
        assert {plan.sensor_type for plan in plans} == OF_JOINTS
        return {plan.name: plan.evaluate(chunk) for plan in plans}

    for (name, mine), theirs in zip(columns(blind).items(), columns(compiled).values(), strict=True):
        assert mine.tobytes() == theirs.tobytes(), name


def test_redundant_joints_are_searched_once_for_cases_of_one_geometry(monkeypatch):
    """The check of the start searches the joints. The reactions use its result, whether cases are checked alone or
    together.
    """
    searched, find = [], searches.find_redundancies
    monkeypatch.setattr(searches, "_known", {})
    monkeypatch.setattr(
        searches, "find_redundancies", lambda *given, **more: searched.append(more) or find(*given, **more)
    )
    solver = CaseSolver(Variation(parse_deck(slider_crank()), Options(**SHORT)))
    cases = [{"m": 0.5 + 0.01 * k, "crank_centre": centre} for centre in (0.5, 0.3, 0.3) for k in range(3)]
    assert {case.status for case in solver.solve_all(cases)} == {"complete"}
    checks = len(searched)
    assert searched == [{}] * checks, "the reactions search the joints again"
    assert checks <= len(cases)
    deck = Variation(parse_deck(slider_crank()), Options(**SHORT))
    lengths = [{"m": 0.5, "crank_centre": 0.3 + 0.001 * k} for k in range(33)]
    searched.clear()
    solver = CaseSolver(deck)
    assert {case.status for case in solver.solve_all(lengths)} == {"complete"}
    # the first case, the group, and three cases of it that are also checked alone
    assert searched == [{}] * len(searched)
    assert len(searched) <= 6
