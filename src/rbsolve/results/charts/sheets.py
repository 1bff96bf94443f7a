"""Arranges many panels in figures: without gaps, on as many pages as needed, in one file or several files."""

from __future__ import annotations

import html
import io
import math
import re
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.transforms import ScaledTranslation

from rbsolve.results.file.target import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".png", ".svg", ".pdf", ".html")
MOST_PANELS = 24
"""Largest number of panels on a page."""
MOST_PAGES = 20
CHARACTER, HANDLE, LINE = 5.2, 7, 12.0
"""Sizes of the text above a panel: width of a letter [pt], width of a legend's handle [letters], and height of a line
[pt].
"""
DIGIT, GAP = 6.4, 13.0
"""Width of a digit of a vertical axis [pt], and of the tick and the spaces beside a number [pt]."""
LABEL, EDGE = 14.0, 6.0
"""Height of a line of a label of an axis, and the space between a text and its neighbours or the edge of the page [pt]."""
BAR = (1.02, 0.0, 0.035, 1.0)
"""Place of the colour bar of a panel: left, bottom, width and height in sizes of the panel."""
LABEL_WIDTH = 30  # maximum number of letters
_NO_BREAK = "\N{NO-BREAK SPACE}"
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

Draw = Callable[["Axes"], None]
"""A function that draws one panel."""

_title_heights: WeakKeyDictionary[Axes, float] = WeakKeyDictionary()
"""The height of the title and the legend of each panel [pt]."""


