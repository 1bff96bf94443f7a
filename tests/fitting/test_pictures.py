"""The picture of a fit: measured and computed curves, residuals, and data that the fit did not use."""

import numpy as np
import pytest

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
