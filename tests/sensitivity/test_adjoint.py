"""Compare gradients by the adjoint method with tangents of the same run, complex steps, and differences of runs."""

from pathlib import Path

import numpy as np
import pytest
from adjoints import agree
from differentiated import COMPLEX, FORMULATIONS, PENDULUM, TOP, VALUES, pendulum

import rbsolve
from rbsolve.sensitivity import backward, states

DECKS = Path(__file__).parents[2] / "decks"
SCALARS = (
    *("final(G.x1)", "at(0.4, G.x2)", "min(G.x3)", "rms(turning.w2)", "mean(energy)*#m"),
    *("range(G.x2) - integral(energy)/3", "sqrt(abs(final(G.x3)))"),
)


@pytest.mark.parametrize("formulation", [*FORMULATIONS, "CARDAN_ANGLES_1", "CARDAN_ANGLES_2"])
def test_every_explicit_formulation(formulation):
    agree(TOP, [*VALUES], SCALARS, formulation=formulation, t_end=0.6)


@pytest.mark.parametrize("tableau", ["HEUN", "CF4"])
def test_other_tableaux(tableau):
    agree(TOP.replace("DOP853", tableau), [*VALUES], ["final(G.x1)", "rms(energy)"], t_end=0.5)


def test_steps_of_controlled_size_are_held():
    text = TOP.replace("@TABLEAU {DOP853}", "@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-7} @ABSOLUTE_TOLERANCE {1e-9}")
    agree(text, ["spin", "l", "k"], ["final(G.x1)", "rms(energy)"])


@pytest.mark.parametrize(("name", "argument"), [("L", "L"), ("m", "m"), ("w", "w"), ("g.1", "gx"), ("g.3", "gz")])
def test_a_complex_step_of_the_same_method(name, argument):
    values = {"L": 0.7, "m": 1.3, "w": 0.0, "gx": 0.5, "gz": -9.81}
    exact = pendulum(**{**values, argument: values[argument] + 1j * COMPLEX})
    found = rbsolve.sensitivities(PENDULUM, [name], method="adjoint", of=["final(angle)", "integral(angle)"])
    slope = exact.imag / COMPLEX
    whole = 1e-2 * (np.sum(slope) - (slope[0] + slope[-1]) / 2)
    for scalar, expected in (("final(angle)", slope[-1]), ("integral(angle)", whole)):
        assert found.gradient(scalar)[name] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_generalized_alpha(formulation):
    text = PENDULUM.replace(
        "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44} @FORMULATION {MINIMAL_COORDINATES}",
        "@INTEGRATOR_TYPE {GENERALIZED_ALPHA}",
    )
    agree(text, ["L", "m", "g", "w"], ["final(angle)", "rms(tip.x3)"], formulation=formulation)


@pytest.mark.parametrize(
    ("deck", "names", "scalars", "t_end"),
    [
        ("inverted_pendulum", ["P", "D", "T"], ["rms(angle)", "min(force)"], 1.0),
        ("kapitza_pendulum", ["a", "w"], ["final(angle)", "rms(force.F3)"], 0.1),
        ("delayed_brake", ["m", "c"], ["final(place)", "rms(velocity)"], 2.0),
        ("triple_pendulum", ["L"], ["final(tip.x1)", "rms(support.F3)"], 0.05),
    ],
)
def test_decks_with_signals_prescribed_motions_delays_and_constraints(deck, names, scalars, t_end):
    agree(DECKS / f"{deck}.deck", names, scalars, t_end=t_end)


def test_what_has_no_adjoint_is_refused():
    other = TOP.replace("EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOP853", "IMPLICIT_MIDPOINT")
    still = PENDULUM.replace("@ANALYSIS_NAME {swing} {", "@ANALYSIS_NAME {swing} { @ANALYSIS_TYPE {STATIC}")
    watched = (
        PENDULUM
        + """
@SIGNAL_DEFINITION { @SIGNAL_NAME {q} { @MEASURE {angle} } }
@EVENT_DEFINITION { @EVENT_NAME {low} { @SIGNAL_NAME {q} @THRESHOLD {0.2} } }
"""
    )
    for text, name, reason in (
        (other, "m", "IMPLICIT_MIDPOINT has no adjoint yet"),
        (still, "m", "STATIC has no steps"),
        (watched, "m", "does not follow events"),
    ):
        with pytest.raises(ValueError, match=reason):
            rbsolve.sensitivities(
                text, [name], method="adjoint", of=["final(G.x1)" if text is other else "final(angle)"]
            )
    relay = (
        PENDULUM
        + """
@SIGNAL_DEFINITION { @SIGNAL_NAME {q} { @MEASURE {angle} }
  @SIGNAL_NAME {s} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {q} @THRESHOLDS {0.1, 0.2} @OUTPUT_VALUES {0, 1} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {pull} { @CONNECTED_TO_BODY {rod} @FORCE_FUNCTIONS {s, 0, 0} } }
"""
    )
    for method in ("adjoint", "tangent"):  # in an earlier version, the message about the adjoint recommended tangents
        with pytest.raises(ValueError, match=f"method {method}: .* s jumps.*; use method difference, or auto"):
            rbsolve.sensitivities(
                relay, ["m"], method=method, **({"of": ["final(angle)"]} if method == "adjoint" else {})
            )
    with pytest.raises(ValueError, match="name at least one"):
        rbsolve.sensitivities(PENDULUM, ["m"], method="adjoint")
    with pytest.raises(ValueError, match="there is no sensor"):
        rbsolve.sensitivities(PENDULUM, ["m"], method="adjoint", of=["final(tap.x1)"])


def test_the_file_names_what_it_has(tmp_path):
    path = tmp_path / "swing.h5"
    rbsolve.sensitivities(PENDULUM, ["L", "idle"], method="adjoint", of=["final(angle)"], output=path)
    with rbsolve.open_results(path) as results:
        assert [*results.gradient("final(angle)")] == ["L"]
        assert [each.code for each in results.findings if each.severity == "warning"] == ["unused-parameter"]
        with pytest.raises(KeyError, match="final"):
            results.gradient("max(angle)")
        assert results.file["gradients"].attrs["method"] == "adjoint"


def test_states_are_bounded_and_steps_repeated(monkeypatch):
    """With few stored states and short parts, the gradient is the same as with many states."""
    whole = rbsolve.sensitivities(PENDULUM, ["L"], method="adjoint", of=["rms(angle)"]).gradient("rms(angle)")
    monkeypatch.setattr(states, "MOST_BYTES", 0.0)
    monkeypatch.setattr(states, "FEWEST", 3)
    monkeypatch.setattr(states, "APART", 4)
    monkeypatch.setattr(backward, "BYTES", 1 << 19)
    again = rbsolve.sensitivities(PENDULUM, ["L"], method="adjoint", of=["rms(angle)"]).gradient("rms(angle)")
    assert again["L"] == pytest.approx(whole["L"], rel=1e-13)
