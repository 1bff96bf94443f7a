"""Data that a service deletes automatically."""

from __future__ import annotations

import os
from contextlib import closing

import pytest

from rbsolve.cli import main
from rbsolve.service.housekeeping import House
from rbsolve.service.settings import Settings
from rbsolve.store import jobs, leases, records
from rbsolve.store.accounts import Account
from rbsolve.store.opening import open_store

SIZE = 1000
AGE = "UPDATE study SET created = created + :seconds, finished = finished + :seconds WHERE id = :id"


@pytest.fixture
def database(tmp_path):
    with closing(open_store(f"sqlite:///{tmp_path}/store.db")) as database:
        yield database


@pytest.fixture
def house(tmp_path, database):
    """`house(keep_days=..., keep_bytes=...)` creates the data folder of a service."""
    data = tmp_path / "data"
    data.mkdir()
    return lambda **limits: House(Settings(store=database.url, data=data, **limits), database)


@pytest.fixture
def made(tmp_path, database):
    """`made("ann")` is a job of ann's with a file of `SIZE` bytes. Each job is a second younger than the previous job."""
    seconds = iter(range(-100, 0))

    def make(account, *, ends=True):
        identity = records.new_id()
        folder = tmp_path / "data" / identity
        folder.mkdir()
        (folder / "results.h5").write_bytes(bytes(SIZE))
        records.submit(database, name="job", folder=identity, cases=1, kind="job", account=account, identity=identity)
        (lease,) = leases.claim(database, "worker", 1, 1, identity)
        if ends:
            assert leases.finish(database, [leases.Finish(lease, "", 1, seconds=2.0)]) == []
        age = {"id": identity, "seconds": next(seconds)}
        database.transaction(lambda session: session.run(AGE, **age))
        return identity

    return make


def kept_jobs(database, account):
    return [record.id for record in jobs.page(database, Account(account), "job", "", None, 100)][::-1]


def test_the_oldest_of_too_many_are_deleted(tmp_path, database, house, made):
    """The service deletes only the necessary number of jobs. The service deletes no job of another account and no
    running job."""
    first, second, third = (made("ann") for _ in range(3))
    runs, other = made("ann", ends=False), made("bob")
    assert house().bytes_of("ann") == 4 * SIZE
    assert house().tidy() == house(keep_bytes=4 * SIZE, keep_days=1.0).tidy() == 0
    assert house(keep_bytes=3 * SIZE).tidy() == 1
    assert kept_jobs(database, "ann") == [second, third, runs]
    assert kept_jobs(database, "bob") == [other]
    assert not (tmp_path / "data" / first).exists()
    assert house(keep_bytes=1).tidy() == 3
    assert kept_jobs(database, "ann") == [runs]
    assert (tmp_path / "data" / runs / "results.h5").exists()
    assert jobs.usage(database, "ann").seconds == 6.0


def test_what_is_old_is_deleted(database, house, made):
    for _ in range(2):
        made("ann")
    runs = made("ann", ends=False)
    assert house(keep_days=1.0).tidy() == 0
    assert house(keep_days=-1.0).tidy() == 2
    assert kept_jobs(database, "ann") == [runs]
    assert jobs.forget_retired(database, 1000.0) == 0
    assert jobs.forget_retired(database, 0.0) == 2
    assert jobs.usage(database, "ann").seconds == 0.0


def test_doctor_says_what_is_kept(tmp_path, made, capsys, database):
    for name in ("none", "data"):
        (tmp_path / name).mkdir()
    for account in ("ann", "ann", "bob", ""):
        made(account)
    assert main(["doctor", "--data", str(tmp_path / "data"), "--store", database.url]) == 0
    said = [line.split("  ") for line in capsys.readouterr().out.splitlines()]
    told = {words[0]: words[-1].strip() for words in said}
    assert told["account ann"] == "2 kept, 0.0 MB"
    assert told["no account"] == told["account bob"] == "1 kept, 0.0 MB"
    assert float(told["free"].split()[0]) > 0.0
    assert main(["doctor", "--data", str(tmp_path / "none")]) == 2


def test_what_nobody_knows_goes_after_a_day(tmp_path, house, made):
    known, stray, fresh, own = made("ann"), "a" * 20, "b" * 20, "notes"
    data = tmp_path / "data"
    for name in (stray, fresh, own):
        (data / name).mkdir()
    for name in (known, stray, own):
        os.utime(data / name, (0, 0))
    house().tidy()
    assert {path.name for path in data.iterdir()} == {known, fresh, own}
