"""Derivatives with respect to numbers on which the mobility of a mechanism depends."""

from pathlib import Path

import numpy as np
import pytest

import rbsolve

DECK = Path(__file__).parents[2] / "validation" / "decks" / "bricard.deck"
PARAMETERS = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#y} @SCALAR_VALUE {1} @DESIGN_PARAMETER_NAME {#I} @SCALAR_VALUE {0.001}
}
"""
POINTS = np.array([[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 1], [0, 1, 1], [0, 1, 0]], dtype=float)
AXES = np.eye(3)[[2, 1, 0, 2, 1, 0]]


def rank(y):
    """Return the number of independent screws of the six axes, with the last point at a height y."""
    points = POINTS.copy()
    points[5, 1] = y
    return np.linalg.matrix_rank(np.hstack([AXES, np.cross(points, AXES)]))


@pytest.mark.parametrize("method", ["tangent", "difference"])
def test_a_linkage_that_is_mobile_only_for_one_value(method):
    assert [rank(y) for y in (1.0, 1.0 + 1e-3, 1.0 - 1e-3)] == [5, 6, 6]
    text = DECK.read_text().replace("{P5} { @COORDINATES {0, 1, 0} }", "{P5} { @COORDINATES {0, #y, 0} }")
    text = text.replace("@MOMENTS_OF_INERTIA {0.001, 1/12, 1/12}", "@MOMENTS_OF_INERTIA {#I, 1/12, 1/12}")
    results = rbsolve.sensitivities(PARAMETERS + text, ["y", "I"], threads=1, method=method, t_end=0.1)
    told = [finding for finding in results.findings if finding.code == "uncertain-derivative"]
    assert [finding.severity for finding in told] == ["warning"]
    assert "with respect to y may not exist" in told[0].message
    assert np.all(np.isinf(results.file["sensitivities/y/a"].attrs["estimated_error"]))
    assert np.all(np.isfinite(results.file["sensitivities/I/a"].attrs["estimated_error"]))
