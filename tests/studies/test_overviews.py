"""Pictures of all cases at once, for a study with known responses and for failed cases."""

import math

import numpy as np
import pytest

from rbsolve.cli import main
from rbsolve.results.scalars.reading import ScalarError
from rbsolve.studies.collecting.overviews import KINDS, MOST_VARIABLES
from rbsolve.studies.collecting.plots import Wanted, draw
from rbsolve.studies.collecting.reader import StudyResults

DECK = """@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {0} @UNIT {m/s}
  @DESIGN_PARAMETER_NAME {#b} @SCALAR_VALUE {0}
  @DESIGN_PARAMETER_NAME {#mass} @SCALAR_VALUE {1}
}
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {#mass} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {#a, #b, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {x} {
  @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, 0.01} @TIME_STEP_SIZE {0.01} } }
@SENSOR_DEFINITION { @SENSOR_NAME {speed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {stone} } }
"""
RESPONSE = "3*final(speed.v1) + final(speed.v2)"


@pytest.fixture(scope="module")
def sampled(tmp_path_factory):
    """Return 300 cases of a free stone with constant velocities. A tenth of the cases have a negative mass."""
    folder = tmp_path_factory.mktemp("overviews")
    (folder / "stone.deck").write_text(DECK)
    axes = [word for text in ("a=-1:1", "b=-1:1", "mass=-1:9") for word in ("-p", text)]
    options = ["--sample", "300", "--response", f"sum={RESPONSE}", "-q", "-o", str(folder / "study")]
    assert main(["sweep", str(folder / "stone.deck"), *axes, *options]) == 3
    return folder / "study" / "study.h5"


@pytest.fixture
def study(sampled):
    with StudyResults.open(sampled) as opened:
        yield opened


def page_of(study, picture, *sensors, **more):
    (page,) = draw(study, Wanted(sensors, overview=picture, **more)).pages
    return page


def expect(study):
    """Return the response as a function of the parameters, for the cases that have a mass."""
    values = 3.0 * study.parameters["a"] + study.parameters["b"]
    return values[study.parameters["mass"] > 0.0]


def test_a_histogram_has_all_cases_and_their_quantiles(study):
    (axes,) = page_of(study, "histogram").axes
    assert sum(bar.get_height() for bar in axes.patches) == 270
    lines = [line.get_xdata()[0] for line in axes.get_lines()]
    np.testing.assert_allclose(lines, np.quantile(expect(study), (0.05, 0.5, 0.95)), rtol=1e-12)
    assert axes.get_title(loc="left").endswith("; 30 cases without a value")
    assert axes.get_xlabel() == "sum"


def test_a_tornado_is_sorted_by_what_matters(study):
    """The response is the sum of independent uniform numbers with factors 3 and 1, so the correlations are 3/sqrt(10)
    and 1/sqrt(10).
    """
    (axes,) = page_of(study, "tornado").axes
    assert [text.get_text() for text in axes.get_yticklabels()] == ["mass", "b", "a [m/s]"]
    widths = [bar.get_width() for bar in axes.patches]
    np.testing.assert_allclose(widths, [0.0, 1.0 / math.sqrt(10.0), 3.0 / math.sqrt(10.0)], atol=0.08)


def test_a_scatter_matrix_has_each_over_each(study):
    page = page_of(study, "scatter")
    assert len(page.axes) == 4 * 5 // 2
    assert [axes.get_xlabel() for axes in page.axes if axes.get_xlabel()] == ["a [m/s]", "b", "mass", "sum"]
    points, crosses = next(axes for axes in page.axes if axes.get_ylabel() == "sum").get_lines()
    assert np.isfinite(points.get_ydata()).sum() == 270
    assert len(crosses.get_xdata()) == 30


def test_parallel_coordinates_have_a_line_for_each_case(study):
    axes = page_of(study, "parallel").axes[0]
    whole, without = axes.collections
    assert (len(whole.get_segments()), len(without.get_segments())) == (270, 30)
    np.testing.assert_allclose(np.sort(whole.get_array()), np.sort(expect(study)), rtol=1e-12, atol=1e-14)
    assert axes.get_title(loc="left") == "dotted: 30 cases without a value"


def test_failures_are_where_the_mass_is_negative(study):
    panels = page_of(study, "failures").axes
    assert [(axes.get_xlabel(), axes.get_ylabel()) for axes in panels] == [
        ("a [m/s]", "b"),
        ("a [m/s]", "mass"),
        ("b", "mass"),
    ]
    others, failed = panels[1].get_lines()
    assert failed.get_ydata().max() < 0.0 < others.get_ydata().min()
    assert [text.get_text() for text in panels[1].get_legend().get_texts()] == ["270 others", "30 deck-error"]


def test_sensors_and_other_scalars_may_be_shown(study):
    (axes,) = page_of(study, "histogram", "speed.v1", kind="final").axes
    assert axes.get_xlabel() == "speed.v1 final [m/s]"
    (axes,) = page_of(study, "histogram", responses={"twice": "2*final(speed.v1)"}).axes
    assert axes.get_xlabel() == "twice"


def test_what_cannot_be_shown_says_why(study):
    many = {f"r{k}": RESPONSE for k in range(MOST_VARIABLES)}
    with pytest.raises(ScalarError, match="too many to read"):
        draw(study, Wanted((), overview="scatter", responses=many))
    with pytest.raises(ScalarError, match="there is no sensor nothing"):
        draw(study, Wanted(("nothing",), overview="histogram"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_draws_it(sampled, tmp_path, kind):
    picture = tmp_path / "p.svg"
    assert main(["plot", str(sampled), "--as", kind, "-o", str(picture)]) == 0
    assert "stone.deck" in picture.read_text()


def test_usage_is_checked(sampled, tmp_path, capsys):
    picture = ["-o", str(tmp_path / "p.png")]
    assert main(["plot", str(sampled), "--as", "parallel", "--envelope", *picture]) == 2
    assert main(["plot", str(sampled), "--response", "r=final(speed.v1)", *picture]) == 2
    assert "--response needs --as PICTURE" in capsys.readouterr().err


def test_a_missing_file_is_named(tmp_path, capsys):
    assert main(["plot", str(tmp_path / "study.h5"), "--as", "tornado", "-o", str(tmp_path / "p.png")]) == 4
    assert "study.h5" in capsys.readouterr().err
