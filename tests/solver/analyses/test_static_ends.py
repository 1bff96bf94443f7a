"""Tests of the end of a search for an equilibrium, and of its messages."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from static_parts import ANALYSIS, FRAME, WEIGHTLESS, G, body, joint, load, point, sensor
from told import messages_of

from rbsolve.language.diagnostics import Code, Severity
from rbsolve.pipeline import Options, check_deck
from rbsolve.runs.run import describe_end
from rbsolve.solver.analyses.equilibria.equilibrium import MOST_TRIALS
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.loop import simulate
from rbsolve.solver.run.supervision import Supervision

NOTHING_HOLDS = {
    "free body": (FRAME + body("B", 0, 0, 0), "nothing supports body B along (0, 0, -1)"),
    "slider": (
        FRAME + body("B", 0, 0, 0) + joint("PRISMATIC", "P", "GROUND, B", triad="z"),
        "nothing supports joint P sliding",
    ),
    "torque on a hinge": (
        WEIGHTLESS + body("B", 0, 0, 0) + joint("REVOLUTE", "J", "GROUND, B") + load("L", "B", "O", moment="0, 3, 0"),
        "joint J turning moves without end",
    ),
    "torque that overcomes the weight": (
        FRAME + body("B", 0.5, 0, 0) + joint("REVOLUTE", "J", "GROUND, B") + load("L", "B", "O", moment="0, 10, 0"),
        "joint J turning moves without end",
    ),
}


@pytest.mark.parametrize(("text", "message"), NOTHING_HOLDS.values(), ids=NOTHING_HOLDS)
def test_it_says_when_there_is_none(text, message, tmp_path):
    import rbsolve

    with pytest.raises(rbsolve.SolveError, match=r"there is no equilibrium") as caught:
        rbsolve.solve(text + ANALYSIS)
    assert caught.value.outcome is Outcome.NO_EQUILIBRIUM
    assert message in str(caught.value)


def test_it_says_from_when_on_there_is_none(run_deck):
    """A torque of 10 t acts on a pendulum. A weight of 2 kg at half a metre balances the torque up to 9.81 N m."""
    ramp = (
        "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 10} } }\n"
    )
    steps = ANALYSIS.replace("{STATIC}", "{STATIC} @SIMULATION_TIME_RANGE {0, 2} @OUTPUT_STEP_SIZE {0.25}")
    hinge = joint("REVOLUTE", "J", "GROUND, B", more="@ACTUATOR {f}")
    run = run_deck(FRAME + ramp + body("B", 0, 0, -0.5) + hinge + sensor("RELATIVE_ROTATION", "J", "q") + steps)
    assert run["q"][:, 0] == pytest.approx(np.arcsin(10 * np.array([0, 0.25, 0.5, 0.75]) / 9.81), abs=1e-10)
    assert "there is no equilibrium at t = 1 s: joint J turning moves without end" in describe_end(run.summary)


def test_it_says_when_it_is_not_unique(solve):
    run = solve(FRAME, body("B", 0.5, 0.0, 0.0), joint("REVOLUTE", "J", "GROUND, B", triad="z"))
    assert messages_of(run) == ["the equilibrium is not unique: it remains an equilibrium with joint J turning"]
    assert describe_end(run.summary).startswith("The run reached")


def test_a_static_deck_needs_no_times():
    assert not check_deck(FRAME + body("B", 0, 0, 0) + ANALYSIS).has_errors


@pytest.mark.parametrize(
    ("more", "options", "message"),
    [
        ("@SIMULATION_TIME_RANGE {0, 1}", {}, "only one equilibrium is computed, at t = 0 s"),
        ("@SIMULATION_TIME_RANGE {0, 1} @OUTPUT_STEP_SIZE {0.1}", {}, None),
        ("@OUTPUT_STEP_SIZE {0.1}", {}, "only one equilibrium is computed, at t = 0 s"),
        ("", {"t_end": 1.0}, "only one equilibrium is computed, at t = 0 s"),
        ("", {"instant": 1.0}, None),
        (
            "",
            {"integrator": "LOBATTO_IIIA_B"},
            "a STATIC analysis needs neither an integrator nor a formulation: LOBATTO_IIIA_B has no effect",
        ),
        (
            "@TIME_INTEGRATOR_NAME {ti}",
            {},
            "a STATIC analysis needs neither an integrator nor a formulation: ti has no effect",
        ),
    ],
)
def test_a_note_tells_what_has_no_effect(more, options, message):
    method = "@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {ti} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} } }\n"
    deck = (
        FRAME + body("B", 0, 0, 0) + (method if "ti" in more else "") + ANALYSIS.replace("{STATIC}", "{STATIC} " + more)
    )
    found = [
        finding
        for finding in check_deck(deck, Options(**options)).diagnostics
        if finding.code is not Code.UNUSED_OBJECT
    ]
    assert [(finding.severity, finding.message) for finding in found] == ([(Severity.NOTE, message)] if message else [])


def hardening_spring(coefficients="0, 98.1, 0, 7357.5"):
    """Return a body of 1 kg under a spring of rest length 1. The force of the spring is a polynomial of its elongation."""
    return (
        point("T", 0, 0, 1)
        + "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {one} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }\n"
        + "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {one} } }\n"
        + f"@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ @FUNCTION_1D_TYPE {{POLYNOMIAL}} @COEFFICIENTS {{{coefficients}}} }} }}\n"
        + "@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {T} @POINT2_NAME {O} "
        "@REST_LENGTH {1} @FORCE_FUNCTION_NAME {f} } }\n" + joint("PRISMATIC", "P", "GROUND, B", triad="z")
    )


@pytest.mark.parametrize("others", range(5))
def test_a_hardening_spring_whose_first_step_overshoots(solve, others):
    """The first full step leaves 0.75 of the force with the opposite sign. Further fixed bodies in the model do not
    change this result."""
    fixed = "".join(body(f"F{k}", 1.0 + k, 0, 0) + joint("RIGID", f"R{k}", f"GROUND, F{k}") for k in range(others))
    run = solve(FRAME, hardening_spring(), fixed, sensor("ELONGATION", "s"))
    x = brentq(lambda x: 98.1 * x + 7357.5 * x**3 - G, 0, 1)
    assert run["ELONGATION"][0, 0] == pytest.approx(x, rel=1e-10)
    assert run.summary.newton_iterations < 15


def with_force(expression):
    """Return the same deck, with any formula of the spring's elongation as the force."""
    law = "@FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 98.1, 0, 7357.5}"
    return hardening_spring().replace(law, f"@FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{expression}}}")


