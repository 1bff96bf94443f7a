"""Handles signals to a run. The first signal ends the run and saves the results; the second signal ends the process at
once. SIGUSR1 requests a checkpoint.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Self

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def ending_signals() -> list[signal.Signals]:
    """Return the signals that end a command. Under `nohup`, they do not include SIGHUP."""
    return [n for n in SIGNALS if n != signal.SIGHUP or signal.getsignal(n) != signal.SIG_IGN]


class Interrupts:
    """A context that receives SIGINT, SIGTERM and SIGHUP (not under `nohup`). `note` is the message to the user about
    the effect of the signal.

    The first signal only sets `is_requested`, because an exception during a compilation or a write would lose kernels
    or results. The second signal raises KeyboardInterrupt.
    """

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._requested = self._asked = False
        self._previous: dict[signal.Signals, object] = {}

    def is_requested(self) -> bool:
        """Return whether a signal has requested the end of the run."""
        return self._requested

    def is_checkpoint_requested(self) -> bool:
        """Return whether SIGUSR1 has arrived since the last call."""
        asked, self._asked = self._asked, False
        return asked

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in ending_signals():
                self._previous[number] = signal.signal(number, self._on_signal)
            self._previous[signal.SIGUSR1] = signal.signal(signal.SIGUSR1, self._on_request)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # the values that `signal` returned

    def _on_request(self, number: int, frame: FrameType | None) -> None:
        self._asked = True

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self._requested:
            raise KeyboardInterrupt
        self._requested = True
        with suppress(RuntimeError):  # the signal arrived while another message was printed
            self._note("Stopping; results until now will be saved. Press Ctrl-C again to quit immediately.")
