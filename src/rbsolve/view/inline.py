"""Shows results in a notebook. The output of the cell is a frame that contains the page of a report."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from rbsolve.view.report import label_of, report

if TYPE_CHECKING:
    from rbsolve.results.contents.stored import StoredResults


class Inline:
    """The display of results in a notebook. Jupyter and Visual Studio Code call `_repr_html_`.

    The frame is a separate page, so that its style and script do not affect the notebook.
    """

    def __init__(self, runs: Sequence[StoredResults], height: int) -> None:
        self._runs, self._height = runs, height

    def __repr__(self) -> str:
        names = ", ".join(map(label_of, self._runs))
        return f"<the motion of {names}: shown by a notebook, or by `rbsolve view`>"

    def _repr_html_(self) -> str:
        page = escape(report(self._runs), quote=True)
        frame = f'<iframe srcdoc="{page}" width="100%" height="{self._height}" sandbox="allow-scripts allow-downloads"'
        return f'{frame} style="border: 1px solid #8884; border-radius: 6px" title="the motion in 3D"></iframe>'