class Nowhere:
    """A sink that discards the rows of a run."""

    def write(self, *rows):
        pass


def end_of(*parts, interrupted=lambda: False):
    checked = check_deck("".join((*parts, ANALYSIS)), Options())
    assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
    return simulate(checked.compiled, checked.sensors, Nowhere(), Supervision(interrupted=interrupted))


def test_a_force_that_jumps_ends_the_search_with_a_reason():
    """The force is less than the weight below an elongation, and more than the weight above it. Therefore no elongation
    gives balance.
    """
    end = end_of(FRAME, with_force("10 + 5*sign(x - 0.05)"))
    assert end.outcome is Outcome.NO_EQUILIBRIUM
    assert "look for a force function with a jump" in describe_end(end)


@pytest.mark.parametrize("seed", range(40))
def test_every_search_ends(seed):
    """Forces jump, oscillate, become infinite or have no value, and some bodies are fixed. The search never needs more
    than a bounded number of trials.
    """
    rng = np.random.default_rng(seed)
    a, b, c = 10 ** rng.uniform(-1, 3, 3)
    law = rng.choice(
        (
            f"{a}*sign(sin({b}*x)) + {c}*x",
            f"{a}*sin({b}*x) + {c}*x^3",
            f"{a}*x - {b}*x^3 + {c}*x^5",
            f"{a}*exp({b}*x) - {c}",
            f"{a}*log(x + {b}) + {c}*sign(x)",
            f"{a}/(x - {1 / b}) + {c}*sin({a * b}*x)",
        )
    )
    fixed = "".join(body(f"F{k}", 1.0 + k, 0, 0) + joint("RIGID", f"R{k}", f"GROUND, F{k}") for k in range(seed % 4))
    end = end_of(FRAME, with_force(law), fixed)
    assert end.outcome in (Outcome.COMPLETE, Outcome.NO_EQUILIBRIUM, Outcome.DIVERGED), end
    assert end.newton_iterations + end.rejected_steps <= MOST_TRIALS
    if end.outcome is not Outcome.COMPLETE:
        assert end.detail


def test_a_search_stops_when_it_is_interrupted(monkeypatch):
    """The search asks between its trials whether it must stop, and then ends within the current step. The search may
    complete a step only if the step takes no significant time.
    """
    monkeypatch.setattr("rbsolve.solver.run.loop.PATIENCE", 0.0)
    asked = []
    end = end_of(FRAME, with_force("10 + 5*sign(x - 0.05)"), interrupted=lambda: asked.append(0) or len(asked) == 3)
    assert end.outcome is Outcome.INTERRUPTED
    assert len(asked) == 3
