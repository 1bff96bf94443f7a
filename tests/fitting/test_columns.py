"""The columns of a fit: how runs are sampled at the times of the data, and what the result says about them."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest
from swinging import DECK, TIMES

import rbsolve
from rbsolve.fitting.fitting import Fitting, Request
from rbsolve.fitting.matches import Match
from rbsolve.fitting.problem import Experiment, Problem, Unknown
from rbsolve.fitting.report import write_report
from rbsolve.fitting.result import Estimate, Fit
from rbsolve.fitting.statistics import _poor
from rbsolve.fitting.tables import DataError, Table, read_table, table_of
from rbsolve.pipeline import check_deck
from rbsolve.search.responses import Response
from rbsolve.search.variables import SearchError, Variable


class Runs:
    """The responses of a run whose sensor `tip` is t^2, with the derivative 3 t with respect to the parameter k."""

    def __init__(self, time):
        self.time = np.asarray(time, float)

    def at(self, points):
        rows = {"tip": self.time[:, None] ** 2}
        slopes = {"tip": 3.0 * self.time[:, None, None]}
        return [Response(self.time, rows, slopes, "") for _ in points]

    with_derivatives = at


def problem(time, data_time, match, unknowns=("k",), columns=("y",)):
    columns = {name: np.zeros(len(data_time)) for name in columns}
    table = Table("a.csv", np.array(data_time, float), columns)
    known = []
    for name in unknowns:
        part, _, column = name.rpartition(":")
        known.append(Unknown(Variable(name, 0.0, 9.0, 1.0), name, None, part or None, column if part else ""))
    return Problem(Runs(time), [Experiment(table, {}, [match])], known)


def test_columns_that_a_table_does_not_have_are_no_channels():
    table = Table("a.csv", np.array([0.0, 1.0, 2.0, 4.0]), {"y [m]": np.array([1.0, np.nan, 3.0, 4.0])})
    matches = [Match("z", "tip", 0, "tip", "m"), Match("y", "tip", 1, "tip", "m")]
    (channel,) = Experiment(table, {}, matches, hold_out=0.5).channels
    assert channel.match is matches[1]
    assert channel.time.tolist() == [0.0, 2.0, 4.0]
    assert channel.measured.tolist() == [1.0, 3.0, 4.0]
    assert channel.is_held_out.tolist() == [False, False, True]


@pytest.mark.parametrize(
    ("rows", "data", "delay", "told"),
    [
        ([], [0.0, 1.0], 0.0, "a.csv: the run has no output rows"),
        ([0.0, 1.0], [0.0, 1.5], 0.0, "a.csv: the data reach 1.5 s, but the run ends at 1 s"),
        (
            [0.0, 1.0],
            [0.0, 1.5],
            0.25,
            "a.csv: the data reach 1.5 s minus the delay of 0.25 s, but the run ends at 1 s",
        ),
        ([0.0, 1.0], [0.0, 1.5], 0.5, ""),
        ([0.0, 1.0], [0.0, 1.0 + 0.9e-9], 0.0, ""),
        ([0.0, 1.0], [0.0, 1.0 + 1.1e-9], 0.0, "a.csv: the data reach 1 s, but the run ends at 1 s"),
    ],
)
def test_a_run_reaches_its_data(rows, data, delay, told):
    found = problem(rows, data, Match("y", "tip", 0, "tip", "m", delay=delay))
    assert found.evaluate(np.ones(1), derivatives=False).failure == told
    assert found.failures == ([told] if told else [])
    assert found.evaluations == 1


def test_a_run_of_one_row_is_constant():
    """The only row is at 2 s, where the sensor is 4 m. Earlier data are compared with the start of the run."""
    found = problem([2.0], [1.0, 2.0], Match("y", "tip", 0, "tip", "m"), ["k", "delay:y"])
    evaluation = found.evaluate(np.array([1.0, 0.5]), derivatives=True)
    assert evaluation.computed[0].tolist() == [4.0, 4.0]
    assert evaluation.derivatives[0][:, 0].tolist() == [6.0, 6.0]
    assert evaluation.derivatives[0][:, 1].tolist() == [0.0, 0.0]
    assert evaluation.interpolation == [0.0]


def test_parts_of_another_column_have_no_effect():
    """With the gain 2, the offset 3 and the delay 0.5 s, the column is 2 (t - 0.5)^2 + 3."""
    unknowns = ["gain:y", "gain:z", "offset:y", "offset:z", "delay:y", "delay:z", "k"]
    found = problem(np.linspace(0.0, 4.0, 9), [1.0, 2.0, 4.0], Match("y", "tip", 0, "tip", "m", gain=7.0), unknowns)
    evaluation = found.evaluate(np.array([2.0, 99.0, 3.0, 99.0, 0.5, 99.0, 1.0]), derivatives=True)
    late = np.array([0.5, 1.5, 3.5])
    np.testing.assert_allclose(evaluation.computed[0], 2.0 * late**2 + 3.0)
    none = np.zeros(3)
    expected = [late**2, none, none + 1.0, none, -2.0 * 2.0 * late, none, 2.0 * 3.0 * late]
    np.testing.assert_allclose(evaluation.derivatives[0], np.column_stack(expected), atol=1e-12)


@pytest.fixture(scope="module")
def model():
    return rbsolve.load(DECK)


TABLE = {"t": TIMES, "theta": TIMES, "x": TIMES}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"match": {}}, "no column to match: give --match COLUMN=sensor.component at least once"),
        ({"sigma": {"x": 1.0}}, "--sigma x: there is no matched column x: the names are theta"),
        ({"sigma": {"theta": 0.0}}, "--sigma theta=0: a standard deviation must be positive"),
        ({"hold_out": 1.0}, "--hold-out 1: the fraction must be between 0 and 1"),
        ({"hold_out": -0.1}, "--hold-out -0.1: the fraction must be between 0 and 1"),
        ({"loss": "cauchy"}, "loss must be linear or huber, not 'cauchy'"),
        ({"experiments": {"dta": {"q0": 1.0}}}, "-p dta: there is no data file dta: did you mean data?"),
    ],
)
def test_contradictory_requests_are_refused(model, change, told):
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the text is checked
        rbsolve.fit(model, TABLE, {"L": (0.5, 3.0)}, **{"match": {"theta": "angle"}, "threads": 1, **change})
    assert str(refused.value) == told


@pytest.mark.parametrize(
    ("files", "matches", "told"),
    [
        (("a.csv",), ["theta=angle", "theta=bob.x1"], "--match: theta is matched twice"),
        (("a.csv", "b/c.csv"), ["theta=angle"], "c.csv: no column of this file is matched"),
        (("a.csv", "b/a.csv"), ["theta=angle", "speed=bob.x1"], "two data files have the name a.csv"),
    ],
)
def test_tables_that_do_not_fit_the_request_are_refused(tmp_path, files, matches, told):
    (tmp_path / "b").mkdir()
    tables = []
    for file in files:
        (tmp_path / file).write_text(f"t,{'speed' if '/' in file else 'theta'}\n0,1\n1,2\n")
        tables.append(read_table(tmp_path / file))
    with pytest.raises(SearchError) as refused:
        Fitting(check_deck(DECK, keep=True), Request(tables, {"L": (0.5, 3.0)}, matches, {}))
    assert str(refused.value) == told


def test_tables_need_titles_and_the_named_time(tmp_path):
    with pytest.raises(DataError) as refused:
        table_of({"t": [0.0, 1.0], "a": [1.0, 2.0]}, "clock", time="tt")
    assert str(refused.value) == "clock: there is no column tt: did you mean t?"
    (tmp_path / "data.csv").write_text("# a logger\nt,,a\n0,1,2\n1,2,3\n")
    with pytest.raises(DataError) as refused:
        read_table(tmp_path / "data.csv")
    assert str(refused.value) == f"{tmp_path}/data.csv:2: column 2 has no title"


def test_what_makes_a_fit_doubtful_is_warned_of():
    channel = SimpleNamespace(match=SimpleNamespace(column="y"))
    correlation = np.array([[1.0, -0.995, 0.2], [-0.995, 1.0, 0.999], [0.2, 0.999, 1.0]])

    def warnings(added, failures, correlation):
        return Fitting._warnings(
            SimpleNamespace(),
            SimpleNamespace(channels=[channel], failures=failures),
            SimpleNamespace(evaluation=SimpleNamespace(interpolation=[added]), sigma={"y": 0.5}),
            SimpleNamespace(correlation=correlation),
            ["k", "c", "m"],
        )

    assert warnings(0.0, [], np.eye(3)) == []
    assert warnings(0.5, ["first", "it breaks"], correlation) == [
        "y: the interpolation error between output rows is about 0.5, the standard deviation 0.5: use a smaller "
        "@OUTPUT_STEP_SIZE in the deck",
        "2 trial points failed, the last because of it breaks",
        "the data hardly distinguish some parameters, because they are correlated: c with k -0.995, m with c +0.999",
    ]


@pytest.mark.parametrize(
    ("direction", "half", "words"),
    [
        ([-1.0, 0.0], 0.5, "changing k by +2 is within the 95 % interval of the data"),
        (
            [0.6, -0.8],
            0.5,
            "changing k by -1.2 and c by +1.2 at once is within the 95 % interval of the data; fix one of these "
            "parameters, or use other measurements",
        ),
    ],
)
def test_combinations_that_are_poorly_determined(direction, half, words):
    """The scales of the two parameters are 4 and 3. The largest component of a direction is positive."""
    found = _poor(np.array(direction), np.array([4.0, 3.0]), half, ["k", "c"])
    assert found["words"] == words
    assert found["half_interval"] == half


def estimate(name, value=1.0, at_bound=False, error=0.1):
    return Estimate(name, value, 0.5, 2.0, 1.0, error, (value - 0.2, value + 0.2), at_bound)


def test_estimates_say_why_they_have_no_interval():
    assert estimate("k", 0.5, at_bound=True).cells() == ["k", "0.5", "", "at its lower bound", "0.5 to 2"]
    assert estimate("k", 2.0, at_bound=True).cells() == ["k", "2", "", "at its upper bound", "0.5 to 2"]
    assert estimate("k", error=np.nan).cells() == ["k", "1", "", "not determined by the data", "0.5 to 2"]
    assert estimate("k").cells() == ["k", "1", "0.1", "0.8 to 1.2", "0.5 to 2"]


def fit_of(*names, warnings=()):
    count = len(names)
    return Fit(
        status="complete", message="converged", parameters={name: estimate(name) for name in names},
        covariance=np.eye(count), correlation=np.full((count, count), 0.25), residual_rms={"y": 0.25}, hold_out_rms={},
        sigma={"y": 0.5}, chi_square=1.0, degrees_of_freedom=3, singular_values=np.ones(count),
        poorly_determined=[{"words": "changing k changes no measured quantity"}] if warnings else [], warnings=warnings,
        iterations=2, evaluations=3, runs=4, derivatives="tangents", settings={"data": ["a.csv", "b.csv"]},
    )  # fmt: skip


def test_a_fit_is_a_mapping_to_its_estimates():
    fit = fit_of("k", "a.csv:q0", "gain:y")
    assert len(fit) == 3
    assert list(fit) == ["k", "a.csv:q0", "gain:y"]
    assert fit["k"] is fit.parameters["k"]
    assert fit.values_by_name == {"k": 1.0}  # design parameters that all experiments share
    assert json.loads(json.dumps(fit.as_json()["status"])) == "complete"


@pytest.mark.parametrize(("names", "warnings"), [(("k",), ()), (("k", "c"), ("the data are few & bad",))])
def test_the_page_of_a_fit_has_the_sections_that_it_needs(tmp_path, names, warnings):
    write_report(fit_of(*names, warnings=warnings), tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "Fit to a.csv, b.csv" in page
    assert "complete · converged" in page
    assert ("Correlations" in page) == ("+0.250" in page) == (len(names) > 1)
    assert ("What to know" in page) == bool(warnings)
    for note in ("Changing k changes no measured quantity.", "The data are few &amp; bad."):
        assert (f'<p class="note">{note}</p>' in page) == bool(warnings)
