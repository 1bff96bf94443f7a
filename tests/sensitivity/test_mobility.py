"""Derivatives with respect to numbers on which the mobility of a mechanism depends."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import rbsolve
from rbsolve.language.diagnostics import Code
from rbsolve.sensitivity.derivative import Target
from rbsolve.sensitivity.mobility import targets_of_mobility

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


class Decks:
    """Stands for the cases of a deck. A joint is redundant only with the given values of some parameters."""

    def __init__(self, *rigid, fails=lambda case: False):
        self.rigid, self.fails, self.checks = rigid, fails, 0

    def check(self, case):
        self.checks += 1
        kept = all(case[name] == GIVEN[name] for name in self.rigid)
        finding = SimpleNamespace(code=Code.REDUNDANT_CONSTRAINTS, message="joint a")
        return SimpleNamespace(solvable=None if self.fails(case) else case, diagnostics=[finding] if kept else [])


GIVEN = {f"p{k}": 1.0 + k for k in range(8)}
TARGETS = [Target(name, name, value) for name, value in GIVEN.items()]


@pytest.mark.parametrize("rigid", [[], ["p3"], ["p0", "p7"], list(GIVEN)])
def test_the_numbers_that_change_the_mobility_are_found_among_many(rigid):
    decks = Decks(*rigid)
    own = SimpleNamespace(diagnostics=Decks().check(GIVEN).diagnostics)
    assert [target.name for target in targets_of_mobility(own, decks.check, TARGETS, GIVEN)] == rigid
    assert decks.checks == {0: 1, 1: 7, 2: 11, 8: 15}[len(rigid)]


def test_a_change_of_all_numbers_need_not_be_possible():
    decks = Decks("p3", fails=lambda case: sum(case[name] != GIVEN[name] for name in GIVEN) > 1)
    own = SimpleNamespace(diagnostics=Decks().check(GIVEN).diagnostics)
    assert [target.name for target in targets_of_mobility(own, decks.check, TARGETS, GIVEN)] == ["p3"]
    never = Decks("p3", fails=lambda case: case != GIVEN)
    assert targets_of_mobility(own, never.check, TARGETS, GIVEN) == []


def test_equal_relative_changes_of_all_numbers_are_not_used():
    """A mechanism that is mobile for one ratio of two lengths stays mobile if both lengths grow by the same ratio."""
    own = SimpleNamespace(diagnostics=Decks().check(GIVEN).diagnostics)
    ratio = GIVEN["p1"] / GIVEN["p3"]

    def check(case):
        same = abs(case["p1"] / case["p3"] - ratio) < 1e-6
        return SimpleNamespace(solvable=case, diagnostics=own.diagnostics if same else [])

    assert [target.name for target in targets_of_mobility(own, check, TARGETS, GIVEN)] == ["p1", "p3"]
