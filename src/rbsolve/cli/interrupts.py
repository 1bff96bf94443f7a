"""Ctrl-C and termination: the first one ends a run where results are safe, the second one at once."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Self

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """Listens to SIGINT and SIGTERM while it is entered.

    Until `let_finish` is called there are no rows to save, and a signal raises KeyboardInterrupt; after it, the first
    signal only makes `requested` true, so that the run can end with whole rows.
    """

    def __init__(self) -> None:
        self._requested = False
        self._finishing = False
        self._previous: dict[signal.Signals, object] = {}

    def requested(self) -> bool:
        """Whether a signal has asked the run to end."""
        return self._requested

    def let_finish(self) -> None:
        """From now on the run looks at `requested` often enough."""
        self._finishing = True

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                self._previous[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        again, self._requested = self._requested, True
        if again or not self._finishing:
            raise KeyboardInterrupt
