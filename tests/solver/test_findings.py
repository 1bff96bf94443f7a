"""Diagnostics of a run. The tests check the number of listed diagnostics, their order, and that a return to an earlier
state discards later diagnostics.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from rbsolve.language.diagnostics import Code
from rbsolve.pipeline import check_deck
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.model.findings import (
    MOST_OF_A_CODE,
    NOTE,
    RUN_CODES,
    WARNING,
    Finding,
    FindingLog,
    in_order,
    warnings_among,
)
from rbsolve.solver.model.memory import Snapshot, capture, restore
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.loop import simulate

FALL = """@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {ball} { @MASS_PROPERTY_NAME {m} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }"""


class NoRows:
    def write(self, time, sensors, diagnostics, motion):
        pass


def test_a_log_lists_the_first_of_a_code_and_counts_the_others():
    log = FindingLog()
    for i in range(MOST_OF_A_CODE + 7):
        log.report(i, WARNING, "steps-in-parts", f"step {i}", "body a")
    log.report(0.5, NOTE, "small-steps", "small")
    *listed, rest = [found for found in log.findings if found.code == "steps-in-parts"]
    assert [found.time for found in listed] == list(range(MOST_OF_A_CODE))
    assert (rest.time, rest.severity, rest.count) == (MOST_OF_A_CODE + 6, WARNING, 7)
    assert warnings_among(log.findings) == MOST_OF_A_CODE + 7
    assert [found.time for found in log.findings] == sorted(found.time for found in log.findings)


def test_a_code_that_no_table_explains_is_refused():
    with pytest.raises(KeyError):
        FindingLog().report(0.0, NOTE, "no-such-code", "")


def test_codes_are_slugs_of_their_own_with_a_sentence():
    assert not set(RUN_CODES) & {code.value for code in Code}
    assert {outcome.name.lower().replace("_", "-") for outcome in Outcome} - set(RUN_CODES) == {
        "complete",
        "interrupted",
    }
    for code, sentence in RUN_CODES.items():
        assert code == code.lower()
        assert " " not in code
        assert sentence.endswith(".")


def test_the_order_is_that_of_time_with_the_failure_last():
    end, late, early = (
        Finding(2.0, "error", "diverged", ""),
        Finding(2.0, NOTE, "small-steps", ""),
        Finding(1.0, NOTE, "z", ""),
    )
    assert in_order([end, late, early]) == (early, late, end)


def test_a_finding_in_a_line():
    of_run = Finding(0.25, WARNING, "small-steps", "they are small", "body b")
    of_check = Finding(math.nan, NOTE, "unused-object", "nobody uses it", "point P", "", "a/b.deck", 3)
    assert str(of_run) == "warning[small-steps]: t = 0.25 s: body b: they are small"
    assert str(of_check) == "a/b.deck:3: note[unused-object]: nobody uses it"


def test_an_engine_that_goes_back_forgets_what_it_reported_since():
    compiled = check_deck(FALL).compiled
    engine = make_engine(compiled)
    snapshot = Snapshot(engine, but="_state")
    engine.log.report(0.1, NOTE, "small-steps", "one")
    kept, before = capture(engine), engine.findings
    engine.log.report(0.2, NOTE, "small-steps", "two")
    restore(engine, *kept)
    assert engine.findings == before
    snapshot.put_back()
    assert engine.findings == ()


def test_a_sensor_reports_of_a_row():
    checked = check_deck(FALL)
    plan = checked.sensors[0]

    def evaluate(rows):
        for row in np.flatnonzero(np.isclose(rows.time, 0.3) | np.isclose(rows.time, 0.7)):
            rows.report(int(row), NOTE, "small-steps", "here", "body ball")
        return plan.evaluate(rows)

    summary = simulate(checked.compiled, [replace(plan, evaluate=evaluate)], NoRows())
    assert [(round(found.time, 9), found.object) for found in summary.findings] == [
        (0.3, "body ball"),
        (0.7, "body ball"),
    ]
