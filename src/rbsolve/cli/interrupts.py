"""Signals to a run: the first ends it with safe results, the second at once; SIGUSR1 asks for a checkpoint."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def ending_signals() -> list[signal.Signals]:
    """The signals that end a command: a closed terminal does not under `nohup`."""
    return [n for n in SIGNALS if n != signal.SIGHUP or signal.getsignal(n) != signal.SIG_IGN]


class Interrupts:
    """Listens to SIGINT, SIGTERM and SIGHUP (not under `nohup`) while it is entered; `note` tells the user the effect of a signal.

    The first signal only sets `is_requested`. An exception in the middle of a compilation or of a write would lose kernels or results. The
    second one raises KeyboardInterrupt.
    """

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._requested = self._asked = False
        self._previous: dict[signal.Signals, object] = {}

    def is_requested(self) -> bool:
        """Whether a signal has asked the run to end."""
        return self._requested

    def is_checkpoint_requested(self) -> bool:
        """Whether SIGUSR1 has come since this was asked last."""
        asked, self._asked = self._asked, False
        return asked

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in ending_signals():
                self._previous[number] = signal.signal(number, self._on_signal)
            self._previous[signal.SIGUSR1] = signal.signal(signal.SIGUSR1, self._on_request)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _on_request(self, number: int, frame: FrameType | None) -> None:
        self._asked = True

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self._requested:
            raise KeyboardInterrupt
        self._requested = True
        with suppress(RuntimeError):  # when the signal came in the middle of another message
            self._note("Stopping; results so far will be saved. Press Ctrl-C again to quit immediately.")
