"""The results of a run for users: its stored data, and quantities computed from them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.results.contents.stored import StoredResults
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

    from rbsolve.results.charts.panels import Charted
    from rbsolve.view.inline import Inline


class Results(StoredResults):
    """The results of a run, as a mapping from the name of each sensor to its history.

    ```python
    with rbsolve.open_results("heavy_top.h5") as results:
        results.status  # "complete"
        results.time  # (n,)
        results["tip"]  # (n, 3)
        results.sensors["tip"].units  # "m"
        results.plot("tip", path="tip.png")
    ```

    Every access reads from the file, and nothing is cached.
    """

    def sensitivity(self, sensor: str, parameter: str) -> Floats:
        """Return the derivatives of a sensor (n, k), or of one of its components (n,), with respect to a design
        parameter.

        The parameter is `k`, or `v.2` for one number of a list. Raise KeyError if the results do not contain these
        derivatives. `rbsolve.sensitivities` computes them.
        """
        from rbsolve.results.sections.sensitivities import sensitivity

        return sensitivity(self, sensor, parameter)

    def scalar(self, text: str) -> float:
        """Return a scalar of the run, such as `max(tip.x3) - 2*final(energy)`. Raise ScalarError (a ValueError) for an
        invalid formula.
        """
        from rbsolve.results.sections.sensitivities import scalar

        return scalar(self, text)

    def gradient(self, text: str) -> dict[str, float]:
        """Return the derivatives of a scalar, by design parameter. Only parameters for which the results contain
        derivatives are included.
        """
        from rbsolve.results.sections.sensitivities import ScalarSlopes

        return ScalarSlopes(self, text).gradient

    def to_pandas(self) -> pandas.DataFrame:
        """Return all histories as a table with one row per output time and one column per component. The columns have
        the same names as in an exported table.
        """
        try:
            import pandas
        except ImportError as error:
            raise ImportError("to_pandas needs pandas: pip install 'rbsolve[xarray]'") from error
        from rbsolve.results.presentation.export import columns

        time_name, *names = columns(self)
        times, histories = self.together()
        values = np.column_stack([np.empty((len(times), 0)), *histories.values()])
        frame = pandas.DataFrame(values, columns=names, index=pandas.Index(times, name=time_name))
        frame.attrs.update(self.attributes)
        return frame

    def plot(
        self,
        *sensors: str,
        path: str | Path | None = None,
        ax: Axes | None = None,
        label: str = "",
        by: str | Sequence[str] | None = None,
    ) -> Figure | SubFigure:
        """Plot time histories of sensors or columns (`tip.x1`). By default, all sensors are plotted. With `by`, the
        derivatives of the sensors with respect to these design parameters are plotted.

        With `path` (.png, .svg, .pdf or .html), the figure is also written to a file. With `ax`, the curves are added
        to existing axes. To distinguish runs, `label` is then put before the names of the curves, as in `run 2: tip.x`.

        Raise KeyError for an unknown name. Raise ValueError if `ax` is given and the sensors need more than one panel.
        """
        from rbsolve.results.charts import plots, sheets
        from rbsolve.results.charts.derivatives import DerivativeHistories

        shown: Charted = self
        names: Sequence[str] = sensors or tuple(self)
        if by is not None:
            shown = DerivativeHistories(self, sensors, [by] if isinstance(by, str) else by)
            names = shown.names
        if ax is None:
            figure: Figure | SubFigure = plots.draw(shown, names)
        else:
            plots.draw_into(ax, shown, names, label)
            figure = ax.figure
        if path is not None:
            sheets.save([figure.get_figure(root=True)], Path(path))
        return figure

    def view(self, *others: Results, height: int = 560) -> Inline:
        """Show the motion in 3D, with plots, in the output of a notebook cell. The output is `height` pixels high. The
        runs `others` are drawn as ghosts.

        The view needs no network. In a terminal, use `rbsolve view`.
        """
        from rbsolve.view.inline import Inline

        return Inline([self, *others], height)
