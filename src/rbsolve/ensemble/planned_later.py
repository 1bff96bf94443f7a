"""Plans the sensors of a case when they are first read. Many cases are checked only for their models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from rbsolve.solver.sensors.plan import SensorPlan


class PlannedLater(Sequence[SensorPlan]):
    """The sensors of a case in deck order. They are planned on first use."""

    def __init__(self, plan: Callable[[], tuple[SensorPlan, ...]]) -> None:
        self._plan = plan
        self._plans: tuple[SensorPlan, ...] | None = None

    @overload
    def __getitem__(self, index: int) -> SensorPlan: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SensorPlan]: ...
    def __getitem__(self, index: int | slice) -> SensorPlan | Sequence[SensorPlan]:
        return self._known()[index]

    def __iter__(self) -> Iterator[SensorPlan]:
        return iter(self._known())

    def __len__(self) -> int:
        return len(self._known())

    def _known(self) -> tuple[SensorPlan, ...]:
        if self._plans is None:
            self._plans = self._plan()
        return self._plans
