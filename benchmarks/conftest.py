"""Common functions of the benchmarks, which run a deck's integrator alone, without sensors and files."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.run.chunk_size import chunk_for

DECKS = Path(__file__).parent.parent / "decks"
sys.path.append(str(Path(__file__).parent))  # for `import peers`
sys.path.append(str(Path(__file__).parent.parent / "tests"))
from bytecode import keep_bytecode  # noqa: E402  it is beside the tests
from postgres_server import postgres  # noqa: E402, F401  the server of the job store's tests

keep_bytecode()


@pytest.fixture(scope="session")
def seconds_per_step() -> Callable[..., float]:
    """Return a function that measures the time per step [s] of a deck's integrator with a `clock`. The time is the
    smallest of several runs with compiled kernels.
    """

    def measure(
        deck: str, repeats: int = 5, clock: Callable[[], float] = time.perf_counter, **options: object
    ) -> float:
        checked = check_deck(deck if "@" in deck else DECKS / deck, Options(**options))
        assert checked.compiled is not None, [finding.as_json() for finding in checked.diagnostics]
        best = float("inf")
        for _ in range(repeats + 1):
            integrator = make_integrator(checked.compiled)
            chunk = chunk_for(checked.compiled, integrator, checked.compiled.schedule.rows)
            start = clock()
            while integrator.advance(chunk, 10**9) is None:
                chunk.count[0] = 0
            best = min(best, (clock() - start) / integrator.steps)
        return best

    return measure
