"""Pictures of time histories: matplotlib without a display, into .png, .svg, .pdf or a self-contained .html page."""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from rbsolve.results.panels import Panel, arrange
from rbsolve.results.target import whole
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from rbsolve.results.reader import Results


SUFFIXES = (".png", ".svg", ".pdf", ".html")
MOST_PANELS = 24
_MOST_POINTS = 4000  # of a line; more cannot be seen
_MOST_EVENTS = 200  # that are marked
_MOST_LEGEND_ENTRIES = 10
_DASHES = ("-", "--", ":", "-.")


def draw(results: Results, sensors: Sequence[str]) -> Figure:
    """Draw every panel of the named sensors; KeyError for a name that is none."""
    return _figure(results, arrange(results, sensors))


def draw_some(results: Results, sensors: Sequence[str]) -> tuple[Figure, int]:
    """Draw as many panels as a reader can take in; also how many quantities are left out."""
    panels = arrange(results, sensors)
    return _figure(results, panels[:MOST_PANELS]), max(0, len(panels) - MOST_PANELS)


def save(figure: Figure, path: Path) -> None:
    """Write a figure in the format that the suffix says; OutputError when that fails."""
    if path.suffix not in SUFFIXES:
        raise ValueError(f"cannot draw {path}: the name must end in {', '.join(SUFFIXES)}")
    # A fixed salt and no date: the same results give the same picture.
    with whole(path) as temporary, rc_context({"svg.hashsalt": "rbsolve"}):
        temporary.write_bytes(_page(figure) if path.suffix == ".html" else _picture(figure, path.suffix[1:]))


def _picture(figure: Figure, kind: str) -> bytes:
    stream = io.BytesIO()
    metadata = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[kind]
    figure.savefig(stream, format=kind, dpi=150, metadata=metadata)
    return stream.getvalue()


def _page(figure: Figure) -> bytes:
    svg = _picture(figure, "svg").decode()
    title = html.escape(figure.get_suptitle() or "rbsolve")
    return f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title>
<style>body {{ margin: 0; background: #fff }} svg {{ display: block; width: 100%; max-width: 1400px; height: auto; margin: auto }}</style>
</head>
<body>
{svg[svg.index("<svg") :]}</body>
</html>
""".encode()


def _figure(results: Results, panels: Sequence[Panel]) -> Figure:
    columns = 1 if len(panels) <= 5 else 2 if len(panels) <= 12 else 3
    rows = max(1, -(-len(panels) // columns))
    figure = Figure(figsize=(9.0 if columns == 1 else 7.0 * columns, 0.8 + 2.6 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(_headline(results), fontsize="medium")
    grid = figure.subplots(rows, columns, squeeze=False, sharex=True).ravel()
    time = results.time
    for axes, panel in zip(grid, panels, strict=False):
        _draw_panel(axes, panel, results, time)
    for axes in grid[len(panels) :]:
        axes.set_visible(False)
    figure.align_ylabels(grid[: len(panels)])
    for axes in grid[max(0, len(panels) - columns) : len(panels)]:
        axes.set_xlabel("time [s]")
        axes.tick_params(labelbottom=True)
    return figure


def _headline(results: Results) -> str:
    attributes = results.attributes
    parts = [str(attributes.get("deck_name", "")), f"{attributes.get('integrator')} on {attributes.get('formulation')}"]
    if results.status != "complete":
        parts.append(results.status)
    return "  ·  ".join(parts)


def _draw_panel(axes: Axes, panel: Panel, results: Results, time: Floats) -> None:
    histories = {line.sensor: results[line.sensor] for line in panel.lines}
    for line in panel.lines:
        x, y = thin(time, histories[line.sensor][:, line.column])
        style = _DASHES[line.dash % len(_DASHES)]
        axes.plot(x, y, linestyle=style, color=f"C{line.colour % 10}", linewidth=1.2, label=line.label)
    for event in results.events[:_MOST_EVENTS]:
        axes.axvline(event.time, color="0.5", linewidth=0.6, linestyle=":")
    axes.set_title(panel.title, fontsize="small", loc="left")
    axes.set_ylabel(panel.axis_label)
    axes.grid(alpha=0.3)
    axes.margins(x=0.01)
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) > 1:
        shown = labels[:_MOST_LEGEND_ENTRIES]
        if len(labels) > len(shown):
            shown[-1] = f"... {len(labels) - len(shown) + 1} more"
        axes.legend(
            handles[: len(shown)], shown, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize="small", frameon=False
        )


def thin(time: Floats, values: Floats, most: int = _MOST_POINTS) -> tuple[Floats, Floats]:
    """A line of at most about `most` points that looks the same: the extremes of each stretch of time and both ends."""
    if len(values) <= most:
        return time, values
    stretches = most // 2
    size = -(-len(values) // stretches)
    whole = len(values) // size * size
    blocks = values[:whole].reshape(-1, size)
    first = np.arange(0, whole, size)
    finite = np.where(np.isfinite(blocks), blocks, 0.0)
    chosen = np.concatenate(
        [
            first + finite.argmin(axis=1),
            first + finite.argmax(axis=1),
            [0],
            np.arange(whole, len(values)),
            [len(values) - 1],
        ]
    )
    chosen = np.unique(chosen)
    return time[chosen], values[chosen]
