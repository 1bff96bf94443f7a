"""A service of its own for the page."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from service_process import serve  # noqa: F401


@pytest.fixture(scope="module")
def token(serve: Callable[..., str]) -> Callable[[Path], str]:  # noqa: F811
    """`token(data)`: a new token of a service."""

    def create(data: Path) -> str:
        command = [sys.executable, "-m", "rbsolve", "token", "create", "ada", "--data", str(data)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1]

    return create
