"""Pictures of studies. The tests check the panels and axes of pictures, and that no colour represents round-off."""

import matplotlib.image
import numpy as np
import pytest

from rbsolve.cli import main
from rbsolve.results.scalars.reading import ScalarError
from rbsolve.studies.collecting import plots
from rbsolve.studies.collecting.plots import Wanted, draw
from rbsolve.studies.collecting.reader import StudyResults
from rbsolve.studies.collecting.usual import colour_scale, usual_range

MORE = "".join(
    f"@SENSOR_NAME {{more_{k}}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{stone}} @RESOLVED_IN {{body}} }} "
    for k in range(5)
)
SENSORS = f"""
@MOVING_FRAME_DEFINITION {{ @MOVING_FRAME_NAME {{body}} {{ @CONNECTED_TO_BODY {{stone}} }} }}
@SENSOR_DEFINITION {{ {MORE}
  @SENSOR_NAME {{attitude}} {{ @SENSOR_TYPE {{ORIENTATION}} @OBJECT_NAME {{stone}} }}
  @SENSOR_NAME {{orthogonal}} {{ @SENSOR_TYPE {{ROTATION_DETERMINANT_ERROR}} @OBJECT_NAME {{stone}} }} }}
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory, deck_text):
    """Return a grid of 4 x 3 cases, a quarter of which fail."""
    folder = tmp_path_factory.mktemp("pictures")
    (folder / "stone.deck").write_text(deck_text + SENSORS)
    arguments = ["-p", "spin=1,2,4,8", "-p", "mass=2,-1,4", "-q", "-o", str(folder / "study")]
    assert main(["sweep", str(folder / "stone.deck"), *arguments]) == 3
    with StudyResults.open(folder / "study" / "study.h5") as opened:
        yield opened


def titles(drawn):
    return [axes.get_title(loc="left") for page in drawn.pages for axes in page.axes if axes.get_title(loc="left")]


def test_all_panels_are_drawn_and_name_the_axes(study, monkeypatch):
    monkeypatch.setattr(plots, "MOST_PANELS", 16)
    drawn = draw(study, Wanted((), "final"))
    shown = titles(drawn)
    names = [title.split(":")[0].split(",")[0] for title in shown]
    left_out = [name for some in drawn.left_out.values() for name in some]
    everything = [f"{name}.{c}" for name in ("height", "turning", *(f"more_{k}" for k in range(5))) for c in "xyz"]
    everything += [f"attitude.R{i}{j}" for i in "123" for j in "123"]
    everything += ["orthogonal"]
    assert sorted(names + left_out) == sorted(everything)
    assert len(names) > 16
    assert len(drawn.pages) == 2
    assert "more_0.x: stone, seen from FXDFRAME_INERTIAL, in axes of body; grey: no result" in shown


def test_the_default_scalar_means_something(study):
    """The default is the largest absolute value. For a rotation matrix, this value has no meaning. If all values are
    equal, there is nothing to draw.
    """
    drawn = draw(study, Wanted(()))
    assert "attitude.R11" in drawn.left_out["peaks of rotation parameters have no meaning"]
    assert {"height.x", "height.z"} <= {*drawn.left_out["the same in all cases, except for round-off"]}
    assert not any(title.startswith(("attitude", "height")) for title in titles(drawn))
    labels = [axes.get_ylabel() for panel in drawn.pages[0].axes for axes in (panel, *panel.child_axes)]
    assert "peak |angular velocity| [rad/s]" in [label.replace("\n", " ") for label in labels]


def test_the_message_about_an_empty_picture_names_the_scalar(study, monkeypatch):
    monkeypatch.setattr(plots, "_is_same", lambda *_: True)
    with pytest.raises(ScalarError, match=r"nothing to draw.*height.z.*The scalar is peak; choose another scalar$"):
        draw(study, Wanted(()))


def test_errors_of_round_off_are_drawn_only_if_asked_for(study):
    """The determinants of rotations are 1 within 1e-14, so colours of their differences would have no meaning."""
    assert np.nanmax(np.abs(study["orthogonal"])) < 1e-12
    for wanted in (Wanted(()), Wanted((), "max"), Wanted((), envelope=True)):
        assert "orthogonal" in draw(study, wanted).left_out["errors that are round-off in all cases"]
    assert len(draw(study, Wanted(["orthogonal"])).pages[0].axes) >= 1


def test_a_map_has_ticks_at_the_values_and_grey_where_nothing_is(study):
    (page,) = draw(study, Wanted(["turning.w2"], "max")).pages
    (axes,) = page.axes
    (bar,) = axes.child_axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("spin", "mass")
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "2", "4", "8"]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["\N{MINUS SIGN}1", "2", "4"]
    assert axes.get_xticks().tolist() == [1, 2, 4, 8]
    assert axes.get_yticks().tolist() == [-1, 2, 4]
    cells = axes.collections[0].get_array()
    assert np.ma.getmaskarray(cells).reshape(3, 4).all(axis=1).tolist() == [True, False, False]
    np.testing.assert_allclose(cells.reshape(3, 4)[1], [1, 2, 4, 8], rtol=0.1)
    assert bar.get_ylabel().startswith("largest angular velocity")


def test_round_off_is_no_colour(study):
    """The user names the scalar, so the picture shows it, with its value and without a scale."""
    (page,) = draw(study, Wanted(["height.x1", "height.x3"], "final")).pages
    assert len(page.axes) == 2
    texts = [axes.texts[0].get_text() for axes in page.axes]
    assert texts == ["0 m in all cases", f"{5 * 0.1 - 9.81 / 2 * 0.1**2:.6g} m in all cases"]


@pytest.mark.parametrize(("component", "middle", "half"), [("x1", 0.0, 1.0), ("x3", 0.45095, 0.045095)])
def test_a_curve_of_equal_values_is_in_the_middle_of_its_axis(study, component, middle, half):
    """The height is v t - g t^2/2, with 5 m/s, 9.81 m/s^2 and 0.1 s."""
    (page,) = draw(study, Wanted([f"height.{component}"], "final", ["spin"])).pages
    assert page.axes[0].get_ylim() == pytest.approx((middle - half, middle + half))


def test_a_map_of_values_that_hardly_differ_says_so(study, monkeypatch):
    monkeypatch.setattr(plots, "HARDLY", 0.95)  # the largest of the angular velocities is 8, and the smallest is 1
    (page,) = draw(study, Wanted(["turning.w2"], "max")).pages
    assert "; changes by 90 % only; grey: no result" in page.axes[0].get_title(loc="left").replace("\n", " ")


def test_a_curve_for_each_value_of_the_other_parameter(study):
    (page,) = draw(study, Wanted(["turning.y"], "max", ["spin"])).pages
    (axes,) = page.axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "mass = -1",
        "mass = 2",
        "mass = 4",
        "no result",
    ]
    assert axes.get_xticks().tolist() == [1, 2, 4, 8]
    np.testing.assert_array_equal(axes.get_lines()[1].get_xdata(), [1, 2, 4, 8])


def test_an_envelope_of_equal_cases_has_no_bands(study):
    """The bands would be invisible, and the legend would name them."""
    (page,) = draw(study, Wanted(["height.z"], envelope=True)).pages
    (axes,) = page.axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["all cases"]
    assert not axes.collections


def test_an_envelope_says_how_many_cases_it_is_of(study):
    (page,) = draw(study, Wanted(["turning.y"], envelope=True)).pages
    (axes,) = page.axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["5 to 95 %", "25 to 75 %", "median"]
    assert axes.get_xlabel() == "time [s]"
    assert axes.get_ylabel() == "angular velocity [rad/s]"


def test_names_that_are_none(study):
    with pytest.raises(ScalarError, match="turning has no component w7; its components: w1, w2, w3"):
        draw(study, Wanted(["turning.w7"]))
    with pytest.raises(ScalarError, match="did you mean turning"):
        draw(study, Wanted(["turnin"]))


def test_pages_are_files(study, rbsolve, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(plots, "MOST_PANELS", 2)
    assert rbsolve("plot", study.path, "turning", "-o", tmp_path / "p.png") == 0
    assert [path.name for path in sorted(tmp_path.glob("*.png"))] == ["p-2.png", "p.png"]
    assert capsys.readouterr().err.split() == [str(tmp_path / "p.png"), str(tmp_path / "p-2.png")]
    assert matplotlib.image.imread(tmp_path / "p-2.png")[..., :3].std() > 0.01


@pytest.mark.parametrize(
    ("values", "outside"),
    [
        ([*np.linspace(1.0, 2.0, 99), 1e9], [99]),
        ([-1e9, *np.linspace(1.0, 2.0, 20), np.nan], [0]),
        ([*np.linspace(1.0, 2.0, 99), 4.0], None),  # a distant value, with which the other values stay readable
        (
            [*np.linspace(1.0, 2.0, 80), *np.full(20, 1e9)],
            None,
        ),  # twenty values are too many to be extreme
        ([1.0] * 9 + [5.0], None),  # equal values have no range
        ([1.0, 2.0, 3.0, 1e9], None),  # four values are too few
        ([*np.linspace(1.0, 2.0, 4), 1e9], [4]),
        ([-1e9, *np.linspace(1.0, 2.0, 18), 1e9], [0, 19]),  # a tenth of the values
        ([-1e9, *np.linspace(1.0, 2.0, 17), 1e9, 2e9], None),  # more than a tenth
    ],
)
def test_few_extreme_values_do_not_make_the_range(values, outside):
    found = usual_range(np.array(values))
    assert (None if found is None else found.outside.tolist()) == outside
    if found is not None:
        assert (found.low, found.high) == (1.0, 2.0)


@pytest.mark.parametrize(
    ("values", "is_logarithmic"),
    [
        ([*np.linspace(1.0, 2.0, 20), 1e3, 1e4, 1e5], True),  # three unstable cases of a study of gains
        ([*np.linspace(1.0, 8.0, 20), 10.0, 20.0], False),  # a linear scale separates these values
        ([0.0, *np.linspace(1.0, 2.0, 20), 1e3, 1e4, 1e5], False),  # zero has no logarithm
        ([1e-17, *np.linspace(1.0, 2.0, 20), 1e3, 1e4, 1e5], False),  # round-off would have most of the colours
        ([1.0, 1.0, 1.0, 1e5], False),  # four values are too few
    ],
)
def test_colours_are_logarithmic_if_most_values_would_look_alike(values, is_logarithmic):
    low, high = min(values), max(values)
    scale = colour_scale(np.array(values), low, high)
    if is_logarithmic:
        assert (scale["norm"].vmin, scale["norm"].vmax) == (low, high)
        assert scale["norm"](1e3) == pytest.approx(0.6)  # three of five decades
    else:
        assert scale == {"vmin": low, "vmax": high}


def test_one_extreme_case_leaves_a_curve_readable(tmp_path, deck_text):
    """The extreme case is marked at the edge, and its value is in the title. Colours of a map follow the same rule."""
    (tmp_path / "stone.deck").write_text(deck_text + SENSORS)
    spins = ["-p", f"spin={','.join(map(str, range(1, 12)))},1000"]
    for folder, more, against in (("curve", [], ()), ("map", ["-p", "mass=2,4"], ("spin", "mass"))):
        main(["sweep", str(tmp_path / "stone.deck"), *spins, *more, "-q", "-o", str(tmp_path / folder)])
        with StudyResults.open(tmp_path / folder / "study.h5") as opened:
            (page,) = draw(opened, Wanted(["turning.w2"], "peak", against)).pages
        title = page.axes[0].get_title(loc="left").replace("\n", " ")
        if not against:
            assert "outside: case 11 with 1" in title
            assert page.axes[0].get_ylim()[1] < 100.0
            assert [line.get_marker() for line in page.axes[0].lines][1:] == ["^", "v"]
        else:
            assert "outside: case 2" in title
            assert page.axes[0].collections[0].get_clim()[1] < 100.0
