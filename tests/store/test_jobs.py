"""The data of the service in the store, on both databases."""

from rbsolve.store import accounts, jobs, leases, records
from rbsolve.store.accounts import Account
from rbsolve.store.jobs import Report
from rbsolve.store.leases import Failure, Finish
from rbsolve.store.tags import set_tags, tags_of


def make_job(store, account, name="j", key=None, digest="d", kind="job"):
    record = {"id": records.new_id(), "kind": kind, "name": name, "account": account, "folder": name, "cases": 1}
    return jobs.submit_once(store, record, kind, key, digest)


def test_a_key_counts_once_for_each_account_and_route(store):
    first, new = make_job(store, "ann", key="k")
    assert new
    assert make_job(store, "ann", key="k") == (first, False)
    assert make_job(store, "ann", key="k", digest="other") is None
    assert make_job(store, "bob", key="k")[1]
    assert make_job(store, "ann", key="k", kind="study")[1]
    assert jobs.find_earlier_use(store, "ann", "job", "k") == ("d", first)
    assert len(jobs.page(store, Account("ann"), "job", "", None, 9)) == 1


def test_pages_of_a_list_follow_each_other(store):
    wanted = [make_job(store, "ann")[0] for _ in range(5)]
    make_job(store, "bob")
    seen, before = [], None
    while found := jobs.page(store, Account("ann"), "job", "", before, 2):
        seen += [record.id for record in found]
        before = (found[-1].created, found[-1].id)
    assert sorted(seen) == sorted(wanted)
    assert len(jobs.page(store, Account("root", "admin"), "job", "queued", None, 99)) == 6
    assert jobs.page(store, Account("ann"), "job", "complete", None, 99) == []


def test_progress_and_states(store):
    identity = make_job(store, "ann")[0]
    assert jobs.live_states(store, [identity])[identity].state == "queued"
    (lease,) = leases.claim(store, "me", 1, 1)
    jobs.report_progress(store, [Report(identity, 0.5, 0.25, 2.0)])
    jobs.report_progress(store, [Report(identity, 1.0, 0.5, 2.0, findings=3)])
    live = jobs.live_states(store, [identity])[identity]
    assert (live.state, live.time, live.fraction, live.findings) == ("running", 1.0, 0.5, 3)
    leases.finish(store, [Finish(lease, "", 0, (Failure(0, "diverged", "at t = 1"),), seconds=3.0)])
    after = jobs.live_states(store, [identity])[identity]
    assert (after.state, after.message) == ("failed", "at t = 1")
    assert after.changed >= live.changed
    assert jobs.usage(store, "ann") == jobs.Usage(0, 0, 0, 3.0)
    assert jobs.counts(store) == [("job", "failed", 1)]
    assert [kept.folder for kept in jobs.list_kept(store, "ann")] == ["j"]


def test_tags_find_jobs_again(store):
    one, other = make_job(store, "ann")[0], make_job(store, "ann")[0]
    set_tags(store, one, ["wing", "Böe 2", "wing"])
    set_tags(store, other, ["wing"])
    set_tags(store, "0" * 20, ["nothing has this"])
    assert tags_of(store, [one, other, "0" * 20]) == {one: ["Böe 2", "wing"], other: ["wing"], "0" * 20: []}

    def with_tag(tag, account="ann"):
        return {record.id for record in jobs.page(store, Account(account), "job", "", None, 9, tag)}

    assert with_tag("wing") == {one, other}
    assert with_tag("Böe 2") == {one}
    assert with_tag("win") == with_tag("wing", "bob") == with_tag("wing' OR 1=1 --") == set()
    set_tags(store, one, [])
    assert with_tag("wing") == {other}
    records.cancel(store, other)
    assert jobs.retire(store, other) is not None
    set_tags(store, other, ["late"])
    assert tags_of(store, [other]) == {other: []}


def test_tokens_are_found_by_what_they_are_and_kept_as_digests(store):
    token = accounts.create_token(store, "ann", "admin")
    assert accounts.find_account(store, token) == Account("ann", "admin")
    assert accounts.find_account(store, token + "x") is None
    assert accounts.find_account(store, "\0\udc80") is None
    assert [(t.name, t.role, t.revoked) for t in accounts.list_tokens(store)] == [("ann", "admin", None)]
    assert accounts.revoke_tokens(store, "ann") == 1
    assert accounts.find_account(store, token) is None
    assert accounts.revoke_tokens(store, "ann") == 0
