"""Plots of the page respond to the user."""

from __future__ import annotations

import re

import numpy as np
import pytest
from browser_waiting import has_text, until
from circling_point import PATIENCE, finish

DATA = "name => rbsolve.plots.panels.find(p => p.name === name).plot.data.map(part => part && (part.length === 2 && part[0].length ? part.map(x => [...x]) : [...part]))"  # noqa: E501  # one expression of JavaScript


def drawn_data(page, name):
    return page.evaluate(DATA, name)


def shows_over(page, words):
    """Wait until the plot of `place` is drawn over the column with this name."""
    axis = "window.rbsolve?.plots?.panels.find(({name}) => name === 'place')?.plot?.axes[0].label"
    until(page, f"words => ({axis} ?? '').startsWith(words)", words)


def test_plots_show_spectra_paths_and_measures(service, open_page):
    """A point moves on a circle of 0.3 m at 2 Hz. The spectrum has a single line, and the path over the speed is an
    ellipse. The test uses the keyboard.
    """
    page = open_page(service)
    finish(page, service, name="round", t_end=4.0)
    plot = page.locator(".plot[aria-label=place]")
    has_text(plot.locator("h3"), "[m] seen by")
    mode = plot.get_by_label("Plot settings of place")
    mode.focus()
    page.keyboard.type("spectrum")
    page.keyboard.press("Tab")
    shows_over(page, "frequency")
    frequency, amplitude, *_ = drawn_data(page, "place")
    peak = int(np.argmax(amplitude))
    assert frequency[peak] == pytest.approx(2.0, abs=0.3)
    assert max(amplitude) == pytest.approx(0.3, rel=0.16)  # a Hann window loses at most 15 % between lines
    mode.select_option("phase")
    over = page.get_by_label("Column of the horizontal axis")
    over.select_option(over.locator("optgroup[label=speed] option").first.get_attribute("value"))
    shows_over(page, "speed")
    _, *curves = drawn_data(page, "place")
    x, y = np.array(curves[0])
    ellipse = (y / 0.3) ** 2 + (x / (0.3 * 2 * np.pi * 2.0)) ** 2
    assert ellipse == pytest.approx(1.0, abs=2e-3)
    mode.select_option("time")
    shows_over(page, "t [s]")
    page.locator(".viewer[data-ready=true]").wait_for(timeout=PATIENCE)  # the plot fills only a part of the width
    over = plot.locator(".u-over")
    width = over.bounding_box()["width"]
    over.click(position={"x": 0.25 * width, "y": 60})
    over.click(position={"x": 0.5 * width, "y": 60}, modifiers=["Shift"])
    has_text(plot.locator(".measured"), "Δt")
    said = plot.locator(".measured").inner_text()
    [difference] = re.findall(r"Δt = ([\d.]+) s", said)
    assert float(difference) == pytest.approx(1.0, abs=0.03)
    page.reload()  # the page remembers the plotted columns of a deck, and their kind of plot
    page.locator(".plot[aria-label=place] .u-over").wait_for(timeout=120_000)
    page.get_by_label("Plot settings of place").select_option("spectrum")
    shows_over(page, "frequency")
    page.reload()
    shows_over(page, "frequency")
    assert page.get_by_label("Plot settings of place").input_value() == "spectrum"


def test_a_change_of_one_plot_stops_no_other_one(service, open_page):
    """The settings of a plot change while a zoom of all plots waits for its rows."""
    page = open_page(service)
    finish(page, service, name="zoomed", t_end=2.0)
    held = []
    page.route("**/sensors?names=place%2Cspeed&from=0&to=1*", lambda route: held.append(route))
    page.evaluate("() => { rbsolve.plots.zoom([0, 1]) }")
    page.get_by_label("Plot settings of place").select_option("spectrum")
    shows_over(page, "frequency")
    assert len(held) == 1
    held[0].continue_()
    until(page, "rbsolve.plots.panels.find(({name}) => name === 'speed').plot.scales.x.max === 1")
    shows_over(page, "frequency")


def test_differences_of_runs_are_drawn(service, open_page):
    """The two points rotate at 2 Hz and at 1 Hz. The difference of their positions over a common time is known."""
    page = open_page(service)
    one = finish(page, service, name="two hertz", t_end=2.0)
    other = finish(page, service, name="one hertz", t_end=2.0, parameters={"spin": 2 * np.pi})
    page.goto(f"{service}/#/compare/{one},{other}")
    page.locator(".plot[aria-label=place] .u-over").wait_for(timeout=120_000)
    page.get_by_label("Plot settings of place").select_option("difference")
    page.locator(".plot[aria-label=place] .u-legend", has_text=re.compile("one hertz.*\u2212 two hertz")).wait_for()
    t, *columns = drawn_data(page, "place")
    t = np.array(t)
    expected = 0.3 * (np.cos(2 * np.pi * t) - np.cos(4 * np.pi * t))
    assert np.array(columns[0], dtype=float) == pytest.approx(expected, abs=1e-4)
    page.get_by_label("Plot settings of place").select_option("ratio")
    page.locator(".plot[aria-label=place] .u-legend", has_text=re.compile("one hertz.*/ two hertz")).wait_for()
    t, *columns = drawn_data(page, "place")
    least = np.abs(np.cos(4 * np.pi * np.array(t))) > 0.2
    expected = np.cos(2 * np.pi * np.array(t)) / np.cos(4 * np.pi * np.array(t))
    assert np.array(columns[0], dtype=float)[least] == pytest.approx(expected[least], abs=2e-4)
    page.locator(".plot[aria-label=place]").get_by_label("log").check()
    until(page, "rbsolve.plots.panels.find(({name}) => name === 'place').plot.scales.y.distr === 3")
    assert all(value is None or value > 0 for value in drawn_data(page, "place")[1])


def test_a_column_is_dropped_onto_a_plot(service, open_page):
    """The plot is then drawn over the column."""
    page = open_page(service)
    page.set_viewport_size({"width": 1300, "height": 900})
    finish(page, service, name="dragged", t_end=1.0)
    page.locator(".viewer[data-ready=true]").wait_for(timeout=PATIENCE)  # from here on, the layout no longer changes
    page.locator(".columns [data-sensor=speed]").drag_to(page.locator(".plot[aria-label=place]"))
    shows_over(page, "speed")
    x, y = np.array(drawn_data(page, "place")[1])
    assert (y / 0.3) ** 2 + (x / (1.2 * np.pi)) ** 2 == pytest.approx(1.0, abs=2e-3)
