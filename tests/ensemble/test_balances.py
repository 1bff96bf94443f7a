"""Energies of cases that are computed together. The energies are bitwise identical to the energies of each case alone.
The energy at the start is known.
"""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, parse_deck
from rbsolve.solver.forces.catalogue import KeptEnergies, keeps_energy
from rbsolve.solver.run import summary
from rbsolve.solver.sensors.types.balance import EnergyBalance

SPRING = """@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {anchor} @POINT2_NAME {tip}
  @STIFFNESS {#k} @REST_LENGTH {1} } }"""
DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#J} @SCALAR_VALUE {0.4}
  @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0.1} @DESIGN_PARAMETER_NAME {#g} @SCALAR_VALUE {9.81}
  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {500} @DESIGN_PARAMETER_NAME {#F} @SCALAR_VALUE {3} }
@POINT_DEFINITION { @POINT_NAME {tip} { @COORDINATES {1, 0, 0} } @POINT_NAME {anchor} { @COORDINATES {1, 0, 2} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {-#g, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {#m} @CENTRE_OF_MASS_LOCATION {#c, 0, 0}
  @MOMENTS_OF_INERTIA {0.3, #J, 0.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {1, 2, 3} } }
%s
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {B} @AT_POINT {tip} @APPLIED_FORCES {1, 2, #F} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.05} @TIME_STEP_SIZE {5e-3} @OUTPUT_STEP_SIZE {0.01}
  @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @POINT_NAME {tip} } }
"""
WRITTEN = {"m": 2.0, "J": 0.4, "c": 0.1, "g": 9.81, "k": 500.0, "F": 3.0}


@pytest.fixture
def looks(monkeypatch):
    """Return the number of runs in each evaluation of energies, and the results of all runs."""
    runs, found = [], []
    of_runs = EnergyBalance.of_runs

    def counted(self, rows, slices):
        runs.append(len(slices))
        found.extend(of_runs(self, rows, slices))
        return found[-len(slices) :]

    monkeypatch.setattr(EnergyBalance, "of_runs", counted)
    return runs, found


def energy_at_start(m, J, c, g, k, spring):
    """Return the energy in closed form. The origin of the body is at rest, and moments of inertia are about the centre
    of mass.
    """
    w, inertia = np.array([1.0, 2.0, 3.0]), np.array([0.3, J, 0.5])
    velocity = np.cross(w, [c, 0.0, 0.0])
    stored = 0.5 * k * (2.0 - 1.0) ** 2 if spring else 0.0
    return 0.5 * m * velocity @ velocity + 0.5 * w @ (inertia * w) + m * g * c + stored


@pytest.mark.parametrize("spring", [False, True], ids=["free", "spring"])
@pytest.mark.parametrize("name", ["m", "J", "c", "g", "F", "k"])
def test_cases_are_looked_at_together_where_energies_read_the_same(looks, name, spring):
    runs, found = looks
    variation = Variation(parse_deck(DECK % (SPRING if spring else "")), Options())
    cases = [{name: WRITTEN[name] * (1.0 + 0.01 * i)} for i in range(6)]
    solver = CaseSolver(variation)
    together = [solver.solve(cases[0]), *solver.solve_all(cases[1:])]
    assert {case.status for case in together} == {"complete"}
    assert runs == [1, 5]
    of_all = found.copy()
    runs.clear()
    alone = [CaseSolver(variation).solve(case) for case in cases]
    assert runs == [1] * 6
    assert np.array(found[6:]).tobytes() == np.array(of_all).tobytes()
    assert [case.findings for case in together] == [case.findings for case in alone]
    for case, surplus in zip(cases, of_all, strict=True):
        numbers = {**WRITTEN, **case}
        del numbers["F"]
        assert surplus.start == pytest.approx(energy_at_start(**numbers, spring=spring), rel=1e-13)


def test_cases_that_did_not_begin_lie_between_others(looks):
    """A mass of -1 is an error, and an infinite stiffness fails in the first step. The energies of the other cases are
    unchanged.
    """
    _, found = looks
    variation = Variation(parse_deck(DECK % SPRING), Options())
    cases = [{"m": m, "k": k} for m, k in ((2.0, 500.0), (2.1, 500.0), (-1.0, 500.0), (2.2, 1e300), (2.3, 500.0))]
    together = list(CaseSolver(variation).solve_all(cases))
    of_all = found.copy()
    found.clear()
    alone = [CaseSolver(variation).solve(case) for case in cases]
    assert [case.status for case in together] == ["complete", "complete", "failed", "failed", "complete"]
    assert np.array(found).tobytes() == np.array(of_all).tobytes()
    assert [case.findings for case in together] == [case.findings for case in alone]


def test_the_energies_of_a_case_are_added_once(monkeypatch):
    added, add = [], summary.found_energy
    monkeypatch.setattr(summary, "found_energy", lambda *given: added.append(given) or add(*given))
    cases = [{"m": 2.0 + 0.1 * k} for k in range(20)]
    solver = CaseSolver(Variation(parse_deck(DECK % ""), Options()))
    assert {case.status for case in solver.solve_all(cases)} == {"complete"}
    assert len(added) == len(cases)


def test_kept_energies_follow_all_parts_of_a_model_except_its_bodies():
    deck = "\n".join(line for line in (DECK % SPRING).splitlines() if "@DEAD_LOAD" not in line)
    variation, keeps = Variation(parse_deck(deck), Options()), KeptEnergies()
    undamped = variation.check({"m": 2.0}).model.model
    damped = undamped._replace(springs=undamped.springs._replace(damping=np.array([0.5])))
    lighter = undamped._replace(bodies=undamped.bodies._replace(mass=np.array([1.0])))
    for model, expected in ((undamped, True), (damped, False), (lighter, True), (damped, False), (undamped, True)):
        assert keeps(model) == expected == keeps_energy(model)