def sheet(headline: str, panels: Sequence[Draw], common_x: str = "", height: float = 2.6) -> Figure:
    """Return a figure with all panels. Each panel has the height `height` [in]. The last rows may have fewer, wider
    panels.

    With `common_x`, the panels share a horizontal axis with this label.
    """
    columns = 1 if len(panels) <= 5 else 2 if len(panels) <= 12 else 3
    of_rows = _row_lengths(len(panels), columns)
    figure = Figure(figsize=(9.0 if columns == 1 else 7.0 * columns, 0.8 + height * len(of_rows)))
    FigureCanvasAgg(figure)
    figure.suptitle(headline, fontsize="medium", y=1.0 - EDGE / 72.0 / figure.get_figheight())
    cells = math.lcm(*of_rows)
    grid = figure.add_gridspec(len(of_rows), cells)
    drawn: list[Axes] = []
    remaining = iter(panels)
    for row, count in enumerate(of_rows):
        is_above_like = row + 1 < len(of_rows) and of_rows[row + 1] == count
        for k in range(count):
            place = grid[row, k * cells // count : (k + 1) * cells // count]
            axes = figure.add_subplot(place, sharex=drawn[0] if common_x and drawn else None)
            drawn.append(axes)
            next(remaining)(axes)
            if common_x:
                axes.tick_params(labelbottom=not is_above_like)
                axes.set_xlabel("" if is_above_like else common_x)
    _place(figure, drawn, of_rows)
    return figure


def _row_lengths(panels: int, columns: int) -> list[int]:
    """Return the number of panels in each row. The numbers are nearly equal, and longer rows come first."""
    rows = -(-panels // columns)
    return sorted(((panels * (row + 1)) // rows - (panels * row) // rows for row in range(rows)), reverse=True)


def add_title(axes: Axes, title: str, labels: Sequence[str], handles: Sequence[Any] | None = None) -> None:
    """Add the title above a panel, and a legend of its lines below the title. Both use as many lines of text as needed."""
    available = _width(axes)
    shown = [textwrap.fill(label, max(20, int(available / CHARACTER) - HANDLE)) for label in labels]
    lines = 0
    if shown:
        widest = max(HANDLE + max(map(len, label.split("\n"))) for label in shown)
        columns = max(1, min(len(shown), int(available / CHARACTER / widest)))
        rows = -(-len(shown) // columns)
        columns = -(-len(shown) // rows)  # the columns are equally long
        lines = sum(max(label.count("\n") + 1 for label in shown[row::rows]) for row in range(rows))
        axes.legend(
            axes.get_lines()[: len(shown)] if handles is None else handles,
            shown,
            loc="lower left",
            bbox_to_anchor=(0.0, 1.0),
            ncols=columns,
            fontsize="small",
            frameon=False,
            borderaxespad=0.0,
            borderpad=0.2,
            columnspacing=1.2,
            handlelength=1.8,
            labelspacing=0.2,
        )
    wrapped = textwrap.fill(title, max(30, int(available / CHARACTER)))
    pad = 4.0 + LINE * lines
    axes.set_title(wrapped, fontsize="small", loc="left", y=1.0, pad=pad)
    _title_heights[axes] = pad + LINE * (wrapped.count("\n") + 1)


def label_values(axes: Axes, text: str) -> None:
    """Set the label of the vertical axis. The numbers on the axis have no common factor or offset."""

    def show(value: float, place: float) -> str:
        low, high = axes.get_ylim()
        height = abs(high - low)
        digits = 6
        if height > 0.0:
            # The labels of ticks must differ. Ticks are at least a twentieth of the height apart.
            digits = max(digits, math.ceil(math.log10(max(abs(low), abs(high)) / height)) + 3)
        return plain_number(0.0 if abs(value) < 1e-9 * height else value, digits)

    axes.set_ylabel(textwrap.fill(pretty(text), LABEL_WIDTH))
    axes.yaxis.set_major_formatter(show)


def _place(figure: Figure, panels: Sequence[Axes], of_rows: Sequence[int]) -> None:
    """Place the panels. All panels have the same height, and the panels of a row have the same width.

    The margins follow from the texts of the panels. The constrained layout of matplotlib measures all texts twice, which
    takes a third of the time of a picture.
    """
    width, height = 72.0 * figure.get_size_inches()
    remaining = iter(panels)
    rows = [[next(remaining) for _ in range(count)] for count in of_rows]
    above = [max(map(_height_above, row)) for row in rows]
    below = [max(map(_height_below, row)) for row in rows]
    top = height - (LABEL + EDGE if figure.get_suptitle() else 0.0)
    inner = max(36.0, (top - sum(above) - sum(below)) / max(1, len(rows)))
    for row, over, under in zip(rows, above, below, strict=True):
        top -= over + inner
        for k, axes in enumerate(row):
            # The numbers of the vertical axis depend on its height.
            axes.set_position((k / len(row), top / height, 0.5 / len(row), inner / height))
        top -= under
    left, right = _align_labels(figure, panels), max(map(_width_beside, panels), default=0.0)
    for row in rows:
        for k, axes in enumerate(row):
            place = axes.get_position()
            available = max(36.0, width / len(row) - left - right - EDGE)
            share = available / (sum(BAR[::2]) if axes.child_axes else 1.0)
            axes.set_position(((k * width / len(row) + left) / width, place.y0, share / width, place.height))
            axes.set_in_layout(True)  # otherwise, a notebook would cut off the panel


def _height_above(axes: Axes) -> float:
    """Return the height of the title and the legend of a panel [pt]."""
    return _title_heights.get(axes, EDGE) + EDGE


def _height_below(axes: Axes) -> float:
    """Return the height of the numbers and the label of the horizontal axis [pt]."""
    lines = axes.get_xlabel().count("\n") + 1 if axes.get_xlabel() else 0
    has_numbers = axes.xaxis.get_tick_params()["labelbottom"]
    return EDGE + LABEL * lines + (LABEL + EDGE if has_numbers else 0.0)


def _width_beside(axes: Axes) -> float:
    """Return the width of the numbers and the label of the colour bar to the right of a panel [pt]."""
    bars = cast("Sequence[Axes]", axes.child_axes)
    last = DIGIT * 2.0  # half of a number at the end of the horizontal axis
    return max([last, *(GAP + DIGIT * _longest_number(bar) + _label_width(bar) for bar in bars)])


def _label_width(axes: Axes) -> float:
    return LABEL * (axes.get_ylabel().count("\n") + 1) if axes.get_ylabel() else 0.0


def _longest_number(axes: Axes) -> float:
    """Return the number of letters of the longest number of a vertical axis."""
    numbers = axes.yaxis.get_major_formatter().format_ticks(axes.yaxis.get_majorticklocs().tolist())
    return max(map(len, numbers), default=0)


def _align_labels(figure: Figure, panels: Sequence[Axes]) -> float:
    """Place the labels of all vertical axes to the left of the longest number, at the same distance from each axis.
    Return the width of the numbers and the labels [pt].
    """
    distance = GAP + DIGIT * max(map(_longest_number, panels), default=0)
    shift = ScaledTranslation(-distance / 72.0, 0.0, figure.dpi_scale_trans)
    for axes in panels:
        axes.yaxis.set_label_coords(0.0, 0.5, axes.transAxes + shift)
    return EDGE + distance + max(map(_label_width, panels), default=0.0)


def plain_number(value: float, digits: int = 6) -> str:
    """Convert a number to a tick label with a limited number of significant digits."""
    return f"{value:.{digits}g}".replace("-", "\N{MINUS SIGN}")


def pretty(text: str) -> str:
    """Convert a text with its unit for display. Powers become superscripts, and there is no line break within the unit."""
    name, bracket, unit = text.rpartition(" [")
    if not bracket:
        return text
    raised = re.sub(r"\^(\d+)", lambda power: power[1].translate(_RAISED), unit)
    return f"{name} [{raised.replace(' ', _NO_BREAK)}"


def _width(axes: Axes) -> float:
    """Return the approximate width of a panel [pt]."""
    place, figure = axes.get_subplotspec(), axes.get_figure(root=True)
    assert place is not None
    assert figure is not None
    part = len(place.colspan) / place.get_gridspec().ncols
    return float(72.0 * (part * figure.get_size_inches()[0] - 1.0))


def check_suffix(path: Path) -> None:
    """Check the suffix of a file. Raise ValueError for a suffix without a format."""
    if path.suffix not in SUFFIXES:
        raise ValueError(f"cannot draw {path}: the name must end in {', '.join(SUFFIXES)}")


def save(figures: Sequence[Figure], path: Path) -> list[Path]:
    """Write figures in the format of the suffix. Return the paths of the written files. Raise OutputError if a file
    cannot be written.

    A page or a document contains all figures. In all other formats, each page has its own file: `o.png`, `o-2.png`, ...
    """
    check_suffix(path)
    # With a fixed salt and without a date, the same results give the same picture.
    with rc_context({"svg.hashsalt": "rbsolve"}):
        if path.suffix in (".html", ".pdf"):
            with whole(path) as temporary:
                temporary.write_bytes(_page(figures) if path.suffix == ".html" else _document(figures))
            return [path]
        paths = [path if k == 0 else path.with_stem(f"{path.stem}-{k + 1}") for k in range(len(figures))]
        for own, figure in zip(paths, figures, strict=True):
            with whole(own) as temporary:
                temporary.write_bytes(_picture(figure, own.suffix[1:]))
    return paths


def _picture(figure: Figure, kind: str) -> bytes:
    stream = io.BytesIO()
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
        figure.set_layout_engine(
            None
        )  # otherwise matplotlib would draw the figure twice, the first time for its layout
    figure.savefig(stream, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else {})
    if engine is not None:
        figure.set_layout_engine(engine)
    return stream.getvalue()


def _document(figures: Sequence[Figure]) -> bytes:
    stream = io.BytesIO()
    with PdfPages(stream, metadata={"CreationDate": None}) as pages:
        for figure in figures:
            pages.savefig(figure)
    return stream.getvalue()


def _page(figures: Sequence[Figure]) -> bytes:
    title = html.escape((figures[0].get_suptitle() if figures else "") or "rbsolve")
    pictures = [_picture(figure, "svg").decode() for figure in figures]
    shown = "\n".join(svg[svg.index("<svg") :] for svg in pictures)
    return f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title>
<style>body {{ margin: 0; background: #fff }} svg {{ display: block; width: 100%; max-width: 1400px; height: auto; margin: auto }}</style>
</head>
<body>
{shown}</body>
</html>
""".encode()
