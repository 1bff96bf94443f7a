"""Neighbours of a deck that are checked together. The neighbours equal the decks of separate checks, and give the same
derivatives.
"""

import re
from pathlib import Path

import numpy as np
import pytest

import rbsolve
from rbsolve.api.arguments import chosen_options
from rbsolve.api.model import load, runnable
from rbsolve.ensemble import together
from rbsolve.ensemble.variation import Variation
from rbsolve.language.diagnostics import Code
from rbsolve.sensitivity.neighbours import Neighbours
from rbsolve.sensitivity.seeds import cases_ahead
from rbsolve.sensitivity.targets import targets_of
from rbsolve.solver.model.numbers import have_same_bits

DECK = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#J} @SCALAR_VALUE {0.3}
  @DESIGN_PARAMETER_NAME {#v} @SCALAR_VALUE {4} @DESIGN_PARAMETER_NAME {#F} @SCALAR_VALUE {1.5}
}
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} {
  @AT_POINT {0, 0, 0} @MASS {#m} @MOMENTS_OF_INERTIA {#J, 0.4, 0.5}
  @INITIAL_VELOCITY {#v, 0, 0} @INITIAL_ANGULAR_VELOCITY {3, 0, 0} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} { @CONNECTED_TO_BODY {b} @AT_POINT {0, 0, 0} @APPLIED_FORCES {#F, 0, 0} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} }
  @SENSOR_NAME {energy} { @SENSOR_TYPE {KINETIC_ENERGY} @OBJECT_NAME {b} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} @OUTPUT_STEP_SIZE {0.1} @TIME_INTEGRATOR_NAME {i} } }
"""
NAMES = ("m", "J", "v", "F")


def neighbours_of(deck: str):
    """Return the neighbours of a deck, and the cases that derivatives with respect to four parameters will probably
    need.
    """
    checked = runnable(load(deck), None, chosen_options())
    targets = targets_of(NAMES, checked.contents.parameters)
    given = {target.parameter: target.value for target in targets}
    cases = [case for target in targets for case in cases_ahead(target, given)]
    return Neighbours(Variation(checked.source, checked.options)), cases


def test_neighbours_that_are_checked_together_have_the_bits_of_single_checks():
    ahead, cases = neighbours_of(DECK)
    alone, _ = neighbours_of(DECK)
    ahead.look_ahead(cases)
    assert len(ahead._ahead) == len(cases)
    for case in cases:
        one, other = ahead.check(case), alone.check(case)
        assert have_same_bits(one.model.model, other.model.model)
        assert have_same_bits(one.model.initial, other.model.initial)
        assert [plan.name for plan in one.sensors] == [plan.name for plan in other.sensors]


PEAK = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION}
  @EXPRESSION {#m/(1 + (100*(t - 0.33))^2)} } }
"""


def test_neighbours_are_checked_without_warnings_that_take_long():
    deck = PEAK + DECK.replace("@APPLIED_FORCES {#F, 0, 0}", "@APPLIED_FORCES {#F, 0, 0} @FUNCTION_1D_NAME {f}")
    neighbours, cases = neighbours_of(deck)
    for _ in range(2):  # the second check of a kind reuses parts of the first
        assert not list(neighbours.check(cases[0]).diagnostics)
        told = [found.code for found in neighbours.variation.check(cases[0]).diagnostics]
        assert told == [Code.STEP_MISMATCH]


LOOP = (Path(__file__).parents[2] / "decks" / "four_bar.deck").read_text()
"""A planar loop, with redundant constraints."""
PARAMETERS = " ".join(f"@DESIGN_PARAMETER_NAME {{#{name}}} @SCALAR_VALUE {{1}}" for name in NAMES)


def test_neighbours_of_a_loop_with_redundant_constraints_are_checked_together():
    places = iter(("#m", "#J", "#v", "#F*0.5"))
    deck = re.sub(r"@MASS \{[^}]*\}", lambda found: f"@MASS {{{next(places, '1')}}}", LOOP)
    together, cases = neighbours_of(f"@DESIGN_PARAMETERS_DEFINITION {{ {PARAMETERS} }} {deck}")
    together.look_ahead(cases)
    assert len(together._ahead) == len(cases)
    assert not {finding.code.name for finding in together.check(cases[0]).diagnostics} - {"UNUSED_OBJECT"}
    own = together.variation.check(cases[0])
    assert "REDUNDANT_CONSTRAINTS" in {finding.code.name for finding in own.diagnostics}
    alone = Neighbours(together.variation)
    for case in cases[1::5]:
        one, other = together.check(case), alone.check(case)
        assert have_same_bits(one.model.model, other.model.model)
        assert have_same_bits(one.model.initial, other.model.initial)


def test_masses_do_not_change_the_start_of_a_loop(monkeypatch):
    """One start serves all cases, although the constraints of the loop are redundant."""
    places = iter(("#m", "#J", "#v", "#F*0.5"))
    deck = re.sub(r"@MASS \{[^}]*\}", lambda found: f"@MASS {{{next(places, '1')}}}", LOOP)
    together, cases = neighbours_of(f"@DESIGN_PARAMETERS_DEFINITION {{ {PARAMETERS} }} {deck}")
    monkeypatch.setattr("rbsolve.ensemble.together.Starts", None)
    together.look_ahead(cases)
    assert len(together._ahead) == len(cases)


def test_a_number_at_the_edge_of_its_range_needs_few_checks(monkeypatch):
    """The inertia about an axis cannot be negative: differences are one-sided from the first step. The value itself is
    needed for each difference, but is checked only once.
    """
    checks, check = [], Neighbours.check
    monkeypatch.setattr(Neighbours, "check", lambda self, case: (checks.append(case), check(self, case))[1])
    hinge = "@CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 1} @TRIAD_NAME {AXIS_Y}"
    deck = re.sub(r"@INITIAL_\w+ \{[^}]*\}", "", DECK.replace("{0.3}", "{0}")).replace(
        "{RK44}", "{RK44} @FORMULATION {MINIMAL_COORDINATES}"
    )
    deck += f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{hinge}} {{ {hinge} }} }}"
    found = rbsolve.sensitivities(deck, ["J"], method="tangent")
    assert "no-effect" in [finding.code for finding in found.findings]
    values = [case["J"] for case in checks]
    assert len(values) == len(set(values)) == 5


