"""The number of lanes, which follows from the vectors of the processor."""

import pytest

from rbsolve.ensemble.lanes import lanes_of_processor
from rbsolve.solver.compiler import machine


@pytest.mark.parametrize(
    ("features", "bits", "lanes"),
    [({"sse2", "avx2", "avx512f"}, 512, 8), ({"sse2", "avx2"}, 256, 16), ({"sse2"}, 128, 1), (set(), 128, 1)],
)
def test_lanes_fill_the_vectors_of_the_processor(features, bits, lanes, monkeypatch):
    monkeypatch.setattr(machine, "features", lambda: frozenset(features))
    assert machine.vector_bits() == bits
    assert lanes_of_processor.__wrapped__() == lanes
