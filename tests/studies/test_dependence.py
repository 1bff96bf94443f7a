"""Parameters that depend on each other. Correlations are compared with closed forms. Conditions are checked for each
case.
"""

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import kstest

from rbsolve.cli import main
from rbsolve.language.diagnostics import Diagnostics, Source, Span
from rbsolve.studies.collecting.reader import StudyResults
from rbsolve.studies.design.cases import make_cases
from rbsolve.studies.design.dependence import Condition, Correlation, read_correlation
from rbsolve.studies.design.request import Sampling, StudyDesign, read_axis
from rbsolve.studies.design.study_file import read_study_file

PLACE = Span(Source("here", "k"), 1, 1, 1, 2)
NORMAL = {"a": "normal(1, 2)", "b": "normal(-3, 0.5)", "c": "normal(0, 1)"}


def cases(axes, found, *, correlations=(), conditions=(), size=4096, method="sobol"):
    given = tuple(read_axis(name, text, PLACE, found) for name, text in axes.items())
    design = StudyDesign(
        Path("x.deck"),
        PLACE,
        given,
        sampling=Sampling(size, method, 3, PLACE) if size else None,
        correlations=tuple(
            Correlation(names, number, PLACE._replace(line=line))
            for line, (names, number) in enumerate(correlations, 7)
        ),
        conditions=tuple(Condition(text, PLACE) for text in conditions),
    )
    return make_cases(design, dict.fromkeys(axes, 1), found)


def test_normal_parameters_have_the_correlations_asked_for():
    table = cases(NORMAL, Diagnostics(), correlations=[(("a", "b"), 0.8), (("c", "b"), -0.3)])
    np.testing.assert_allclose(
        np.corrcoef(table.values.T), [[1.0, 0.8, 0.0], [0.8, 1.0, -0.3], [0.0, -0.3, 1.0]], atol=0.01
    )
    np.testing.assert_allclose(table.values.mean(axis=0), [1.0, -3.0, 0.0], atol=0.02)
    np.testing.assert_allclose(table.values.std(axis=0), [2.0, 0.5, 1.0], rtol=0.01)


def test_uniform_parameters_keep_their_distributions():
    """The correlation of the uniform distribution values of two normal numbers is 6/pi arcsin(r/2) (Pearson, 1907)."""
    table = cases({"a": "2:4", "b": "uniform(0, 1)"}, Diagnostics(), correlations=[(("a", "b"), 0.6)])
    a, b = table.values.T
    assert np.corrcoef(a, b)[0, 1] == pytest.approx(6.0 / math.pi * math.asin(0.3), abs=0.01)
    assert kstest(a, "uniform", (2.0, 2.0)).statistic < 0.01
    assert kstest(b, "uniform").statistic < 0.01


def test_conditions_leave_the_other_cases_as_they_are():
    found = Diagnostics()
    whole = cases({"a": "0:1", "b": "0:1"}, Diagnostics(), size=512)
    some = cases({"a": "0:1", "b": "0:1"}, found, conditions=["#a < #b", "#a^2 + #b^2 <= 1"], size=512)
    a, b = whole.values.T
    np.testing.assert_array_equal(some.values, whole.values[(a < b) & (a * a + b * b <= 1.0)])
    (note,) = found
    assert note.message == f"{len(some)} of 512 cases satisfy the conditions"


def test_conditions_are_for_grids_too():
    table = cases({"a": "1,2,3", "b": "1,2,3"}, Diagnostics(), conditions=["#a <= #b and not #a == 2"], size=0)
    assert table.values.tolist() == [[1, 1], [1, 2], [1, 3], [3, 3]]


NO_FACTOR = "no parameters have all of these correlations: their matrix is not positive definite"
INDEPENDENT = "indices of a sample by saltelli need independent parameters"
COMPLETE = "conditions cannot be applied to a sample by morris, which must be complete"


