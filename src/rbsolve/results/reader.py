"""Results as a user has them: what is stored of a run, and what follows from it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.results.stored import StoredResults
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

    from rbsolve.view.inline import Inline


class Results(StoredResults):
    """The results of one run: a mapping from the names of the sensors to their histories.

    ```python
    with rbsolve.open_results("heavy_top.h5") as results:
        results.status  # "complete"
        results.time  # (n,)
        results["tip"]  # (n, 3)
        results.sensors["tip"].units  # "m"
        results.plot("tip", path="tip.png")
    ```

    Every access reads from the file; nothing is kept.
    """

    def sensitivity(self, sensor: str, parameter: str) -> Floats:
        """The derivatives (n, k) of a sensor, or (n,) of one of its components, by a design parameter, `k`, or one number of a list, `v.2`.

        KeyError where there are none: `rbsolve.sensitivities` makes results that have them.
        """
        from rbsolve.results.sections.sensitivities import sensitivity

        return sensitivity(self, sensor, parameter)

    def scalar(self, text: str) -> float:
        """A scalar of the run: `max(tip.x3) - 2*final(energy)`; ScalarError, a ValueError, for what is none."""
        from rbsolve.results.sections.sensitivities import scalar

        return scalar(self, text)

    def gradient(self, text: str) -> dict[str, float]:
        """The derivatives of a scalar by all design parameters for which the results have derivatives."""
        from rbsolve.results.sections.sensitivities import ScalarSlopes

        return ScalarSlopes(self, text).gradient

    def to_pandas(self) -> pandas.DataFrame:
        """All histories as a table: a row an output time, a column a component, named as in an exported table."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("to_pandas needs pandas: pip install 'rbsolve[xarray]'") from error
        from rbsolve.results.export import columns

        time_name, *names = columns(self)
        times, histories = self.together()
        values = np.column_stack([np.empty((len(times), 0)), *histories.values()])
        frame = pandas.DataFrame(values, columns=names, index=pandas.Index(times, name=time_name))
        frame.attrs.update(self.attributes)
        return frame

    def plot(
        self, *sensors: str, path: str | Path | None = None, ax: Axes | None = None, label: str = ""
    ) -> Figure | SubFigure:
        """Draw time histories of sensors or columns (`tip.x1`), all sensors when none is named.

        The figure is also written to `path` (.png, .svg, .pdf or .html) when that is given. With `ax` the curves are drawn into axes
        of a figure of yours, beside what is there already; then `label` stands before their names, `run 2: tip.x`, to tell runs apart.

        KeyError for a name that is none, ValueError when the sensors need more panels than the one of `ax`.
        """
        from rbsolve.results.charts import plots, sheets

        if ax is None:
            figure: Figure | SubFigure = plots.draw(self, sensors or tuple(self))
        else:
            plots.draw_into(ax, self, sensors or tuple(self), label)
            figure = ax.figure
        if path is not None:
            sheets.save([figure.get_figure(root=True)], Path(path))
        return figure

    def view(self, *others: Results, height: int = 560) -> Inline:
        """The motion in 3D with its plots, for the output of a notebook's cell, `height` pixels tall; `others` are ghosts.

        It needs no network. In a terminal `rbsolve view` opens a browser.
        """
        import rbsolve

        return rbsolve.Inline([self, *others], height)
