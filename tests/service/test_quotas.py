"""The quotas of an account, at and below their limits."""

from types import SimpleNamespace

import pytest

from rbsolve.service.problems import Problem
from rbsolve.service.requests import shared
from rbsolve.service.settings import Quotas
from rbsolve.store.accounts import Account

USED = SimpleNamespace(jobs=4, running=2, seconds=30.0)
NONE = {"jobs": None, "running": None, "seconds_a_day": None, "bytes": None}


def check(monkeypatch, role, quotas, size=3_600_000):
    monkeypatch.setattr(shared.jobs, "usage", lambda database, name: USED)
    house = SimpleNamespace(bytes_of=lambda name: size)
    settings = SimpleNamespace(quotas=Quotas(**{**NONE, **quotas}))
    shared.check_quotas(SimpleNamespace(settings=settings, database=None, house=house), Account("ann", role))


@pytest.mark.parametrize(
    ("quotas", "words", "wait"),
    [
        ({"jobs": 4}, "4 jobs are waiting or running, which is the maximum for an account", None),
        ({"running": 2}, "2 jobs are running, which is the maximum for an account", "5"),
        ({"seconds_a_day": 30.0}, "the account has used its 30 solver seconds of this day", "3600"),
        ({"bytes": 3_600_000}, "results of 4 MB are stored, which is the maximum for an account", "3600"),
    ],
)
def test_an_account_at_a_quota_is_refused_until_later(monkeypatch, quotas, words, wait):
    with pytest.raises(Problem) as refused:
        check(monkeypatch, "user", quotas)
    assert (refused.value.status, refused.value.detail) == (429, words)
    if wait is not None:
        assert refused.value.headers["Retry-After"] == wait
    check(monkeypatch, "admin", quotas)
    ((name, limit),) = quotas.items()
    check(monkeypatch, "user", {name: limit + 1})


def test_an_account_without_quotas_is_never_refused(monkeypatch):
    check(monkeypatch, "user", {})
