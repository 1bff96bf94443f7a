"""Stores the output rows of a simulation in memory, and creates results from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from rbsolve.pipeline import CheckedDeck
    from rbsolve.runs.results import Results
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.run.summary import RunSummary


class _Block(NamedTuple):
    """The arrays of consecutive rows."""

    time: Floats
    sensors: Mapping[str, Floats]
    diagnostics: Mapping[str, Floats]
    motion: Mapping[str, Floats]

    def first(self, rows: int) -> _Block:
        """Return the first `rows` rows."""
        parts = ({name: array[:rows] for name, array in part.items()} for part in self[1:])
        return _Block(self.time[:rows], *parts)


class Recorder:
    """Stores copies of all output rows. A recorder has the interface of a sink."""

    def __init__(self) -> None:
        self._blocks: list[_Block] = []
        self.rows = 0

    def write(
        self,
        time: Floats,
        sensors: Mapping[str, Floats],
        diagnostics: Mapping[str, Floats],
        motion: Mapping[str, Floats],
    ) -> None:
        """Store copies of these rows."""
        parts = ({name: np.array(array) for name, array in part.items()} for part in (sensors, diagnostics, motion))
        self._blocks.append(_Block(np.array(time), *parts))
        self.rows += len(time)

    def keep_first(self, rows: int) -> None:
        """Discard all rows except the first `rows` rows."""
        if rows > self.rows:
            rows = 0
        kept: list[_Block] = []
        self.rows = 0
        for block in self._blocks:
            count = min(len(block.time), rows - self.rows)
            if count > 0:
                kept.append(block.first(count))
                self.rows += count
        self._blocks = kept

    def results(self, checked: CheckedDeck, summary: RunSummary, command: str) -> Results:
        """Return the results of all rows so far, in memory."""
        from rbsolve.pipeline.findings import findings_of
        from rbsolve.results.sections.deck_and_model import write_sections
        from rbsolve.results.sections.findings import write_findings
        from rbsolve.results.sections.provenance import Provenance
        from rbsolve.results.writer import ResultsWriter
        from rbsolve.runs.results import Results
        from rbsolve.runs.run import finish, moving_of, write_end

        compiled, sensors = checked.model, checked.sensors
        with ResultsWriter(None, sensors, max(self.rows, 1), moving_of(compiled)) as writer:
            write_sections(writer, compiled, Provenance(command, checked.options.as_json(), sensors))
            found = findings_of(checked)
            write_findings(writer, found)
            for block in self._blocks:
                writer.write(*block)
            write_end(writer, compiled, found, summary)
            finish(writer, summary)
        return Results(writer.file, None)
