"""Displays the progress of runs that a Python program starts. The display is a progress bar in the notebook cell, a
line on standard error, or a call of the user's function.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from html import escape
from typing import Any, TypeAlias

SECONDS_BEFORE = 1.0
"""Delay [s] before the display appears. Shorter runs display nothing."""
SECONDS_BETWEEN = 0.2
_WIDTH = 100  # width of the line in characters

Follower: TypeAlias = "bool | Callable[..., None] | None"
"""The user's choice of the progress display.

None means a bar in notebooks only. True means a bar in notebooks, and a line on standard error elsewhere. False means
no display. A function is called about ten times a second.
"""


class Bar:
    """Displays a text and a fraction. The display starts after a delay, and the rate of updates is limited."""

    def __init__(self, tell: Callable[[str, float], None]) -> None:
        self._tell = tell
        self._began = self._last = time.monotonic()
        self.is_shown = False

    def show(self, text: str, fraction: float) -> None:
        """Display the progress of the run. `fraction` is between 0 and 1."""
        now = time.monotonic()
        if now - self._began < SECONDS_BEFORE or now - self._last < SECONDS_BETWEEN:
            return
        self.stage(text, fraction)

    def stage(self, text: str, fraction: float = 0.0) -> None:
        """Show the current stage at once."""
        self._last, self.is_shown = time.monotonic(), True
        self._tell(text, fraction)


@contextmanager
def bar(progress: object) -> Iterator[Bar | None]:
    """Yield the bar that `progress` requests, or None if there is no display. Here `progress` is not a function."""
    if progress not in (None, True, False):
        raise TypeError(f"progress must be True, False, None or a function, not {progress!r}")
    handle = _notebook_handle() if progress in (None, True) else None
    if handle is None and progress is not True:
        yield None
        return
    shown = Bar(_on_standard_error if handle is None else _in_notebook(handle))
    try:
        yield shown
    finally:
        if shown.is_shown:
            took = f"ended after {time.monotonic() - shown._began:.3g} s"
            shown.stage(took, 1.0)
            if handle is None:
                print(file=sys.stderr)


@contextmanager
def follow_run(progress: Follower, start: float, end: float) -> Iterator[Callable[[Any], None] | None]:
    """Yield the progress display of a run from `start` to `end` [s], or None if there is no display. `Progress` in
    `solver/run/supervision.py` defines its interface.
    """
    if callable(progress):
        yield progress
        return
    with bar(progress) as shown:
        if shown is None:
            yield None
            return
        from rbsolve.display.speed import Speed
        from rbsolve.solver.compiler.progress import compiling_words, listen, seconds_spent

        speed = Speed(end, seconds_spent)

        def show(state: Any) -> None:
            shown.show(speed.words(state.time, state.steps), (state.time - start) / max(end - start, 1e-300))

        listen(lambda *known: shown.stage(compiling_words(*known)))
        try:
            yield show
        finally:
            listen(None)


@contextmanager
def follow_cases(progress: Follower) -> Iterator[Callable[[int, int], None] | None]:
    """Yield the progress display of many cases, or None if there is no display. The display is a function of the number
    of finished cases and the total number.
    """
    if callable(progress):
        yield progress
        return
    with bar(progress) as shown:
        yield None if shown is None else lambda done, cases: shown.show(f"{done} of {cases} cases", done / cases)


def _notebook_handle() -> Any:
    """Return the handle of a display in the current notebook cell, or None outside of notebooks, for example in
    interactive terminals.
    """
    shell = sys.modules.get("IPython")
    if shell is None:
        return None
    with suppress(AttributeError):
        running = shell.get_ipython()
        if running is not None and getattr(running, "kernel", None) is not None:
            from IPython.display import HTML, display  # type: ignore[import-not-found]  # IPython is optional

            return display(HTML(""), display_id=True)
    return None


def _in_notebook(handle: Any) -> Callable[[str, float], None]:
    from IPython.display import HTML

    def tell(text: str, fraction: float) -> None:
        bar = f'<progress value="{fraction:.4f}" max="1" style="width: 20em"></progress>'
        handle.update(HTML(f"<div>{bar} <code>{escape(text)}</code></div>"))

    return tell


def _on_standard_error(text: str, fraction: float) -> None:
    with suppress(OSError, ValueError):
        sys.stderr.write(f"\r{100.0 * fraction:3.0f} % {text}".ljust(_WIDTH)[:_WIDTH])
        sys.stderr.flush()
