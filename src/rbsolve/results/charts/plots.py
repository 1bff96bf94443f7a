"""Draws time histories with matplotlib, without a display. The formats are .png, .svg, .pdf and a self-contained .html
page.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from rbsolve.results.charts.panels import (
    Charted,
    Curve,
    Panel,
    arrange,
    extremes,
    far_constants,
    shows_changes,
    split_by_size,
    title_of,
    without_doubles,
)
from rbsolve.results.charts.sheets import MOST_PAGES, MOST_PANELS, Draw, add_title, label_values, pretty, sheet
from rbsolve.results.contents.units import split_units

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_MOST_EVENTS = 200  # maximum number of marked events
_MOST_NAMED_EVENTS = 8
NOTHING = 1e-6  # values below this fraction of the largest component are drawn as zero
_TITLE_WIDTH = 60  # width of the title of a panel in a user's own figure [letters]
_DASHES = ("-", "--", ":", "-.", (0, (6, 2)), (0, (1, 3)))


def draw(results: Charted, sensors: Sequence[str]) -> Figure:
    """Draw every panel of the named sensors or columns (`tip.x1`). Raise KeyError for an unknown name."""
    return _sheet(results, list(_panels(results, sensors)))


def draw_pages(
    results: Charted, sensors: Sequence[str], most_pages: int | None = None, most_panels: int | None = None
) -> tuple[list[Figure], int]:
    """Draw panels on at most `most_pages` pages (default: `MOST_PAGES`), with at most `most_panels` panels each (default:
    `MOST_PANELS`). Return the figures, and the number of omitted quantities.
    """
    most_panels = most_panels or MOST_PANELS
    most = most_panels * (most_pages or MOST_PAGES)
    quantities = arrange(results, sensors)
    drawn: list[tuple[Panel, list[Curve]]] = []
    left_out = 0
    for k, panel in enumerate(quantities):
        if len(drawn) >= most:
            left_out = len(quantities) - k
            break
        drawn += _split(results, panel)
    pages = [drawn[start : start + most_panels] for start in range(0, len(drawn), most_panels)] or [[]]
    return [_sheet(results, page) for page in pages], left_out


def draw_into(axes: Axes, results: Charted, sensors: Sequence[str], label: str = "") -> None:
    """Draw the named sensors or columns into axes that may already contain curves. All components share the axes, even
    if their sizes differ. Raise ValueError if the sensors have different quantities, objects or observers.
    """
    panels = arrange(results, sensors)
    if len(panels) != 1:
        titles = "; ".join(panel.title for panel in panels)
        raise ValueError(
            f"these sensors need {len(panels)} panels, but ax is a single panel: {titles}. Name a sensor, or a column such as tip.x"
        )
    panel, taken = panels[0], len(axes.get_lines())
    curves = without_doubles(_curves(results, panel))
    prefix = f"{label}: " if label else ""
    for k, curve in enumerate(curves, taken):
        x, y = curve.points
        axes.plot(x, y, "o" if len(x) == 1 else "-", color=f"C{k % 10}", linewidth=1.2, label=f"{prefix}{curve.label}")
    if curves and not taken:
        axes.set_xlabel("time [s]")
        axes.set_ylabel(pretty(panel.axis_label))
        axes.set_title(textwrap.fill(panel.title, _TITLE_WIDTH), fontsize="medium")
        axes.grid(alpha=0.3)
    axes.legend(fontsize="small")


def _panels(results: Charted, sensors: Sequence[str]) -> Iterator[tuple[Panel, list[Curve]]]:
    for panel in arrange(results, sensors):
        yield from _split(results, panel)


def _curves(results: Charted, panel: Panel) -> list[Curve]:
    """Return the curves of the lines of a panel."""
    time, curves = results.time, list[Curve]()
    for name, lines in groupby(panel.lines, lambda line: line.sensor):
        values, sensor = results[name], results.sensors[name]
        units = split_units(sensor.units, len(sensor.components))
        scale = max(map(abs, extremes(values[:, [unit == panel.unit for unit in units]])))
        curves += [Curve.of(line, time, values[:, line.column], scale) for line in lines]
    return curves


def _split(results: Charted, panel: Panel) -> list[tuple[Panel, list[Curve]]]:
    """Split a panel into panels in which every change is visible."""
    parts = split_by_size(_curves(results, panel))
    return [(_named_by(results, panel, part), without_doubles(part)) for part in parts] or [(panel, [])]


def _named_by(results: Charted, panel: Panel, curves: Sequence[Curve]) -> Panel:
    """Return the panel with a title that names only the sensors of these curves."""
    names = dict.fromkeys(curve.line.sensor for curve in curves)
    return replace(panel, title=title_of([results.sensors[name] for name in names], curves[0].line.column))


def _sheet(results: Charted, panels: Sequence[tuple[Panel, list[Curve]]]) -> Figure:
    events = [event.time for event in results.events[:_MOST_EVENTS]]
    draws: list[Draw] = [partial(_draw_panel, panel=panel, curves=curves, events=events) for panel, curves in panels]
    figure = sheet(_headline(results), draws, "time [s]")
    if figure.axes:
        _name_events(figure.axes[0], results)
    return figure


def _headline(results: Charted) -> str:
    attributes = results.attributes
    parts = [str(attributes.get("deck_name", "")), f"{attributes.get('integrator')} on {attributes.get('formulation')}"]
    if results.status != "complete":
        parts.append(results.status)
    return "  ·  ".join(parts)


def _draw_panel(axes: Axes, panel: Panel, curves: Sequence[Curve], events: Sequence[float]) -> None:
    changes = bool(curves) and shows_changes(list(curves))
    far = [] if changes else far_constants(curves)
    labels = []
    for curve in curves:
        line, (x, y) = curve.line, curve.points
        dash = line.dash + curve.overlaps
        marker, style = "o" if len(x) == 1 else "", _DASHES[dash % len(_DASHES)]
        start = float(y[np.isfinite(y)][0]) if changes else 0.0
        axes.plot(x, y - start, marker=marker, linestyle=style, color=f"C{line.colour % 10}", linewidth=1.2)
        sign = "+" if start < 0.0 else "\N{MINUS SIGN}"
        labels.append(f"{curve.label} {sign} {abs(start):.6g}" if changes else _label(curve, curve in far))
    for time in events:
        axes.axvline(time, color="0.5", linewidth=0.6, linestyle=":")
    label_values(axes, f"change of {panel.axis_label}" if changes else panel.axis_label)
    axes.grid(alpha=0.3)
    axes.margins(x=0.01)
    if far:
        _show_without(axes, curves, far)
    if curves and all(curve.is_still for curve in curves):
        _show_as_still(axes, curves)
    add_title(axes, panel.title, labels if labels != [panel.lines[0].sensor] else [])


def _label(curve: Curve, is_far: bool) -> str:
    """Return the label of a curve. It includes the value if the axis does not extend to the curve."""
    if not is_far:
        return curve.label
    value = 0.0 if max(abs(curve.low), abs(curve.high)) <= NOTHING * curve.scale else curve.low
    return f"{curve.label} = {value:.6g} (not shown)"


def _show_without(axes: Axes, curves: Sequence[Curve], far: Sequence[Curve]) -> None:
    """Limit the axis to the range of the curves that are not far away."""
    shown = [curve for curve in curves if curve not in far]
    low, high = min(curve.low for curve in shown), max(curve.high for curve in shown)
    margin = 0.05 * (high - low)
    axes.set_ylim(low - margin, high + margin)


def _show_as_still(axes: Axes, curves: Sequence[Curve]) -> None:
    """Set a minimum height of the axis, so that round-off does not fill the panel.

    The minimum is a fraction of the values. For values near zero, it is the size of the sensor's other components.
    """
    low, high = min(curve.low for curve in curves), max(curve.high for curve in curves)
    largest, scale = max(abs(low), abs(high)), max(curve.scale for curve in curves)
    margin = scale if largest <= NOTHING * scale else max(high - low, 0.1 * largest)
    if margin == 0.0:
        margin = 1.0
    axes.set_ylim(low - margin, high + margin)


def _name_events(axes: Axes, results: Charted) -> None:
    """Write the names of the marked times, if there are only a few."""
    events = results.events
    if len(events) <= _MOST_NAMED_EVENTS:
        for event in events:
            axes.annotate(
                event.name,
                (event.time, 1.0),
                (-2, -2),
                xycoords=("data", "axes fraction"),
                textcoords="offset points",
                ha="right",
                va="top",
                rotation=90,
                fontsize="x-small",
                color="0.4",
                bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.5},
            )
