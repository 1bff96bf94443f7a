"""Bushings with full matrices and with functions for each axis."""

from __future__ import annotations

import numpy as np
import pytest

import rbsolve
from rbsolve.language.diagnostics import DeckError
from rbsolve.pipeline import check_deck

DECK = """
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_321 {30, 20, 50} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @AT_POINT {0.1, 0.2, 0.3} @MASS {2} @MOMENTS_OF_INERTIA {0.3, 0.4, 0.5} %(start)s } }
%(force)s
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} }
  @SENSOR_NAME {R} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {B} @ROTATION_PARAMETERS {ROTATION_MATRIX} }
  @SENSOR_NAME {d} { @SENSOR_TYPE {ELONGATION} @OBJECT_NAME {f} }
  @SENSOR_NAME {F} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {f} }
  @SENSOR_NAME {E} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001}
  @OUTPUT_STEP_SIZE {0.05} @TIME_INTEGRATOR_NAME {i} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK67} } }
"""
MOVES = "@INITIAL_VELOCITY {0.3, -0.2, 0.4} @INITIAL_ANGULAR_VELOCITY {2, 1, -3}"
ENDS = "@CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {0.4, 0, 0.1} @TRIAD_NAME {T}"
PLAIN = f"""@BUSHING_DEFINITION {{ @BUSHING_NAME {{f}} {{ {ENDS} @STIFFNESS {{30, 50, 20}} @DAMPING {{1, 2, 3}}
  @ROTATIONAL_STIFFNESS {{4, 6, 9}} @ROTATIONAL_DAMPING {{0.1, 0.2, 0.3}} }} }}"""


def general(stiffness, damping=None, more="", ends=ENDS):
    def listed(matrix):
        return ", ".join(map(repr, np.ravel(matrix).tolist()))

    damped = "" if damping is None else f"@DAMPING_MATRIX {{{listed(damping)}}}"
    body = f"{ends} @STIFFNESS_MATRIX {{{listed(stiffness)}}} {damped} {more}"
    return f"@GENERAL_BUSHING_DEFINITION {{ @GENERAL_BUSHING_NAME {{f}} {{ {body} }} }}"


def test_diagonal_matrices_are_a_plain_bushing():
    matrices = np.diag([30.0, 50, 20, 4, 6, 9]), np.diag([1.0, 2, 3, 0.1, 0.2, 0.3])
    one, other = (rbsolve.solve(DECK % {"start": MOVES, "force": force}) for force in (PLAIN, general(*matrices)))
    for name in ("x", "R", "d", "F", "E"):
        np.testing.assert_allclose(other[name], one[name], rtol=0, atol=1e-11)


def damping_findings(damping):
    deck = DECK % {"start": MOVES, "force": general(np.eye(6), damping)}
    return [
        (finding.severity.value, finding.message)
        for finding in check_deck(deck).diagnostics
        if "damping matrix" in finding.message
    ]


def test_a_damping_matrix_that_cannot_be_one_is_reported():
    """An antisymmetric part of a matrix causes only a note, because the matrices of bearings have such a part. Negative
    eigenvalues supply energy.
    """
    good = symmetric()
    assert np.linalg.eigvalsh(good).min() > 0.0
    assert damping_findings(good) == []
    turned = good.copy()
    turned[0, 1] += 0.3
    turned[1, 0] -= 0.3
    [(severity, message)] = damping_findings(turned)
    assert severity == "note"
    assert "is not symmetric: row 1" in message
    [(severity, message)] = damping_findings(good - 1.01 * np.linalg.eigvalsh(good).min() * np.eye(6))
    assert severity == "warning"
    assert "supplies energy" in message
    assert damping_findings(np.diag([1.0, 0, 0, 1e-9, 0, 0])) == []


def symmetric(seed=3):
    A = np.random.default_rng(seed).normal(size=(6, 6))
    return 20 * A @ A.T + 5 * np.eye(6)


def test_small_motions_have_the_frequencies_of_the_matrices():
    """The bushing is at the centre of mass, along the body's axes, so the frequencies are the eigenvalues of M^-1 K."""
    K = symmetric()
    force = general(K, ends="@CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {0.1, 0.2, 0.3}")
    small = rbsolve.linearize(DECK % {"start": "", "force": force})
    scale = 1 / np.sqrt([2, 2, 2, 0.3, 0.4, 0.5])
    expected = np.sqrt(np.linalg.eigvalsh(scale[:, None] * K * scale))
    found = np.sort(np.abs(small.eigenvalues.imag))[-6:]
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_functions_by_axis_keep_the_energy():
    """The functions are a hardening formula, a table, and a moment. The force along the axes is the sum of the
    functions and the matrix.
    """
    functions = """@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {cubic} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {40*x + 300*x^3} }
      @FUNCTION_1D_NAME {table} { @FUNCTION_1D_TYPE {TABULATED} @INTERPOLATION {CUBIC} @TABLE_ENTRIES { @TIME {-2} @FUNCTION_VALUE {-90}
        @TIME {-0.5} @FUNCTION_VALUE {-10} @TIME {0} @FUNCTION_VALUE {0} @TIME {0.6}
        @FUNCTION_VALUE {15} @TIME {2} @FUNCTION_VALUE {70} } } }"""
    K = symmetric(5)
    force = functions + general(K, more="@FORCE_FUNCTIONS {cubic, table, 0} @MOMENT_FUNCTIONS {0, 0, cubic}")
    run = rbsolve.solve(DECK % {"start": MOVES, "force": force})
    energy = run["E"][:, 0]
    assert np.ptp(energy) < 1e-8 * energy[0]
    start = run["d"][0]
    np.testing.assert_allclose(start, np.zeros(3), atol=1e-15)
    # A rigid displacement without rotation separates the matrix from the functions.
    still = MOVES.replace("{2, 1, -3}", "{0, 0, 0}")
    diagonal = np.zeros((6, 6))
    diagonal[:3, :3] = K[:3, :3]
    force = functions + general(
        diagonal, more="@FORCE_FUNCTIONS {cubic, 0, 0}", ends=ENDS.replace("0.4, 0, 0.1", "0.1, 0.2, 0.3")
    )
    run = rbsolve.solve(DECK % {"start": still, "force": force})
    d = run["d"]
    expected = d @ K[:3, :3]
    expected[:, 0] += 40 * d[:, 0] + 300 * d[:, 0] ** 3
    np.testing.assert_allclose(run["F"], expected, rtol=0, atol=1e-10)


def test_a_matrix_that_is_not_symmetric_is_refused():
    K = symmetric()
    K[0, 4] += 1
    with pytest.raises(DeckError, match="is not symmetric: row 1 has "):
        rbsolve.solve(DECK % {"start": MOVES, "force": general(K)})


def test_a_rate_of_elongation_is_refused():
    text = DECK.replace("{FORCE}", "{ELONGATION_RATE}") % {
        "start": MOVES,
        "force": general(np.diag([30.0, 50, 20, 4, 6, 9])),
    }
    with pytest.raises(DeckError, match=r"f has no ELONGATION_RATE.*it has ELONGATION, FORCE"):
        rbsolve.solve(text)
