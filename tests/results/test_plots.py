"""Pictures: what the axes say, and that every format opens."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import matplotlib.image
import numpy as np
import pytest

from rbsolve.results import plots
from rbsolve.results.panels import MOST_LINES, arrange
from rbsolve.results.reader import Results


@pytest.fixture
def results(results_path):
    with Results.open(results_path) as opened:
        yield opened


def labels(axes) -> list[str]:
    legend = axes.get_legend()
    return [] if legend is None else [text.get_text() for text in legend.get_texts()]


def test_one_panel_a_quantity_with_unit_and_observer(results):
    figure = results.plot()
    shown = [
        (axes.get_ylabel(), axes.get_title(loc="left"), labels(axes)) for axes in figure.axes if axes.get_visible()
    ]
    inertial = "top, seen from FXDFRAME_INERTIAL"
    assert shown == [
        ("position [m]", f"tip: {inertial}", ["x1", "x2", "x3"]),
        ("orientation", f"attitude: {inertial}", [f"R{i}{j}" for i in "123" for j in "123"]),
        ("kinetic energy [J]", "energy: top", []),
        ("position [m]", f"configuration: {inertial}", ["x1", "x2", "x3"]),
        ("orientation", f"configuration: {inertial}", ["e0", "e1", "e2", "e3"]),
        ("position [m]", "arm.tip-2: top, seen from Turntable", ["x1", "x2", "x3"]),
    ]
    assert "time [s]" in {axes.get_xlabel() for axes in figure.axes}
    assert figure.get_suptitle().startswith("top.deck")


def test_lines_are_the_histories(results):
    (axes,) = results.plot("tip").axes
    for column, line in enumerate(axes.get_lines()):
        np.testing.assert_array_equal(line.get_xdata(), results.time)
        np.testing.assert_array_equal(line.get_ydata(), results["tip"][:, column])


@pytest.mark.parametrize(
    ("count", "components", "panels"), [(3, 3, 1), (4, 3, 3), (9, 1, 1), (50, 1, 1), (1, 20, 3), (2, 9, 9)]
)
def test_sensors_of_one_quantity_share_panels(tmp_path, make_sensor, write_run, count, components, panels):
    parts = tuple(f"c{i}" for i in range(components))
    sensors = [make_sensor(f"s{i}", parts, object=f"body{i}") for i in range(count)]
    write_run(tmp_path / "o.h5", np.arange(4.0), sensors)
    with Results.open(tmp_path / "o.h5") as results:
        arranged = arrange(results, results)
        assert len(arranged) == panels
        assert sum(len(panel.lines) for panel in arranged) == count * components
        assert all(len(panel.lines) <= max(MOST_LINES, count) for panel in arranged)
        for axes in results.plot().axes:
            assert len(labels(axes)) <= 10


def test_different_observers_never_share_a_panel(tmp_path, make_sensor, write_run):
    write_run(tmp_path / "o.h5", np.arange(4.0), [make_sensor("a"), make_sensor("b", observer="Turntable")])
    with Results.open(tmp_path / "o.h5") as results:
        assert [panel.observer for panel in arrange(results, results)] == ["FXDFRAME_INERTIAL", "Turntable"]


@pytest.mark.parametrize("suffix", plots.SUFFIXES)
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
    x, y = plots.thin(time, values)
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
    _, y = plots.thin(time, values)
    assert np.nanmax(y) == 4000.0
