"""The solver seconds of a chunk, which count towards the quota of an account."""

import time

from rbsolve.solver.compiler.progress import measure_compilation
from rbsolve.studies.running.cases import Cases
from rbsolve.studies.running.page import Page
from rbsolve.studies.running.solver import solve_chunk


def test_compiling_is_no_solving(deck, rbsolve, tmp_path, monkeypatch):
    """The time of compilation among the cases is omitted from their seconds."""
    assert rbsolve("sweep", deck, "-p", "spin=1,2", "-o", tmp_path / "s", "-j", 1) == 0
    solve = Cases.solve

    def compiles_first(self, numbers):
        with measure_compilation("a kernel"):
            time.sleep(0.2)
        yield from solve(self, numbers)

    monkeypatch.setattr(Cases, "solve", compiles_first)
    began = time.perf_counter()
    order = {"folder": str(tmp_path / "s"), "first": 0, "count": 2, "shard": "again.h5"}
    answer = solve_chunk(order, Page(), {}, lambda: False)
    wall = time.perf_counter() - began
    assert answer["done"] == 2
    assert 0.0 < answer["seconds"] <= wall - 0.2
