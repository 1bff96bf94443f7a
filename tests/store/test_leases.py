"""A chunk of cases has only one owner at a time, even if owners fail."""

import os
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest
from waiting import PATIENCE

from rbsolve.store import leases, records
from rbsolve.store.leases import Failure, Finish
from rbsolve.store.opening import open_store


def submit(store, cases=100, **options):
    return records.submit(store, name="s", folder="/nowhere", cases=cases, **options)


def finish(lease, shard="a.h5", failures=()):
    return Finish(lease, shard, lease.count - len(failures), tuple(failures))


def test_a_claim_cuts_a_study_into_chunks_that_cover_it_once(store):
    submit(store, 1000)
    seen = []
    while found := leases.claim(store, "me", 3, 64):
        assert len(found) <= 3
        assert all(lease.count <= 64 for lease in found)
        seen += [number for lease in found for number in lease.cases.tolist()]
    assert sorted(seen) == list(range(1000))


def test_whoever_claims_says_where_a_chunk_ends(store):
    submit(store, 20)
    found = leases.claim(store, "me", 3, lambda lease: 5 - lease.first % 4)
    assert [(lease.first, lease.count) for lease in found] == [(0, 5), (5, 4), (9, 4)]
    (rest,) = leases.claim(store, "me", 1, lambda lease: 99)
    assert (rest.first, rest.count) == (13, 7)
    assert len({lease.chunk for lease in (*found, rest)}) == 4


def test_only_the_study_that_is_asked_for(store):
    one, two = submit(store), submit(store)
    assert {lease.study for lease in leases.claim(store, "me", 9, 10, study=two)} == {two}
    assert {lease.study for lease in leases.claim(store, "me", 30, 100)} == {one, two}


def test_accounts_take_turns(store):
    """An account with many jobs is not delayed by other accounts, and does not delay other accounts. The test claims
    one chunk at a time, and then several chunks at a time.
    """
    for account, studies in (("ann", 4), ("bob", 1), ("carl", 2)):
        for _ in range(studies):
            submit(store, 1, account=account)
    served, order = {}, []
    while found := leases.claim(store, "me", 1, 1, served=served):
        order += [lease.account for lease in found]
        leases.finish(store, [finish(lease) for lease in found])
    assert sorted(order[:3]) == ["ann", "bob", "carl"]
    assert sorted(order[3:5]) == ["ann", "carl"]
    assert order[5:] == ["ann", "ann"]
    for account, cases in (("ann", 100), ("bob", 3)):
        submit(store, cases, account=account)
    running = [lease.account for lease in leases.claim(store, "me", 4, 1, served=served)]
    assert sorted(running) == ["ann", "ann", "bob", "bob"] or sorted(running) == ["ann", "ann", "ann", "bob"]
    later = submit(store, 1, account="carl")
    (lease,) = leases.claim(store, "other", 1, 1)
    assert lease.study == later  # no case of this account is being solved


def test_counts_are_kept(store):
    study = submit(store, 10)
    (lease,) = leases.claim(store, "me", 1, 10)
    assert records.find(store, study).state == "running"
    bad = [Failure(3, "diverged", "at t = 1"), Failure(4, "diverged", "at t = 2"), Failure(7, "memory-limit", "2 GiB")]
    assert leases.finish(store, [finish(lease, failures=bad)]) == []
    record = records.find(store, study)
    assert (record.done, record.failed, record.pending, record.state) == (7, 3, 0, "failed")
    assert records.reasons(store, study) == [("diverged", 2, "at t = 1"), ("memory-limit", 1, "2 GiB")]
    assert records.failures(store, study) == bad
    assert records.failure_of(store, study, 7) == bad[2]


def test_whoever_lost_a_lease_changes_nothing(store):
    study = submit(store, 10)
    (lost,) = leases.claim(store, "sleeper", 1, 10, seconds=-1.0)  # the lease has already expired
    (taken,) = leases.claim(store, "other", 1, 10)
    assert (taken.chunk, taken.epoch, taken.attempts) == (lost.chunk, lost.epoch + 1, 1)
    assert taken.count == 5  # the chunk is divided into halves, because it may contain the case that ended its owner
    assert leases.finish(store, [finish(lost, "late.h5")]) == [finish(lost, "late.h5")]
    assert leases.split(store, lost, [lost.cases[:1], lost.cases[1:]]) is False
    leases.release(store, [lost])
    assert leases.finish(store, [finish(taken)]) == []
    assert records.find(store, study).done == 5
    assert [chunk.shard for chunk in records.done_chunks(store, study)] == ["a.h5"]


def test_a_commit_whose_answer_was_lost_is_no_loss(store):
    study = submit(store, 10)
    (lease,) = leases.claim(store, "me", 1, 10)
    for _ in range(2):
        assert leases.finish(store, [finish(lease)]) == []
    assert records.find(store, study).done == 10


