"""The picture of a fit: measured and computed curves, residuals, and data that the fit did not use. Tables of its report."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.fitting import report
from rbsolve.fitting.curve import Curve
from rbsolve.fitting.pictures import draw

TIME = np.linspace(0.0, 2.0, 21)
MEASURED = np.sin(TIME)
COMPUTED = MEASURED + 0.1 * TIME


def curve(column="x", unit="m", held_out=()):
    held = np.isin(np.arange(len(TIME)), held_out)
    return Curve("swing.csv", column, "tip.x1", unit, TIME, MEASURED, COMPUTED, held)


def test_curves_and_residuals_have_their_points_labels_and_band():
    above, below = draw([curve()], {"x": 0.25}).axes
    points, line = above.get_lines()
    np.testing.assert_array_equal(points.get_xydata(), np.column_stack([TIME, MEASURED]))
    np.testing.assert_array_equal(line.get_xydata(), np.column_stack([TIME, COMPUTED]))
    assert (points.get_marker(), points.get_linestyle(), line.get_linestyle()) == ("o", "None", "-")
    zero, residuals = below.get_lines()
    assert list(zero.get_ydata()) == [0.0, 0.0]
    np.testing.assert_allclose(residuals.get_ydata(), 0.1 * TIME, rtol=0, atol=1e-15)
    [band] = below.patches
    assert (band.get_bbox().y0, band.get_bbox().y1) == (-0.5, 0.5)
    assert (above.get_ylabel(), below.get_ylabel()) == ("x [m]", "residual [m]")
    titles = [axes.get_title(loc="left").replace("\n", " ") for axes in (above, below)]
    assert "swing.csv: x" in titles[0]
    assert titles[1] == "computed minus measured; band: 2 standard deviations"


def test_without_a_deviation_there_is_no_band_and_without_a_unit_no_bracket():
    above, below = draw([curve(unit="1")], {"y": 0.25}).axes
    assert not below.patches
    assert (above.get_ylabel(), below.get_ylabel()) == ("x", "residual")
    assert below.get_title(loc="left") == "computed minus measured"


@pytest.mark.parametrize("held_out", [range(12, 21), range(12, 13)])
def test_data_that_the_fit_did_not_use_are_marked(held_out):
    for axes in draw([curve(held_out=held_out)], {}).axes:
        [span] = axes.patches
        assert (span.get_bbox().x0, span.get_bbox().x1) == (TIME[12], TIME[held_out[-1]])
        [note] = axes.texts
        assert (note.get_text(), note.xy) == ("held out", (TIME[12], 1.0))


def test_each_column_has_its_two_panels():
    panels = draw([curve("x"), curve("y", "rad")], {"y": 0.5}).axes
    assert [axes.get_ylabel() for axes in panels] == ["x [m]", "residual [m]", "y [rad]", "residual [rad]"]
    assert [len(axes.patches) for axes in panels] == [0, 0, 0, 1]


def cells(page):
    """Return the cells of each line of a table."""
    lines = re.findall("<tr>(.*?)</tr>", page, re.DOTALL)
    return [[re.sub("<.*?>", "", cell) for cell in re.findall("<t[hd].*?</t[hd]>", line, re.DOTALL)] for line in lines]


@pytest.mark.parametrize(("held_out", "third"), [({"y": 0.5}, True), ({}, False)])
def test_the_table_of_residuals(held_out, third):
    fit = SimpleNamespace(
        curves=[curve("x"), curve("y", "rad")],
        residual_rms={"x": 0.25, "y": 0.125},
        hold_out_rms=held_out,
        sigma={"x": 0.01, "y": 0.02},
        settings={"sigma_given": ["y"]},
    )
    rows = [
        ["column", "residual, rms", "held out, rms", "standard deviation", "which is"],
        ["x [m]", "0.25", "", "0.01", "from the residuals"],
        ["y [rad]", "0.125", "0.5", "0.02", "given"],
    ]
    assert cells(report._residuals(fit)) == [row if third else row[:2] + row[3:] for row in rows]


@pytest.mark.parametrize(
    ("settings", "chi_square", "loss"),
    [
        ({"loss": "linear", "sigma_given": ["x"]}, "12.5 with 9 degrees of freedom", "least squares"),
        ({"loss": "huber"}, None, "Huber's"),
    ],
)
def test_the_method_of_a_fit(settings, chi_square, loss):
    fit = SimpleNamespace(
        settings=settings, chi_square=12.5, degrees_of_freedom=9, iterations=4, runs=20, derivatives="tangents"
    )
    page = report._work(fit)
    assert ("12.5 with 9 degrees of freedom" in page) == (chi_square is not None)
    assert loss in page.replace("&#x27;", "'").replace("&#39;", "'")
    assert "4 iterations, 20 runs" in page
    assert "tangents" in page