@pytest.mark.parametrize(
    ("axes", "given", "message", "hint"),
    [
        (
            NORMAL,
            {"correlations": [(("a", "x"), 0.5)]},
            "`x` is not sampled between bounds or by a distribution and cannot be correlated",
            "sampled parameters: a, b, c",
        ),
        (
            NORMAL,
            {"correlations": [(("a", "b"), 0.9), (("b", "c"), 0.9), (("a", "c"), -0.9)]},
            *(NO_FACTOR, "use smaller correlations"),
        ),
        (
            {"a": "1,2", "b": "3"},
            {"correlations": [(("a", "b"), 0.5)], "size": 0},
            *("only parameters of a sample can be correlated", "--sample N"),
        ),
        (
            NORMAL,
            {"correlations": [(("a", "b"), 0.5)], "method": "saltelli"},
            *(INDEPENDENT, "use another method"),
        ),
        (NORMAL, {"conditions": ["#a < 1"], "method": "morris", "size": 4}, COMPLETE, "use another method"),
        (NORMAL, {"conditions": ["#a > 1e9"]}, "none of the 4096 cases satisfies the conditions", None),
    ],
)
def test_what_cannot_be_is_said_with_a_remedy(axes, given, message, hint):
    found = Diagnostics()
    assert cases(axes, found, **given) is None
    *_, last = found
    assert (last.message, last.hint) == (message, hint)


@pytest.mark.parametrize(
    ("condition", "message"),
    [("#a < #x", "`#x` is not a varied parameter with a single number"), ("#a <", "an operand is missing after `<`")],
)
def test_a_condition_that_is_none(condition, message):
    found = Diagnostics()
    assert cases(NORMAL, found, conditions=[condition]) is None
    assert message in " ".join(finding.message for finding in found)


def test_correlations_without_parameters_are_marked_at_the_last_one():
    found = Diagnostics()
    given = [(("a", "b"), 0.9), (("b", "c"), 0.9), (("a", "c"), -0.9)]
    assert cases(NORMAL, found, correlations=given) is None
    assert [finding.span.line for finding in found] == [9]


@pytest.mark.parametrize(
    ("names", "number"), [("a", "0.5"), ("a,a", "0.5"), ("a,b,c", "0.5"), ("a,b", "1"), ("a,b", "-1"), ("a,b", "x")]
)
def test_a_correlation_that_is_none(names, number):
    found = Diagnostics()
    assert read_correlation(names, number, PLACE, found) is None
    assert "A,B=0.8" in next(iter(found)).hint


def test_the_command_line_and_a_study_file_ask_for_the_same(tmp_path, deck_text):
    (tmp_path / "stone.deck").write_text(deck_text)
    options = [
        "-p",
        "spin=1:2",
        "-p",
        "mass=2:3",
        "--sample",
        "16",
        "--correlate",
        "spin,mass=0.9",
        "--where",
        "#mass > 2.2",
    ]
    assert main(["sweep", str(tmp_path / "stone.deck"), *options, "-q", "-o", str(tmp_path / "one")]) == 0
    (tmp_path / "s.toml").write_text(
        'deck = "stone.deck"\noutput = "two"\nwhere = "#mass > 2.2"\n[parameters]\nspin = "1:2"\nmass = "2:3"\n'
        '[sample]\nsize = 16\n[correlations]\n"spin,mass" = 0.9\n'
    )
    assert main(["sweep", str(tmp_path / "s.toml"), "-q"]) == 0
    with StudyResults.open(tmp_path / "one/study.h5") as one, StudyResults.open(tmp_path / "two/study.h5") as two:
        assert one.parameters["mass"].min() > 2.2
        assert len(one) < 16
        np.testing.assert_array_equal(one.parameters["spin"], two.parameters["spin"])


def test_a_study_file_names_the_place(tmp_path):
    (tmp_path / "s.toml").write_text('deck = "stone.deck"\n[correlations]\n"a,b" = 2\n')
    found = Diagnostics()
    assert read_study_file(tmp_path / "s.toml", found) is None
    assert [finding.span.line for finding in found] == [3]