def test_heartbeats_prolong_and_tell_what_was_lost_and_cancelled(store):
    one, two = submit(store, 2), submit(store, 2)
    first, second = leases.claim(store, "me", 2, 2, seconds=-1.0)  # with seconds=-1.0, the lease has already expired
    assert leases.beat(store, "me") == ({(first.chunk, 1), (second.chunk, 1)}, set())
    assert leases.claim(store, "other", 9, 9) == []
    records.cancel(store, two)
    assert leases.beat(store, "me", seconds=-1.0) == ({(first.chunk, 1), (second.chunk, 1)}, {second.chunk})
    assert {lease.study for lease in leases.claim(store, "other", 9, 9)} == {one}
    assert leases.beat(store, "me")[0] == {(second.chunk, 1)}


def test_cancel_and_go_on(store):
    study = submit(store, 10)
    (lease,) = leases.claim(store, "me", 1, 4)
    assert records.cancel(store, study)
    assert leases.claim(store, "me", 9, 9) == []
    assert records.find(store, study).state == "running"  # four cases still run
    assert leases.finish(store, [Finish(lease, "", 0, cancelled=4)]) == []
    record = records.find(store, study)
    assert (record.state, record.cancelled, record.done) == ("cancelled", 10, 0)
    assert records.cancel(store, study) is False
    assert records.go_on(store, study) == 10
    assert sum(lease.count for lease in leases.claim(store, "me", 9, 9)) == 10
    assert records.find(store, study).cancelled == 0


@pytest.mark.parametrize("give_up", ["release", "split"])
def test_what_is_given_back_of_a_cancelled_study_is_cancelled(store, give_up):
    """If the chunk were not cancelled, it would wait forever, and so would a process that watches the study."""
    study = submit(store, 10)
    (lease,) = leases.claim(store, "me", 1, 10)
    records.cancel(store, study)
    if give_up == "release":
        leases.release(store, [lease])
    else:
        leases.split(store, lease, [lease.cases[:3], lease.cases[3:]])
    record = records.find(store, study)
    assert (record.state, record.cancelled, record.pending) == ("cancelled", 10, 0)
    assert records.go_on(store, study) == 10
    assert sum(lease.count for lease in leases.claim(store, "me", 9, 10)) == 10


def test_failed_cases_are_tried_again(store):
    study = submit(store, 10)
    (lease,) = leases.claim(store, "me", 1, 10)
    bad = [Failure(k, "diverged" if k < 5 else "crashed", "?") for k in (1, 4, 8)]
    leases.finish(store, [finish(lease, failures=bad)])
    assert records.try_again(store, study, [4, 8, 9]) == 2
    (again,) = leases.claim(store, "me", 1, 10)
    assert again.cases.tolist() == [4, 8]
    leases.finish(store, [finish(again, "b.h5", [Failure(8, "crashed", "once more")])])
    record = records.find(store, study)
    assert (record.done, record.failed, record.state) == (8, 2, "failed")
    assert records.reasons(store, study) == [("crashed", 1, "?"), ("diverged", 1, "?")]
    assert records.failure_of(store, study, 8).message == "once more"


def test_leases_that_run_out_again_and_again_end_with_one_case(store):
    submit(store, 8)
    sizes = []
    while not sizes or sizes[-1] > 1:
        sizes.append(leases.claim(store, "me", 1, 100, seconds=-1.0)[0].count)
    assert sizes == [8, 4, 1]


def test_chunks_are_split_by_hand(store):
    study = submit(store, 5)
    (lease,) = leases.claim(store, "me", 1, 5)
    assert leases.split(store, lease, [np.arange(0, 2), np.arange(2, 3), np.arange(3, 5)])
    found = leases.claim(store, "me", 9, 9)
    assert [lease.cases.tolist() for lease in found] == [[0, 1], [2], [3, 4]]
    assert records.find(store, study).pending == 5


def test_leases_of_a_process_that_is_gone_are_given_back(store):
    submit(store, 5)
    leases.claim(store, "gone", 1, 5)
    assert leases.owners(store) == ["gone"]
    assert leases.release_deserted(store, ["gone"]) == 1
    assert leases.claim(store, "me", 1, 5)[0].attempts == 0


def test_texts_may_hold_anything(store):
    study = submit(store, 1)
    (lease,) = leases.claim(store, "me", 1, 5)
    leases.finish(store, [finish(lease, failures=[Failure(0, "diverged", "nul \0, 'quote', Größe")])])
    assert "Größe" in records.failure_of(store, study, 0).message


CLAIMER = """
import sys
from rbsolve.store import leases
from rbsolve.store.leases import Finish
from rbsolve.store.opening import open_store
store = open_store(sys.argv[1])
while found := leases.claim(store, sys.argv[2], 2, 7):
    print(*(number for lease in found for number in lease.cases), flush=True)
    assert leases.finish(store, [Finish(lease, "x.h5", lease.count) for lease in found]) == []
"""


