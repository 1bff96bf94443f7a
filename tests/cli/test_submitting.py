"""`rbsolve submit` and `rbsolve serve` without a server, and searches from several starts that are interrupted."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from rbsolve.cli.commands import serve
from rbsolve.cli.study_display import StudyDisplay
from rbsolve.pipeline.findings import as_json
from rbsolve.service import client as clients
from rbsolve.service.client import ServiceError
from rbsolve.solver.model.findings import Finding

WARNING = Finding(math.nan, "warning", "unused-object", "nothing uses p", "point p")
ERROR = Finding(0.5, "error", "diverged", "the run diverged")


class Stand:
    """A client of a service that answers with one job, and records what is asked."""

    def __init__(self, ended, findings=()):
        self.ended, self.findings, self.asked = ended, list(findings), []
        self.server = "http://127.0.0.1:8732"

    def __call__(self, server, token):
        self.asked.append(("client", server, token))
        return self

    def submit(self, deck, **options):
        self.asked.append(("submit", deck.name, options["name"]))
        return {"id": "j7"}

    def wait(self, identity):
        self.asked.append(("wait", identity))
        state, message = self.ended
        return {"id": identity, "state": state, "message": message, "findings": self.findings}

    def fetch(self, identity, output):
        self.asked.append(("fetch", identity, str(output)))


@pytest.fixture
def submit(here, monkeypatch):
    def run(*words, ended=("complete", ""), findings=()):
        stand = Stand(ended, findings)
        monkeypatch.setattr(clients, "Client", stand)
        monkeypatch.setenv("RBSOLVE_TOKEN", "secret")
        done = here("submit", "good.deck", *words)
        return done, stand.asked[1:], stand.asked[0]

    return run


PAGE = "http://127.0.0.1:8732/#/jobs/j7"
SUBMITTED = ("submit", "good.deck", "good")


@pytest.mark.parametrize(
    ("words", "ended", "code", "asked", "err"),
    [
        ((), None, 0, [], [PAGE]),
        (("-q",), None, 0, [], []),
        (("--wait",), ("complete", ""), 0, ["wait"], [PAGE, "complete"]),
        (("--wait", "-q"), ("complete", ""), 0, ["wait"], []),
        (("--wait",), ("failed", "it diverged"), 3, ["wait"], [PAGE, "failed: it diverged"]),
        (("--wait", "-q"), ("failed", "it diverged"), 3, ["wait"], []),
        (("-o", "o.h5"), ("complete", ""), 0, ["wait", "fetch"], [PAGE, "complete"]),
        (("-o", "o.h5"), ("failed", "it diverged"), 3, ["wait", "fetch"], [PAGE, "failed: it diverged"]),
        (("-o", "o.h5"), ("cancelled", ""), 3, ["wait"], [PAGE, "cancelled"]),
    ],
)
def test_a_job_is_submitted_and_awaited_if_that_is_wanted(submit, words, ended, code, asked, err):
    done, told, client = submit(*words, ended=ended or ("queued", ""))
    steps = {"wait": ("wait", "j7"), "fetch": ("fetch", "j7", "o.h5")}
    assert (done.returncode, done.stdout) == (code, "j7\n")
    assert told == [SUBMITTED, *(steps[name] for name in asked)]
    assert done.stderr.splitlines() == err
    assert client[2] == "secret"


def test_the_warnings_of_a_job_are_told_with_the_name_of_the_deck(submit):
    sent = WARNING._replace(file=clients.SENT_AS, line=3)
    included = WARNING._replace(file="part.dat", line=4)
    done, _, _ = submit("--wait", ended=("failed", "it diverged"), findings=as_json([sent, included, ERROR]))
    assert done.stderr.splitlines() == [
        PAGE,
        "good.deck:3: warning[unused-object]: nothing uses p",
        "part.dat:4: warning[unused-object]: nothing uses p",
        "failed: it diverged",
    ]


def test_a_service_that_refuses_is_told(submit, monkeypatch):
    def refuse(self, deck, **options):
        raise ServiceError(429, "5 jobs are waiting or running, which is the maximum for an account")

    monkeypatch.setattr(Stand, "submit", refuse)
    done, _, _ = submit("--wait")
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr == "rbsolve: 5 jobs are waiting or running, which is the maximum for an account\n"


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_port_in_use_is_told_and_the_worker_ends(here, monkeypatch, workers):
    from rbsolve.service import application, serving

    stopped, made = [], []

    class Worker:
        def __init__(self, arguments, store, jobs):
            made.append(jobs)

        def stop(self, seconds):
            stopped.append(seconds)

    class Server:
        started, servers = True, ()

        def run(self):
            raise SystemExit(1)

    monkeypatch.setattr(serve, "_Worker", Worker)
    monkeypatch.setattr(serve.signal, "signal", lambda *_: None)
    monkeypatch.setattr(application, "create_application", lambda settings: settings)
    monkeypatch.setattr(serving, "make_server", lambda settings, host, port: Server())
    done = here("serve", "--data", "D", "--port", "8732", "--workers", workers)
    assert done.returncode == 4
    assert done.stderr.splitlines()[-1] == "rbsolve: cannot listen on 127.0.0.1:8732"
    assert (made, stopped) == (([2], [serving.STOP_SECONDS]) if workers == "2" else ([], []))


def test_an_address_is_announced_in_the_form_of_a_browser(capsys):
    socket = SimpleNamespace(getsockname=lambda: ("::1", 4567, 0, 0))
    server = SimpleNamespace(started=True, servers=[SimpleNamespace(sockets=[socket])])
    serve._announce(server, "::1")
    serve._announce(server, "127.0.0.1")
    assert capsys.readouterr().err.splitlines() == ["http://[::1]:4567/", "http://127.0.0.1:4567/"]


@pytest.mark.parametrize(("version", "blocks", "found"), [(0, False, "none"), (3, False, "Landlock 3")])
def test_a_sandbox_that_is_missing_is_refused_if_it_is_required(monkeypatch, version, blocks, found):
    from rbsolve.cli.exit_codes import UsageError
    from rbsolve.studies.running import confinement

    monkeypatch.setattr(confinement, "landlock_version", lambda: version)
    monkeypatch.setattr(confinement, "blocks_network", lambda given: blocks)
    for wanted in ("auto", "off"):
        serve.check_sandbox(wanted)
    with pytest.raises(UsageError) as refused:
        serve.check_sandbox("require")
    assert str(refused.value) == (
        f"--sandbox require: this needs a Linux kernel with Landlock 4 or later; found: {found}"
    )
    monkeypatch.setattr(confinement, "blocks_network", lambda given: True)
    serve.check_sandbox("require")


def test_the_ends_of_searches_are_told_once(monkeypatch, capsys):
    from rbsolve.cli.starts import _Display
    from rbsolve.studies.starts import ends

    def end(value):
        return SimpleNamespace(value=value, parameters={"L": 1.0}, status="complete", iterations=2, message="")

    found = {0: end(1.0)}
    monkeypatch.setattr(ends, "ends_of", lambda folder: dict(found))
    display, quiet = _Display(False, None), _Display(True, None)
    for done, number in ((0, None), (1, 1), (1, 2), (2, None)):
        if number is not None:
            found[number] = end(float(number))
        record = SimpleNamespace(done=done, failed=0)
        display.look(record)
        quiet.look(record)
    assert isinstance(display.study, StudyDisplay)
    assert capsys.readouterr().err.splitlines() == [
        "start 1: 1, L = 1; complete after 2 iterations",
        "start 2: 2, L = 1; complete after 2 iterations",
    ]
