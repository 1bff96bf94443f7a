"""Rows of cases before they are in study.h5. The rows are stored in blocks of a shard and in chunks of cases."""

import time
from pathlib import Path
from types import SimpleNamespace

import h5py
import numpy as np
import pytest

from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, parse_deck
from rbsolve.store.leases import Finish, Lease
from rbsolve.studies.collecting.tables import write_table
from rbsolve.studies.running import shards
from rbsolve.studies.running.shard_case import ShardCase
from rbsolve.studies.running.supervisor import Supervisor


@pytest.fixture
def plans(deck):
    return CaseSolver(Variation(parse_deck(deck), Options())).solve({}).plans


@pytest.mark.parametrize("lengths", [(4, 4, 4, 4, 4, 4, 4), (0, 4, 2, 0, 3, 4, 1), (2, 4, 0, 5, 1, 5, 2), (0, 0)])
@pytest.mark.parametrize("block_rows", [1, 3, 4, 100])
def test_a_shard_holds_the_rows_of_every_case_and_nothing_of_others(
    plans, tmp_path: Path, monkeypatch, lengths, block_rows
):
    """Rows are written in blocks, whose memory is reused. A case with 0 rows is a case whose deck had errors. From the
    third case on, a parameter gives another number of sensors, and the first sensor is absent.
    """
    monkeypatch.setattr(shards, "BLOCK_BYTES", 8 * 3 * block_rows)
    first, other = plans
    rows = {k: np.arange(3.0 * n).reshape(n, 3) + 100.0 * k for k, n in enumerate(lengths)}
    with shards.ShardWriter(tmp_path / "a.h5", np.arange(len(lengths)), None) as shard:
        for k, n in enumerate(lengths):
            failed = {"reason": "deck-error"} if n == 0 else {}
            plan = first if k < 3 else other
            shard.add(ShardCase(k, (plan,) if n else (), 0.1 * np.arange(n), {plan.name: rows[k]}, **failed))
        shard.finish()
    with h5py.File(tmp_path / "a.h5") as file:
        assert file["rows"][()].tolist() == list(lengths)
        starts = np.cumsum([0, *lengths])
        for plan, mine in ((first, range(3)), (other, range(3, len(lengths)))):
            if not any(lengths[k] for k in mine if k < len(lengths)):
                assert plan.name not in file["sensors"]
                continue
            found = file[f"sensors/{plan.name}"][()]
            assert found.shape == (sum(lengths), 3)
            for k, n in enumerate(lengths):
                of_case = found[starts[k] : starts[k] + n]
                assert of_case.tobytes() == rows[k].tobytes() if k in mine else np.isnan(of_case).all()


@pytest.mark.parametrize(("cases", "speed"), [(1000, 40), (1000, 3), (1000, 10**6), (50, 5)])
def test_chunks_are_as_long_as_the_solver_is_fast(cases, speed):
    # The supervisor uses only the number of slots of the engine, and does not use the store.
    supervisor = Supervisor(None, SimpleNamespace(slots=2), "s")  # type: ignore[arg-type]
    supervisor._sizes["s"] = speed
    assert supervisor._size(Lease(1, 1, "s", "", "study", "", 0, cases, None, 0)) == min(speed, cases // 4)


@pytest.mark.parametrize(("taken", "seconds"), [(1.0, 0.5), (20.0, 2.0), (1000.0, 6.0)])
def test_cases_of_a_study_end_often_at_first(monkeypatch, taken, seconds):
    """A study has 1000 cases of 0.01 s. A chunk takes half a second at first, then a tenth of the elapsed time, and at
    most 6 s.
    """
    supervisor = Supervisor(None, SimpleNamespace(slots=1), "")  # type: ignore[arg-type]  # a stand-in
    supervisor._began["s"] = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: 100.0 + taken)
    supervisor._learn(Finish(Lease(1, 1, "s", "", "study", "", 0, 100, None, 0), "", 100, seconds=1.0))
    assert supervisor._size(Lease(2, 1, "s", "", "study", "", 0, 1000, None, 0)) == 100 * seconds


def test_words_of_a_table_are_no_formulas(tmp_path):
    table = {"case": np.arange(2), "=x": np.array([-1.5, np.nan]), "message": np.array(["@SUM(1)", "-"], dtype=object)}
    write_table(table, tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_text() == "case,'=x,message\n0,-1.5,'@SUM(1)\n1,,'-\n"


def test_a_case_that_did_not_run_has_no_rows_steps_and_time():
    case = ShardCase(3)
    assert (case.number, case.rows, case.steps, case.rejected_steps, case.newton_iterations) == (3, 0, 0, 0, 0)
    assert (case.wall_time, case.reason, case.message, case.findings, case.plans) == (0.0, "", "", (), ())
