"""Pictures and scalars of studies with few, equal or missing values, and what is reported where nothing can be drawn."""

import numpy as np
import pytest

from rbsolve.cli import main
from rbsolve.results.scalars.reading import ScalarError
from rbsolve.studies.collecting.indices import Indices, indices_of
from rbsolve.studies.collecting.overviews import Overview, Variable, _draw_tornado, draw_overview

NAN = float("nan")


class Cases:
    """The part of a study that pictures read: states, reasons and the sampling method."""

    def __init__(self, states, reasons=(), sampling=""):
        self.status = np.array(states, dtype=object)
        self.reason = np.array(reasons or [""] * len(states), dtype=object)
        self.file = type("File", (), {"attrs": {"sampling": sampling}})()


def overview(values, *, states=None, reasons=(), parameters=None, sampling="", more=()):
    """Return an overview of a response `r` over `a`, which is 0, 1, 2, ..."""
    states = states or ["complete"] * len(values)
    given = parameters or {"a": np.arange(float(len(values)))}
    varied = [Variable(name, "m", np.asarray(column, dtype=float)) for name, column in given.items()]
    responses = [Variable("r", "1", np.asarray(values, dtype=float)), *more] if values else []
    return Overview(Cases(states, reasons, sampling), "headline", varied, responses)


def axes_of(kind, *given, **more):
    (page,) = draw_overview(kind, overview(*given, **more))
    return page.axes


@pytest.mark.parametrize(
    ("kind", "values", "message"),
    [
        ("histogram", [NAN, NAN], "no case has a value of r"),
        ("tornado", [2.0] * 6, "r is the same in all cases, or too few cases have a value"),
        ("tornado", [1.0, 4.0, 9.0], "r is the same in all cases, or too few cases have a value"),
        ("parallel", [NAN, 1.0], "no case has a value of every scalar"),
        ("failures", [1.0, 2.0], "no case has failed"),
    ],
)
def test_a_picture_of_nothing_is_refused(kind, values, message):
    other = [Variable("s", "1", np.array([1.0, NAN]))] if kind == "parallel" else ()
    with pytest.raises(ScalarError) as refused:
        draw_overview(kind, overview(values, more=other))
    assert str(refused.value) == message


@pytest.mark.parametrize("kind", ["histogram", "tornado", "scatter", "parallel"])
def test_a_picture_without_scalars_names_the_ways_to_give_one(kind):
    with pytest.raises(ScalarError) as refused:
        draw_overview(kind, Overview(Cases(["complete"]), "", [Variable("a", "", np.arange(1.0))], []))
    assert str(refused.value) == ('no scalar to show: name a sensor (`tip.x1`), or give --response "reach=max(tip.x1)"')


def test_failures_need_no_scalar():
    (axes,) = axes_of("failures", [], states=["failed", "complete"], parameters={"a": [0.0, 1.0]})
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["1 others", "1 failed"]


@pytest.mark.parametrize(
    ("values", "place", "height", "title"),
    [
        ([3.0, 3.0, NAN, 3.0], 3.0, 3.0, "r: mean 3, deviation 0; 1 case without a value"),
        ([5.0], 5.0, 1.0, "r: mean 5"),
    ],
)
def test_equal_values_are_one_bar_at_their_value(values, place, height, title):
    (axes,) = axes_of("histogram", values)
    (bar,) = axes.patches
    assert (bar.get_x() + 0.5 * bar.get_width(), bar.get_height()) == (place, height)
    assert axes.get_title(loc="left") == title
    assert [line.get_xdata()[0] for line in axes.get_lines()] == [place] * 3


@pytest.mark.parametrize("count", [1, 2, 4, 5, 9, 10, 3600, 3722])
def test_a_histogram_has_as_many_bins_as_the_root_of_its_cases(count):
    (axes,) = axes_of("histogram", list(np.linspace(0.0, 1.0, count)))
    bins = min(60, next(n for n in range(1, 100) if n * n >= count))
    assert len(axes.patches) == bins


def test_failures_over_one_parameter_are_on_a_line_and_have_their_reasons():
    states = ["failed", "complete", "failed", "failed", "pending"]
    reasons = ["diverged", "", "", "diverged", ""]
    (axes,) = axes_of("failures", [1.0] * 5, states=states, reasons=reasons)
    others, nameless, diverged = axes.get_lines()
    assert [line.get_xdata().tolist() for line in (others, nameless, diverged)] == [[1.0, 4.0], [2.0], [0.0, 3.0]]
    assert all(not line.get_ydata().any() for line in (others, nameless, diverged))
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["2 others", "1 failed", "2 diverged"]
    assert (axes.get_yticks().tolist(), axes.get_ylabel(), axes.get_xlabel()) == ([], "", "a [m]")
    assert axes.get_title(loc="left") == "cases that failed, a"


@pytest.mark.parametrize(("count", "panels"), [(2, 1), (3, 3), (4, 6), (5, 6)])
def test_failures_have_at_most_six_pairs_of_parameters(count, panels):
    columns = {f"p{k}": [0.0, 1.0 + k] for k in range(count)}
    pages = draw_overview("failures", overview([1.0, 2.0], states=["failed", "complete"], parameters=columns))
    drawn = [axes for page in pages for axes in page.axes]
    assert len(drawn) == panels
    assert drawn[0].get_title(loc="left") == "cases that failed, p1 over p0"


