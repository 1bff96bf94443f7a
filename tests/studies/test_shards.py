"""Rows of cases on their way into study.h5: blocks of a shard, and chunks of cases that end where blocks do."""

from pathlib import Path
from types import SimpleNamespace

import h5py
import numpy as np
import pytest

from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, parse_deck
from rbsolve.store.leases import Lease
from rbsolve.studies.running.shards import ShardCase, ShardWriter
from rbsolve.studies.running.supervisor import Supervisor


@pytest.fixture
def plans(deck):
    return CaseSolver(Variation(parse_deck(deck), Options())).solve({}).plans


@pytest.mark.parametrize("lengths", [(4, 4, 4, 4, 4, 4, 4), (0, 4, 2, 0, 3, 4, 1), (2, 4, 0, 5, 1, 5, 2)])
def test_a_shard_holds_the_rows_of_every_case_and_nothing_of_others(plans, tmp_path: Path, lengths):
    """The file is written in blocks of three, whose memory is used again; 0 rows: a case whose deck had errors."""
    number = np.arange(7)
    rows = {k: np.arange(3.0 * n).reshape(n, 3) + 100.0 * k for k, n in enumerate(lengths)}
    with ShardWriter(tmp_path / "a.h5", number, 3, None) as shard:
        for k, n in enumerate(lengths):
            failed = {"reason": "deck-error"} if n == 0 else {}
            sensors = {plan.name: rows[k] for plan in plans}
            shard.add(ShardCase(k, plans if n else (), 0.1 * np.arange(n), sensors, **failed))
        shard.finish()
    with h5py.File(tmp_path / "a.h5") as file:
        for plan in plans:
            found = file[f"sensors/{plan.name}"][()]
            assert found.shape == (7, max(lengths), 3)
            for k, n in enumerate(lengths):
                assert found[k, :n].tobytes() == rows[k].tobytes()
                assert np.isnan(found[k, n:]).all()


@pytest.mark.parametrize(("cases", "block", "speed"), [(1000, 8, 40), (1000, 8, 3), (1000, 7, 10**6), (50, 64, 5)])
def test_chunks_end_where_blocks_do(cases, block, speed):
    """Of a study with `block` cases in a block, when a chunk may have `speed`: none has more, and none but short ones cuts a block."""
    # of the engine only the number of its slots is asked for, and of the store nothing
    supervisor = Supervisor(None, SimpleNamespace(slots=2), "s")  # type: ignore[arg-type]
    supervisor._blocks["s"], supervisor._sizes["s"] = block, speed
    chunks, first = [], 0
    while first < cases:
        size = supervisor._size(Lease(1, 1, "s", "", "study", "", first, cases - first, None, 0))
        chunks.append((first, min(first + size, cases)))
        first += size
    for start, stop in chunks:
        assert 1 <= stop - start <= speed
        assert stop % block == 0 or stop == cases or start // block == stop // block


def test_a_damaged_study_is_no_matter_of_who_hands_cases_out(tmp_path: Path):
    """A worker has other studies too; who is to solve cases of this one says what is wrong with it."""
    (tmp_path / "study.toml").write_text("cases = ")
    # of the engine only the number of its slots is asked for, and of the store nothing
    supervisor = Supervisor(None, SimpleNamespace(slots=2), folder=tmp_path)  # type: ignore[arg-type]
    assert 1 <= supervisor._size(Lease(1, 1, "s", "", "study", "", 0, 50, None, 0)) <= 50
