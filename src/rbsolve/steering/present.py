"""Computes the values of sensors at the current state of an engine, between two output rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.display.mappings import ByName, unknown
from rbsolve.solver.model.memory import capture, restore
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.sensors.motions.rows import Rows

if TYPE_CHECKING:
    from rbsolve.solver.assembly.checks.reactions import SelfStresses
    from rbsolve.solver.integrators.registry import Integrator
    from rbsolve.solver.model.compiled import CompiledModel
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.sensors.plan import SensorPlan

ROWS = 4  # number of rows in the chunk that contains the current row


class Present(ByName["Floats"]):
    """The sensors by name, each (k,), at the current state of an engine.

    The output row is computed at the first access, and cached until `forget` is called.
    """

    def __init__(
        self,
        compiled: CompiledModel,
        engine: Integrator,
        sensors: Sequence[SensorPlan],
        stresses: SelfStresses,
        *,
        follows: bool = False,
    ) -> None:
        """Create the sensors. Some sensors depend on previous values. They use the previous output rows of the run.
        With `follows`, they use the previously accessed states instead.
        """
        self._engine, self._stresses, self._follows = engine, stresses, follows
        self._plans = {plan.name: plan for plan in sensors}
        self._chunk = chunk_for(compiled, engine, ROWS)
        self._rows: Rows | None = None
        self._seen: dict[str, Floats] = {}
        self.is_known = False
        """Whether the program has read a sensor at the current state."""

    def forget(self) -> None:
        """Discard the cached row. Call this method after each step of the engine."""
        self._rows, self.is_known = None, False
        self._seen.clear()

    @property
    def rows(self) -> Rows:
        """Return the chunk that contains only the current row."""
        if self._rows is None:
            self._chunk.count[0] = 0
            self._engine.write_present_row(self._chunk)  # type: ignore[attr-defined]  # only engines that write it are steered
            if self._chunk.count[0] == 0:
                raise ValueError("the accelerations at the current state cannot be computed")
            self._stresses.remove(self._chunk)
            self._rows, self.is_known = Rows(self._chunk), True
        return self._rows

    def __getitem__(self, name: str) -> Floats:
        known = self._seen.get(name)
        if known is None:
            plan = self._plans.get(name)
            if plan is None:
                raise unknown("sensor", name, list(self._plans))
            before = [] if self._follows else [(item, capture(item)) for item in plan.memory]
            with np.errstate(over="ignore", invalid="ignore"):
                known = np.array(plan.evaluate(self.rows)[-1])
            for item, memory in before:
                restore(item, *memory)
            self._seen[name] = known
        return known.copy()

    def __iter__(self) -> Iterator[str]:
        return iter(self._plans)

    def __len__(self) -> int:
        return len(self._plans)
