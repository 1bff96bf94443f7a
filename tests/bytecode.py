"""Processes that tests and benchmarks start find bytecode on disk, as after an installation."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile


def keep_bytecode() -> None:
    """If the environment forbids `__pycache__` beside the sources, keep bytecode in a temporary folder. Processes that
    run tests in parallel use the folder too. In each process, compiling all sources would take longer than importing
    numpy.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        folder = tempfile.mkdtemp(prefix="rbsolve-bytecode-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
