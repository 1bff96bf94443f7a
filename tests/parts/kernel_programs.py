"""Programs with a kernel. The programs run with machine code in a separate folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SMALL = """
import sys, numpy as np
from typing import NamedTuple
from rbsolve.solver.kernel import kernel

class Pair(NamedTuple):
    a: np.ndarray
    b: np.ndarray

@kernel
def combined(pair, factor):
    total = 0.0
    for i in range(pair.a.shape[0]):
        total += factor * pair.a[i] + pair.b[i, 0]
    return total

print(combined(Pair(np.arange(3.0), np.ones((3, 2))), 2.0), "numba" in sys.modules)
"""


def start(folder: Path, program: str = SMALL, **environment: str) -> subprocess.Popen[str]:
    script = folder / "small.py"
    if not script.exists() or script.read_text() != program:  # a process that starts may be reading this file
        script.write_text(program)
    everything = {**os.environ, "NUMBA_CACHE_DIR": str(folder), "NUMBA_BOUNDSCHECK": "0", **environment}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen([sys.executable, script], env=everything, text=True, **pipes)