def test_derivatives_of_an_energy_by_all_parameters_at_once_have_their_closed_forms():
    found = rbsolve.sensitivities(DECK, NAMES, method="tangent")
    t, m, v, F = found.time, 2.0, 4.0, 1.5
    u = v + F / m * t
    energy = {
        "m": 0.5 * u**2 - u * F * t / m,
        "J": np.full_like(t, 0.5 * 3.0**2),
        "v": m * u,
        "F": u * t,
    }
    place = {"m": -F * t**2 / (2.0 * m**2), "J": 0.0 * t, "v": t, "F": t**2 / (2.0 * m)}
    for name in NAMES:
        assert found.sensitivity("energy", name)[:, 0] == pytest.approx(energy[name], rel=1e-9, abs=1e-9)
        assert found.sensitivity("place", name)[:, 0] == pytest.approx(place[name], rel=1e-9, abs=1e-9)


def test_one_parameter_has_the_derivatives_that_it_has_among_others():
    together = rbsolve.sensitivities(DECK, NAMES, method="tangent")
    for name in NAMES:
        alone = rbsolve.sensitivities(DECK, [name], method="tangent")
        for sensor in ("energy", "place"):
            assert together.sensitivity(sensor, name) == pytest.approx(
                alone.sensitivity(sensor, name), rel=1e-10, abs=1e-10
            )


def test_sensors_of_neighbours_are_planned_when_they_are_read(monkeypatch):
    planned = []
    own = together._own_sensors

    def plan(common, compiled, known):
        planned.append(compiled)
        return own(common, compiled, known)

    monkeypatch.setattr(together, "_own_sensors", plan)
    neighbours, cases = neighbours_of(DECK)
    neighbours.look_ahead(cases)
    assert len(planned) < len(cases) // 4  # the first case of each group shows that the sensors have no errors
    before, checked = len(planned), neighbours.check(cases[-1])
    assert [plan.name for plan in checked.sensors] == ["place", "energy"]
    assert (checked.sensors[1].name, len(checked.sensors)) == ("energy", 2)
    assert len(planned) == before + 1
