"""Curves of a study with a second parameter."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from rbsolve.results.scalars.reading import ScalarError
from rbsolve.studies.collecting import plots
from rbsolve.studies.collecting.plots import MOST_LINES


class Cases:
    """The part of a study that curves read: the parameters of all cases."""

    def __init__(self, **parameters):
        self.parameters = {name: np.asarray(values, dtype=float) for name, values in parameters.items()}

    def __len__(self):
        return len(next(iter(self.parameters.values())))


def grid(count):
    """Return a grid of three values of `x` and `count` values of `y`."""
    return Cases(x=np.tile([1.0, 2.0, 3.0], count), y=np.repeat(np.arange(float(count)), 3))


@pytest.mark.parametrize("count", [2, MOST_LINES])
def test_a_second_parameter_with_few_values_has_a_curve_for_each_value(count):
    labels, groups = plots._groups(grid(count), "x")
    assert labels == [f"y = {k}" for k in range(count)]
    assert [cases.tolist() for cases in groups] == [[3 * k, 3 * k + 1, 3 * k + 2] for k in range(count)]


@pytest.mark.parametrize("study", [grid(MOST_LINES + 1), grid(1), Cases(x=[1, 2], y=[1, 2], z=[3, 4])])
def test_all_other_cases_are_one_group(study):
    labels, groups = plots._groups(study, "x")
    assert labels == []
    assert [cases.tolist() for cases in groups] == [list(range(len(study)))]


@pytest.mark.parametrize(
    ("names", "found"),
    [((), ["x", "y"]), (("y",), ["y"]), (("y", "x"), ["y", "x"]), (("k",), ["k"])],
)
def test_the_axes_are_the_named_or_the_varying_parameters(names, found):
    study = Cases(x=[1, 2], k=[5, 5], y=[3, 4], v=[[1, 2, 3], [4, 5, 6]])
    assert plots._against(study, names) == found


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("z",), "no scalar parameter z varies in the study; varied: x, y, v"),
        (("x", "v"), "no scalar parameter v varies in the study; varied: x, y, v"),
        (("x", "x"), "--against takes one parameter for a curve, or two different ones for a map"),
        (("x", "y", "x"), "--against takes one parameter for a curve, or two different ones for a map"),
    ],
)
def test_axes_that_do_not_exist_are_refused(names, message):
    study = Cases(x=[1, 2], y=[3, 4], v=[[1, 2, 3], [4, 5, 6]])
    with pytest.raises(ScalarError) as refused:
        plots._against(study, names)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("values", "limits"),
    [([2.0, np.nan, 2.0], (1.8, 2.2)), ([-5.0], (-5.5, -4.5)), ([0.0, 0.0], (-1.0, 1.0)), ([np.nan], (0.25, 0.75))],
)
def test_equal_values_are_in_the_middle_of_their_axis(values, limits):
    axes = Figure().add_subplot()
    axes.set_ylim(0.25, 0.75)
    plots._show_as_same(axes, np.array(values))
    assert axes.get_ylim() == pytest.approx(limits)
