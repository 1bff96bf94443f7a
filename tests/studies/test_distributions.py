"""Samples of distributions. The moments and bounds of distributions are compared with closed forms. Messages about
wrong distributions are tested.
"""

import math
import re
from pathlib import Path

import numpy as np
import pytest

from rbsolve.language.diagnostics import Diagnostics, Source, Span
from rbsolve.studies.design.cases import make_cases
from rbsolve.studies.design.request import Sampling, StudyDesign, read_axis

PLACE = Span(Source("here", "k"), 1, 1, 1, 2)


def sample(text, size=4096, method="sobol"):
    """Return values (n,) of a parameter."""
    found = Diagnostics()
    axis = read_axis("k", text, PLACE, found)
    assert axis is not None, list(found)
    design = StudyDesign(Path("x.deck"), PLACE, (axis,), sampling=Sampling(size, method, 3, PLACE))
    table = make_cases(design, {"k": 1}, found)
    assert table is not None, list(found)
    return table.values[:, 0]


WIDE = math.exp(0.25**2 / 2)  # the mean of a lognormal number divided by its median


@pytest.mark.parametrize(
    ("text", "mean", "deviation"),
    [
        ("normal(100, 5)", 100.0, 5.0),
        ("normal(2*10, sqrt(4))", 20.0, 2.0),
        ("uniform(-1, 3)", 1.0, 4.0 / math.sqrt(12.0)),
        ("lognormal(3, 0.25)", 3.0 * WIDE, 3.0 * WIDE * math.sqrt(math.exp(0.25**2) - 1.0)),
        ("triangular(0, 0, 3)", 1.0, 3.0 / math.sqrt(18.0)),
        ("weibull(1, 2)", 2.0, 2.0),
        ("discrete(1, 2, 6)", 3.0, math.sqrt(14.0 / 3.0)),
    ],
)
def test_moments(text, mean, deviation):
    values = sample(text)
    assert np.mean(values) == pytest.approx(mean, abs=2e-3 * deviation)
    assert np.std(values) == pytest.approx(deviation, rel=1e-2)


def test_a_truncated_normal_stays_within_and_is_symmetric():
    values = sample("normal(10, 2, 9, 11)")
    assert np.all((values >= 9.0) & (values <= 11.0))
    assert np.mean(values) == pytest.approx(10.0, abs=1e-3)


def test_the_same_seed_gives_the_same_sample():
    np.testing.assert_array_equal(sample("normal(0, 1)", 16, "lhs"), sample("normal(0, 1)", 16, "lhs"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("normal(1)", r"normal\(MEAN, DEVIATION\)"),
        ("normal(1, -2)", r"normal\(MEAN, DEVIATION\)"),
        ("normal(1, a)", "cannot be read"),
        ("uniform(3, 1)", r"uniform\(LOW, HIGH\)"),
        ("discrete()", "it needs values"),
    ],
)
def test_wrong_distributions(text, message):
    found = Diagnostics()
    assert read_axis("k", text, PLACE, found) is None
    (told,) = found
    assert re.search(message, told.message)


def test_a_distribution_needs_a_sample():
    found = Diagnostics()
    axis = read_axis("k", "normal(1, 2)", PLACE, found)
    assert make_cases(StudyDesign(Path("x.deck"), PLACE, (axis,)), {"k": 1}, found) is None
    assert "distribution of `k`" in next(iter(found)).message