def test_complete_parallel_coordinates_have_no_dotted_line():
    axes = axes_of("parallel", [1.0, 3.0, 2.0])[0]
    whole, without = axes.collections
    np.testing.assert_allclose([line[:, 1] for line in whole.get_segments()], [[0.0, 0.0], [0.5, 1.0], [1.0, 0.5]])
    assert len(without.get_segments()) == 0
    assert axes.get_title(loc="left") == ""


def test_a_parameter_without_a_range_is_in_the_middle_of_its_axis():
    axes = axes_of("parallel", [4.0, 4.0])[0]
    assert [line[:, 1].tolist() for line in axes.collections[0].get_segments()] == [[0.0, 0.5], [1.0, 0.5]]


def bars(axes):
    """Return the widths and the middles of the bars, container by container, with the ends of their intervals."""
    found = []
    for drawn in axes.containers:
        if hasattr(drawn, "patches"):
            ends = drawn.errorbar.lines[2][0].get_segments()
            middles = [bar.get_y() + 0.5 * bar.get_height() for bar in drawn.patches]
            found.append(
                ([bar.get_width() for bar in drawn.patches], middles, [[end[0] for end in line] for line in ends])
            )
    return found


def tornado(method, numbers):
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    arrays = {name: np.array(values) for name, values in numbers.items()}
    _draw_tornado(axes, Variable("r", "m", np.zeros(1)), Indices(("x", "y"), arrays, 0), method)
    return axes


def test_the_tornado_of_saltellis_sample_has_both_indices_in_the_order_of_the_total():
    numbers = {
        "first": [0.2, 0.5],
        "first_interval": [0.01, 0.02],
        "total": [0.7, 0.6],
        "total_interval": [0.05, NAN],
    }
    axes = tornado("saltelli", numbers)
    total, first = bars(axes)
    np.testing.assert_allclose(total[0], [0.6, 0.7])
    np.testing.assert_allclose(first[0], [0.5, 0.2])
    np.testing.assert_allclose([total[1], first[1]], [[0.2, 1.2], [-0.2, 0.8]], atol=1e-12)
    np.testing.assert_allclose(total[2], [[0.6, 0.6], [0.65, 0.75]])
    np.testing.assert_allclose(first[2], [[0.48, 0.52], [0.19, 0.21]])
    assert [text.get_text() for text in axes.get_yticklabels()] == ["y", "x"]
    assert axes.get_xlabel() == "share of the variance"
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["total index", "first index"]
    assert axes.get_title(loc="left") == "r, with intervals of 95 %"


def test_the_tornado_of_morris_sample_has_mean_absolute_effects():
    axes = tornado("morris", {"mean_absolute_effect": [3.0, 1.0], "interval": [0.5, 0.25]})
    ((widths, middles, ends),) = bars(axes)
    assert (widths, middles) == ([1.0, 3.0], [0.0, 1.0])
    np.testing.assert_allclose(ends, [[0.75, 1.25], [2.5, 3.5]])
    assert axes.get_xlabel() == "r [m] over the range of the parameter"


def test_the_tornado_of_correlations_has_their_own_intervals():
    axes = tornado("lhs", {"correlation": [-0.5, 0.25], "low": [-0.75, 0.125], "high": [-0.125, 0.5]})
    ((widths, _, ends),) = bars(axes)
    assert widths == [0.25, -0.5]
    np.testing.assert_allclose(ends, [[0.125, 0.5], [-0.75, -0.125]])
    assert axes.get_xlabel() == "correlation"


@pytest.mark.parametrize(
    ("method", "values", "names"),
    [
        ("saltelli", [1.0, 2.0, 3.0], ("first", "first_interval", "total", "total_interval")),
        ("saltelli", [1.0, 2.0, NAN, 1.0, 2.0, 3.0], ("first", "first_interval", "total", "total_interval")),
        ("saltelli", [2.0] * 6, ("first", "first_interval", "total", "total_interval")),
        ("morris", [1.0, 2.0], ("mean_absolute_effect", "interval", "mean_effect", "deviation")),
        ("morris", [1.0, 2.0, NAN, 3.0], ("mean_absolute_effect", "interval", "mean_effect", "deviation")),
        ("lhs", [1.0, 2.0, 5.0], ("correlation", "low", "high", "rank_correlation")),
        ("lhs", [1.0, 2.0, 5.0, NAN], ("correlation", "low", "high", "rank_correlation")),
    ],
)
def test_too_few_or_equal_values_have_no_indices(method, values, names):
    """With one parameter, a block of Saltelli's sample has three cases, and a path of Morris' sample has two cases."""
    found = indices_of(method, {"x": np.linspace(0.0, 1.0, len(values))}, np.array(values))
    assert tuple(found.numbers) == names
    assert all(column.shape == (1,) and np.isnan(column).all() for column in found.numbers.values())
    block = {"saltelli": 3, "morris": 2}.get(method, 1)
    assert found.left_out == (block if np.isnan(values).any() else 0)


def test_a_study_whose_cases_have_the_same_parameters_has_no_overview(deck_text, tmp_path, capsys):
    (tmp_path / "s.deck").write_text(deck_text)
    folder = tmp_path / "s"
    words = ["-p", "spin=3", "-o", str(folder), "-q", "-j", "1"]
    assert main(["sweep", str(tmp_path / "s.deck"), *words]) == 0
    picture = tmp_path / "p.png"
    capsys.readouterr()
    assert main(["plot", str(folder / "study.h5"), "height.z", "--as", "tornado", "-o", str(picture)]) == 2
    assert capsys.readouterr().err == "rbsolve: no parameter varies, so the cases cannot be compared\n"
    assert not picture.exists()
