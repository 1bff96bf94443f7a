"""The diagnostics that a run prints."""

from __future__ import annotations

from types import SimpleNamespace

from rbsolve.cli.commands.run import say_run_findings
from rbsolve.solver.model.findings import Finding, FindingLog


def test_of_each_kind_the_first_ones_are_printed(capsys):
    log = FindingLog()
    for i in range(30):
        log.report(0.1 * i, "warning", "small-steps", f"number {i}", "body b")
    log.report(0.5, "note", "steps-in-parts", "once")
    failure = Finding(3.0, "error", "diverged", "which the message of the run says")
    say_run_findings(SimpleNamespace(findings=(*log.findings, failure)))
    assert capsys.readouterr().err.splitlines() == [
        "warning[small-steps]: t = 0 s: body b: number 0",
        "warning[small-steps]: t = 0.1 s: body b: number 1",
        "warning[small-steps]: t = 0.2 s: body b: number 2",
        "note[steps-in-parts]: t = 0.5 s: once",
        "27 more diagnostics small-steps: use `rbsolve info` on the results to list them",
    ]
