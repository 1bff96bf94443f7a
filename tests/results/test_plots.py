"""Pictures. The tests check the text of the axes, and the readability of every format."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace

import matplotlib.figure
import matplotlib.image
import matplotlib.pyplot
import numpy as np
import pytest

from rbsolve.cli import main
from rbsolve.results.charts import plots, sheets
from rbsolve.results.charts.panels import MOST_LINES, Curve, Line, arrange, split_by_size, thin, without_doubles
from rbsolve.results.contents.columns import find_columns, plain_labels
from rbsolve.runs.results import Results


@pytest.fixture
def results(results_path):
    with Results.open(results_path) as opened:
        yield opened


def labels(axes) -> list[str]:
    legend = axes.get_legend()
    return [] if legend is None else [text.get_text() for text in legend.get_texts()]


def test_one_panel_a_quantity_with_unit_observer_and_axes(results):
    figure = results.plot()
    shown = [(axes.get_ylabel(), axes.get_title(loc="left"), labels(axes)) for axes in figure.axes]
    inertial = "top, seen from and in axes of FXDFRAME_INERTIAL"
    assert shown == [
        ("position [m]", f"tip: {inertial}", ["tip.x", "tip.y", "tip.z"]),
        (
            "orientation",
            "attitude: top, seen from FXDFRAME_INERTIAL",
            [f"attitude.R{i}{j}" for i in "123" for j in "123"],
        ),
        ("kinetic energy [J]", "energy: top", []),
        ("position [m]", f"configuration: {inertial}", [f"configuration.{c}" for c in "xyz"]),
        ("orientation", "configuration: top, seen from FXDFRAME_INERTIAL", [f"configuration.e{i}" for i in range(4)]),
        (
            "position [m]",
            "arm.tip-2: top, seen from Turntable, in axes of FXDFRAME_INERTIAL",
            [f"arm.tip-2.{c}" for c in "xyz"],
        ),
    ]
    assert "time [s]" in {axes.get_xlabel() for axes in figure.axes}
    assert figure.get_suptitle().startswith("top.deck")


@pytest.mark.parametrize(
    ("kind", "units", "words"),
    [
        ("FORCE", "N m", "moment [N m]"),
        ("FORCE", "N", "force [N]"),
        ("DRIVE_FORCE", "N m", "drive moment [N m]"),
        ("REACTION_MOMENT", "N m", "reaction moment [N m]"),
    ],
)
def test_what_turns_is_a_moment_on_its_axis(tmp_path, make_sensor, write_run, kind, units, words):
    """A gear between hinges has a moment, although its sensor is FORCE."""
    write_run(tmp_path / "o.h5", np.arange(4.0), [make_sensor("gear", ("force",), kind, units=units)])
    with Results.open(tmp_path / "o.h5") as results:
        (panel,) = arrange(results, results)
    assert panel.axis_label == words


def test_the_axes_of_a_gyro_are_those_of_its_body(tmp_path, make_sensor, write_run):
    gyro = make_sensor("gyro", ("w1", "w2", "w3"), "ANGULAR_VELOCITY", resolved_in="top", units="rad/s")
    write_run(tmp_path / "o.h5", np.arange(4.0), [gyro])
    with Results.open(tmp_path / "o.h5") as results:
        (panel,) = arrange(results, results)
    assert panel.title == "gyro: top, seen from FXDFRAME_INERTIAL, in axes of top"
    assert [line.label for line in panel.lines] == ["gyro.x", "gyro.y", "gyro.z"]


def test_lines_are_the_histories(results):
    (axes,) = results.plot("tip").axes
    for column, line in enumerate(axes.get_lines()):
        np.testing.assert_array_equal(line.get_xdata(), results.time)
        np.testing.assert_array_equal(line.get_ydata(), results["tip"][:, column])


@pytest.mark.parametrize(
    ("count", "components", "panels"), [(2, 3, 1), (4, 2, 2), (4, 3, 3), (9, 1, 1), (50, 1, 6), (1, 20, 3), (2, 9, 9)]
)
def test_sensors_whose_names_have_one_stem_share_panels(tmp_path, make_sensor, write_run, count, components, panels):
    """Flap and lag of four blades give two panels with four lines each."""
    parts = tuple(f"c{i}" for i in range(components))
    sensors = [make_sensor(f"s{i}", parts, "RELATIVE_ROTATION", object=f"body{i}") for i in range(count)]
    write_run(tmp_path / "o.h5", np.arange(4.0), sensors)
    with Results.open(tmp_path / "o.h5") as results:
        arranged = arrange(results, results)
        assert len(arranged) == panels
        assert sum(len(panel.lines) for panel in arranged) == count * components
        assert all(len(panel.lines) <= MOST_LINES for panel in arranged)


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("flap_1", "flap_2", True),
        ("tip_left", "tip_right", True),
        ("blade_1_tip", "blade_2_tip", True),
        ("flap_1", "lag_1", False),
        ("hub", "tail", False),
        ("tip", "tip_2", False),
    ],
)
def test_sensors_that_have_nothing_in_common_share_no_panel(tmp_path, make_sensor, write_run, one, other, together):
    write_run(tmp_path / "o.h5", np.arange(4.0), [make_sensor(one, ("T",)), make_sensor(other, ("T",))])
    with Results.open(tmp_path / "o.h5") as results:
        assert len(arrange(results, results)) == 2 - together


def test_different_observers_and_axes_never_share_a_panel(tmp_path, make_sensor, write_run):
    sensors = [make_sensor("a1"), make_sensor("a2", observer="Turntable"), make_sensor("a3", resolved_in="top")]
    write_run(tmp_path / "o.h5", np.arange(4.0), sensors)
    with Results.open(tmp_path / "o.h5") as results:
        assert [panel.title.split(": ")[1] for panel in arrange(results, results)] == [
            "top, seen from and in axes of FXDFRAME_INERTIAL",
            "top, seen from Turntable, in axes of FXDFRAME_INERTIAL",
            "top, seen from FXDFRAME_INERTIAL, in axes of top",
        ]


def test_curves_are_drawn_into_axes_of_another_figure(results):
    figure, (one, other) = matplotlib.pyplot.subplots(2)
    assert results.plot("tip.x", ax=one, label="first") is figure
    assert (one.get_xlabel(), one.get_ylabel()) == ("time [s]", "position [m]")
    one.set_xlabel("t")  # the labels of the axes stay when more curves are drawn
    results.plot("tip.x", ax=one, label="second")
    first, second = one.get_lines()
    np.testing.assert_array_equal(second.get_ydata(), results["tip.x"])
    assert first.get_color() != second.get_color()
    assert labels(one) == ["first: tip.x", "second: tip.x"]
    assert (one.get_xlabel(), one.get_ylabel()) == ("t", "position [m]")
    with pytest.raises(
        ValueError, match=r"need 2 panels, but ax is a single panel: energy: top; arm\.tip-2: top, seen from Turntable"
    ):
        results.plot("energy", "arm.tip-2", ax=other)
    assert not other.get_lines()
    matplotlib.pyplot.close(figure)


def test_components_of_different_size_share_axes_of_another_figure(tmp_path, make_sensor, write_run):
    class Tip(make_sensor):
        def history(self, time):
            return np.outer(time, [1.0, 1e-3, 0.1])

    write_run(tmp_path / "o.h5", np.arange(4.0), [Tip("tip")])
    figure, axes = matplotlib.pyplot.subplots()
    with Results.open(tmp_path / "o.h5") as results:
        assert len(results.plot("tip").axes) > 1
        results.plot("tip", ax=axes)
    assert [line.get_ydata().tolist() for line in axes.get_lines()] == Tip("tip").history(np.arange(4.0)).T.tolist()
    matplotlib.pyplot.close(figure)


@pytest.mark.parametrize("name", ["tip.x2", "tip.y", "tip.2"])
def test_a_component_is_a_column_of_its_own(results, name):
    (axes,) = results.plot(name).axes
    (line,) = axes.get_lines()
    np.testing.assert_array_equal(line.get_ydata(), results["tip"][:, 1])
    np.testing.assert_array_equal(results[name], results["tip"][:, 1])
    assert labels(axes) == ["tip.y"]
    with pytest.raises(KeyError, match="tip has no component x7; its components: x1, x2, x3"):
        results.plot("tip.x7")


@pytest.mark.parametrize(
    ("parameters", "wanted"),
    [("EULER_ANGLES_321", ("yaw", "pitch", "roll")), ("EULER_ANGLES_313", ("precession", "nutation", "spin"))],
)
def test_angles_are_called_what_they_are(parameters, wanted):
    sensor = SimpleNamespace(
        sensor_type="ORIENTATION", components=("phi1", "phi2", "phi3"), rotation_parameters=parameters
    )
    assert plain_labels(sensor) == wanted
    assert find_columns({"s": sensor}, f"s.{wanted[2]}") == find_columns({"s": sensor}, "s.phi3") == ("s", (2,))


TIME = np.linspace(0.0, 10.0, 501)


def labels_of_panels(*histories, scale=None):
    """Return the labels of each panel, for lines with these values."""
    lines = [Line("s", k, f"s.{k}", k) for k in range(len(histories))]
    scale = scale or max(np.abs(values).max() for values in histories)
    curves = [Curve.of(line, TIME, values, scale) for line, values in zip(lines, histories, strict=True)]
    return [[curve.label for curve in without_doubles(panel)] for panel in split_by_size(curves)]


def test_components_of_very_different_size_have_their_own_panels():
    large, small = 1e4 * np.sin(TIME), np.cos(TIME)
    assert labels_of_panels(large, small, 2e4 * np.cos(TIME)) == [["s.0", "s.2"], ["s.1"]]
    assert labels_of_panels(1000.0 + small, small) == [["s.0"], ["s.1"]]
    assert labels_of_panels(large, 0.1 * large) == [["s.0", "s.1"]]


def test_round_off_and_constants_have_no_panel_of_their_own():
    noise = 1e-16 * np.random.default_rng(1).normal(size=len(TIME))
    assert labels_of_panels(np.sin(TIME), noise, np.full(len(TIME), 0.5)) == [["s.0", "s.1", "s.2"]]
    assert labels_of_panels(noise) == [["s.0"]]  # this is the label of a sensor without other columns


def test_zero_is_drawn_at_the_size_of_the_other_components(tmp_path, make_sensor, write_run):
    class Sliding(make_sensor):
        def history(self, time):
            return np.column_stack([2.0 * np.sin(time), 1e-17 * np.cos(7.0 * time), np.zeros(len(time))])

    write_run(tmp_path / "o.h5", TIME, [Sliding(f"tip_{k}") for k in range(3)])
    with Results.open(tmp_path / "o.h5") as results:
        _, y, z = results.plot().axes
    size = 2.0 * np.sin(TIME).max()
    for axes in (y, z):
        np.testing.assert_allclose(axes.get_ylim(), (-size, size), rtol=1e-12)


def test_curves_that_cannot_be_told_apart_say_so():
    wave = np.sin(TIME)
    ((together,),) = labels_of_panels(wave, wave.copy(), wave * (1.0 + 1e-14))
    assert together == "s.0 = s.1 = s.2"
    ((near,),) = labels_of_panels(wave, wave + 1e-3)
    assert near == "s.0 \N{ALMOST EQUAL TO} s.1 (within 0.001)"
    assert labels_of_panels(wave, wave + 0.2) == [["s.0", "s.1"]]


def test_what_hardly_changes_is_drawn_as_its_change(tmp_path, make_sensor, write_run):
    class Energy(make_sensor):
        def history(self, time):
            return (100.0 + 1e-4 * np.sin(time))[:, None]

    write_run(tmp_path / "o.h5", TIME, [Energy("energy", ("T",), "TOTAL_ENERGY", observer="", units="J")])
    with Results.open(tmp_path / "o.h5") as results:
        (axes,) = results.plot().axes
    assert axes.get_ylabel() == "change of total energy [J]"
    assert labels(axes) == ["energy \N{MINUS SIGN} 100"]
    np.testing.assert_allclose(axes.get_lines()[0].get_ydata(), 1e-4 * np.sin(TIME), atol=1e-13)


def test_a_panel_names_only_the_sensors_whose_curves_it_shows(tmp_path, make_sensor, write_run):
    amplitudes = {"force_1": 1.0, "force_2": 1e4, "force_3": 0.5}

    class Force(make_sensor):
        def history(self, time):
            return (amplitudes[self.name] * np.sin(time))[:, None]

    write_run(tmp_path / "o.h5", TIME, [Force(name, ("F",), "FORCE", observer="", units="N") for name in amplitudes])
    with Results.open(tmp_path / "o.h5") as results:
        small, large = results.plot().axes
    assert labels(small) == ["force_1", "force_3"]
    assert small.get_title(loc="left").startswith("force_1, force_3: ")
    assert large.get_title(loc="left").startswith("force_2: ")


@pytest.mark.parametrize(("offset", "is_shown"), [(0.0, True), (1.4, True), (2.5, False), (-20.0, False)])
def test_a_constant_far_from_the_other_curves_is_named_with_its_value(
    tmp_path, make_sensor, write_run, offset, is_shown
):
    class Height(make_sensor):
        def history(self, time):
            zero = np.zeros(len(time))
            return np.column_stack([zero, zero, offset + 0.5 * np.sin(time)])

    write_run(tmp_path / "o.h5", TIME, [Height("height")])
    with Results.open(tmp_path / "o.h5") as results:
        (axes,) = results.plot().axes
    low, high = axes.get_ylim()
    assert (low <= 0.0 <= high) == is_shown
    assert labels(axes) == ["height.x = height.y" + ("" if is_shown else " = 0 (not shown)"), "height.z"]
    assert low < offset - 0.499 < offset + 0.499 < high


@pytest.mark.parametrize("count", [1, 4, 5, 7, 11, 13])
def test_no_page_has_a_hole(count):
    figure = sheets.sheet("", [lambda axes: None] * count)
    figure.draw_without_rendering()
    rows: dict[float, list] = {}
    for axes in figure.axes:
        box = axes.get_position()
        rows.setdefault(round(box.y0, 3), []).append((box.x0, box.x1))
    assert sum(map(len, rows.values())) == count
    assert len({round(min(row)[0], 2) for row in rows.values()}) == 1
    assert len({round(max(row)[1], 2) for row in rows.values()}) == 1


@pytest.mark.parametrize(("count", "columns"), [(4, 4), (6, 3), (7, 4)])
def test_the_columns_of_a_legend_are_equally_long(count, columns):
    """Five labels fit in a row. With six labels, two rows of three are easier to read than columns of two and one."""
    axes = matplotlib.figure.Figure(figsize=(9.0, 3.0)).add_subplot()
    labels = [f"stroke_{k}.angle" for k in range(count)]
    for _ in labels:
        axes.plot([0, 1])
    sheets.add_title(axes, "strokes", labels)
    assert axes.get_legend()._ncols == columns


@pytest.mark.parametrize("suffix", sheets.SUFFIXES)
def test_all_panels_are_drawn_on_as_many_pages_as_it_takes(tmp_path, make_sensor, write_run, monkeypatch, suffix):
    monkeypatch.setattr(plots, "MOST_PANELS", 2)
    names = ["hub", "tail", "nose"]
    write_run(tmp_path / "o.h5", np.arange(4.0), [make_sensor(name, ("T",)) for name in names])
    assert main(["plot", str(tmp_path / "o.h5"), "-o", str(tmp_path / f"p{suffix}")]) == 0
    pictures = sorted(tmp_path.glob(f"*{suffix}"))
    if suffix in (".png", ".svg"):
        assert [picture.name for picture in pictures] == [f"p-2{suffix}", f"p{suffix}"]
    if suffix == ".html":
        assert pictures[0].read_text().count("<svg") == 2
    if suffix in (".html", ".svg"):
        text = "".join(picture.read_text() for picture in pictures)
        assert all(f"<!-- {name}: top, seen" in text for name in names)


@pytest.mark.parametrize(("count", "left_out"), [(3, 0), (4, 0), (5, 1), (7, 3)])
def test_quantities_beyond_the_last_page_are_counted(tmp_path, make_sensor, write_run, count, left_out):
    names = ["hub", "tail", "nose", "wing", "fin", "rotor", "mast"][:count]
    path = tmp_path / "o.h5"
    write_run(path, np.arange(4.0), [make_sensor(name, ("T",)) for name in names])
    with Results.open(path) as results:
        pages, beyond = plots.draw_pages(results, names, most_pages=2, most_panels=2)
    assert ([len(page.axes) for page in pages], beyond) == ([2, min(count, 4) - 2], left_out)


@pytest.mark.parametrize("suffix", sheets.SUFFIXES)
def test_every_format_opens(results, tmp_path, suffix):
    path = tmp_path / f"o{suffix}"
    results.plot("tip", "energy", path=path)
    content = path.read_bytes()
    if suffix == ".png":
        pixels = matplotlib.image.imread(path)
        assert pixels.shape[1] == 1350
        assert pixels[..., :3].std() > 0.01
    elif suffix == ".pdf":
        assert content.startswith(b"%PDF")
    else:
        root = ElementTree.fromstring(
            content if suffix == ".svg" else content[content.index(b"<svg") : content.rindex(b"</body>")]
        )
        assert root.tag.endswith("svg")
        assert b"position [m]" in content
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.startswith(".")] == []


def test_the_page_needs_no_network(results, tmp_path):
    results.plot("tip", path=tmp_path / "o.html")
    page = (tmp_path / "o.html").read_text()
    assert "<script src" not in page
    assert "<link" not in page
    assert "@import" not in page


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_the_same_results_give_the_same_picture(results, tmp_path, suffix):
    for name in ("a", "b"):
        results.plot("tip", path=tmp_path / f"{name}{suffix}")
    assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_a_thinned_line_keeps_its_ends_and_its_spikes():
    time = np.linspace(0.0, 1.0, 100_003)
    values = np.sin(40.0 * time)
    values[54_321] = 7.0
    values[12_345] = -7.0
    x, y = thin(time, values)
    assert len(x) <= 4100
    assert (x[0], x[-1]) == (0.0, 1.0)
    assert (y.max(), y.min()) == (7.0, -7.0)
    np.testing.assert_array_equal(np.interp(x, time, values), y)
    assert np.all(np.diff(x) > 0.0)


def test_a_run_without_rows_and_values_that_are_not_finite_can_be_drawn(tmp_path, make_sensor, write_run):
    write_run(tmp_path / "o.h5", np.empty(0), [make_sensor("s")])
    with Results.open(tmp_path / "o.h5") as results:
        results.plot(path=tmp_path / "o.png")
    time = np.arange(5000.0)
    values = np.where(time > 4000.0, np.nan, time)
    _, y = thin(time, values)
    assert np.nanmax(y) == 4000.0


@pytest.mark.parametrize("height", [1e-10, 3e-6, 0.02, 1.0, 5e4])
def test_no_two_labels_of_an_axis_are_equal(height):
    axes = matplotlib.pyplot.figure().add_subplot()
    axes.plot([0.0, 1.0], [3322.45, 3322.45 + height])
    sheets.label_values(axes, "energy [J]")
    axes.figure.canvas.draw()
    shown = [label.get_text() for label in axes.get_yticklabels()]
    values = [float(text.replace("\N{MINUS SIGN}", "-")) for text in shown]
    np.testing.assert_allclose(values, axes.get_yticks(), atol=0.01 * height)
    assert len(set(shown)) == len(shown) > 3
    matplotlib.pyplot.close(axes.figure)


@pytest.mark.parametrize(("status", "end"), [("complete", ""), ("interrupted", "  ·  interrupted")])
def test_the_headline_names_the_deck_the_method_and_an_early_end(status, end):
    attributes = {"deck_name": "top.deck", "integrator": "RK44", "formulation": "LIE_SE3"}
    results = SimpleNamespace(attributes=attributes, status=status)
    assert plots._headline(results) == f"top.deck  ·  RK44 on LIE_SE3{end}"