def test_eight_processes_take_no_case_twice(store, store_url):
    study = submit(store, 2000)
    workers = [
        subprocess.Popen([sys.executable, "-c", CLAIMER, store_url, f"w{k}"], stdout=subprocess.PIPE, text=True)
        for k in range(8)
    ]
    taken = [int(number) for worker in workers for number in worker.communicate(timeout=PATIENCE)[0].split()]
    assert [worker.returncode for worker in workers] == [0] * 8
    # With SKIP LOCKED, a claim may find nothing while another process holds the last chunk. The other cases are
    # pending, and are not lost.
    rest = [number for lease in leases.claim(store, "me", 9999, 9999) for number in lease.cases.tolist()]
    assert sorted(taken + rest) == list(range(2000))
    assert records.find(store, study).done == len(taken)


def test_many_threads_make_the_tables_once(store_url):
    opened, errors = [], []

    def open_one():
        try:
            opened.append(open_store(store_url))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=open_one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    for database in opened:
        assert records.find(database, "none") is None
        database.close()


def test_idle_connections_to_a_server_that_was_killed_cost_one_wait_together(postgres, monkeypatch):
    """Without a common wait, each connection would fail at its next use, and each failure would take longer."""
    store = open_store(postgres.new_database())
    waits = []

    def read(at_a_time):
        return store.read(lambda session: read(at_a_time - 1) if at_a_time > 1 else session.rows("SELECT 1"))

    read(6)
    os.kill(postgres.pid, signal.SIGKILL)
    postgres.start()
    monkeypatch.setattr("rbsolve.store.database.time", SimpleNamespace(monotonic=time.monotonic, sleep=waits.append))
    assert [list(row) for row in read(1)] == [[1]]
    assert len(waits) == 1
    store.close()


def test_postgresql_may_be_killed(postgres):
    store = open_store(postgres.new_database())
    study = submit(store, 4)
    (lease,) = leases.claim(store, "me", 1, 9)
    postgres.stop()
    timer = threading.Timer(1.0, postgres.start)
    timer.start()
    assert leases.finish(store, [finish(lease)]) == []
    timer.join()
    assert records.find(store, study).done == 4
    store.close()


def test_a_full_disk_is_a_reason(tmp_path):
    from rbsolve.store.errors import StoreError

    store = open_store(f"sqlite:///{tmp_path}/s.db")
    store._connection.execute("PRAGMA max_page_count=30")

    def fill():
        for _ in range(2000):
            submit(store)

    with pytest.raises(StoreError, match="full"):
        fill()
    store.close()


def test_a_pause_does_not_count_in_the_rate(store):
    study = submit(store, 40)

    def solved(owner, chunks, known=frozenset()):
        for _ in range(chunks):
            found = leases.claim(store, owner, 1, 4, known=known)
            known = {study}
            leases.finish(store, [finish(lease) for lease in found])

    def passed(seconds):
        """Move all recorded times into the past by some seconds."""
        store.transaction(
            lambda session: session.run(
                "UPDATE study SET started = started - :s, resumed = resumed - :s, finished = finished - :s", s=seconds
            )
        )

    assert records.find(store, study).rate is None
    solved("one", 2)
    passed(1000.0)
    assert records.find(store, study).rate == pytest.approx(8 / 1000, rel=0.01)
    passed(1000.0)
    (held,) = leases.claim(store, "two", 1, 4)
    assert records.find(store, study).rate is None  # the current rate is unknown
    leases.finish(store, [finish(held)])
    passed(200.0)
    assert records.find(store, study).rate == pytest.approx(4 / 200, rel=0.02)
    # the same owner continues, so the study has no pause, although it had no lease for some time
    solved("two", 1, known={study})
    assert records.find(store, study).rate == pytest.approx(8 / 200, rel=0.02)
    (held,) = leases.claim(store, "two", 1, 4, known={study})
    solved("three", 1)  # a second owner starts while the first owner works
    assert records.find(store, study).rate == pytest.approx(12 / 200, rel=0.02)
    leases.release(store, [held])
    records.cancel(store, study)
    records.go_on(store, study)
    passed(500.0)
    solved("three", 1, known={study})
    passed(100.0)
    assert records.find(store, study).rate == pytest.approx(4 / 100, rel=0.02)
    solved("three", 4, known={study})
    record = records.find(store, study)
    assert (record.done, record.state) == (40, "complete")
    passed(1000.0)
    assert records.find(store, study).rate == pytest.approx(
        20 / 100, rel=0.02
    )  # the rate since the current owners started to work


@pytest.mark.parametrize("at", [0, 1, 3])
@pytest.mark.parametrize("tried", [True, False])
def test_the_part_of_the_tried_case_has_one_more_attempt(store, at, tried):
    """An empty part before the first case or after the last case makes no chunk."""
    submit(store, 4)
    (lease,) = leases.claim(store, "me", 1, 4)
    parts = [lease.cases[:at], lease.cases[at : at + 1], lease.cases[at + 1 :]]
    assert leases.split(store, lease, parts, at if tried else -1)
    found = sorted(leases.claim(store, "me", 9, 4), key=lambda one: one.first)
    expected = [(part, int(tried and part == [at])) for part in map(list, parts) if part]
    assert [(one.cases.tolist(), one.attempts) for one in found] == expected
