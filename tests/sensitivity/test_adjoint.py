"""Gradients by the adjoint: compared with tangents of the same run, with complex steps, and with differences of runs."""

import numpy as np
import pytest
from differentiated import COMPLEX, FORMULATIONS, PENDULUM, TOP, VALUES, pendulum

import rbsolve

EQUAL = 1e-10
"""The largest difference of two gradients, relative to the largest derivative of the scalar."""
SCALARS = (
    *("final(G.x1)", "at(0.4, G.x2)", "min(G.x3)", "rms(turning.w2)", "mean(energy)*#m"),
    *("range(G.x2) - integral(energy)/3", "sqrt(abs(final(G.x3)))"),
)


def gradients(text, names, scalars, **options):
    """Gradients (m, p) of scalars by the adjoint and by tangents."""
    adjoint = rbsolve.sensitivities(text, names, method="adjoint", of=scalars, **options)
    assert not [each for each in adjoint.findings if each.code in ("no-derivative", "unused-parameter")]
    tangent = rbsolve.sensitivities(text, names, method="tangent", **options)
    return [np.array([[*each.gradient(scalar).values()] for scalar in scalars]) for each in (adjoint, tangent)]


def agree(text, names, scalars, **options):
    """Compare the gradients of both methods; every scalar must depend on some parameter."""
    adjoint, tangent = gradients(text, names, scalars, **options)
    size = np.max(np.abs(tangent), axis=1, keepdims=True)
    assert np.all(size > 0.0)
    np.testing.assert_array_less(np.abs(adjoint - tangent) / size, EQUAL)


@pytest.mark.parametrize("formulation", [*FORMULATIONS, "CARDAN_ANGLES_1", "CARDAN_ANGLES_2"])
def test_every_explicit_formulation(formulation):
    agree(TOP, [*VALUES], SCALARS, formulation=formulation, t_end=0.6)


@pytest.mark.parametrize("tableau", ["HEUN", "CF4"])
def test_other_tableaux(tableau):
    agree(TOP.replace("DOP853", tableau), ["spin", "l", "k"], ["final(G.x1)", "rms(energy)"], t_end=0.5)


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
