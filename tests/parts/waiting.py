"""Wait for a condition, never for a fixed time."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 300.0
"""Seconds until a test fails because a condition is not met. No condition takes so long on a busy machine."""


def wait_until(condition: Callable[[], T], process: subprocess.Popen[str] | subprocess.Popen[bytes] | None = None) -> T:
    """Return the first result of `condition` that is true. If a process must reach the condition, the process must not
    end earlier."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert process is None or process.poll() is None, f"ended with {process.returncode}"
        assert time.monotonic() < end, f"not within {PATIENCE:g} s"
        time.sleep(0.02)
    return found
