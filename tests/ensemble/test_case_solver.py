"""One solver describes, compiles and solves many cases of a deck, each as if it were alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hinges import HINGE, decks

from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.language.diagnostics import Code
from rbsolve.language.many import Many
from rbsolve.language.recall import Recall
from rbsolve.pipeline import Options, check_parsed, model, parse_deck

DECKS = Path(__file__).parents[2] / "decks"


def test_a_case_is_described_as_if_it_were_alone():
    parsed = parse_deck(HINGE % ("", "", "GENERALIZED_ALPHA", ""))
    variation = Variation(parsed, Options())
    lengths, inertias = np.linspace(0.5, 1.5, 9), set()
    for length in lengths:
        alone = check_parsed(parsed, Options(parameters={"L": float(length)}))
        again = variation.check({"L": float(length)})
        assert list(again.description.objects) == list(alone.description.objects)
        for kind, objects in alone.description.objects.items():
            assert {name: block.values for name, block in objects.items()} == {
                name: block.values for name, block in again.description.of_kind(kind).items()
            }
        assert again.description.parameters == alone.description.parameters
        assert again.compiled.model.bodies.inertia.tobytes() == alone.compiled.model.bodies.inertia.tobytes()
        inertias.add(again.compiled.model.bodies.inertia.tobytes())
    assert len(inertias) == len(lengths)


def test_a_solver_of_cases_can_be_stopped():
    variation = Variation(parse_deck(DECKS / "heavy_top.deck"), Options(t_end=1e4))
    found = CaseSolver(variation).solve({}, interrupted=lambda: True)
    assert found.status == "interrupted"
    assert 0 < len(found.time) < 10_000


def test_it_is_always_known_which_case_is_at_work(monkeypatch):
    """Several cases are described and compiled together. A crash during this time is attributed to the reported case."""
    variation = Variation(parse_deck(decks()["explicit"]), Options())
    told, parts = [], []
    for name, at in (("describe", lambda case: case["L"]), ("compile", lambda case: case.options.parameters["L"])):
        done = getattr(variation, name)
        monkeypatch.setattr(
            variation, name, lambda case, *o, done=done, at=at: parts.append((at(case), told[-1])) or done(case, *o)
        )

    def begin(index: int) -> bool:
        told.append(index)
        # the case is checked together with other cases, described and compiled, but not solved
        return told.count(7) < 4

    solved = list(CaseSolver(variation).solve_all(({"L": 1.0 + i} for i in range(40)), begin=begin))
    assert len(solved) <= 7
    assert {case.status for case in solved} <= {"complete"}
    of_one = [
        part for part in parts if not isinstance(part[0], Many)
    ]  # the group does not contain the case that was reported last
    assert set(of_one) >= {(1.0 + i, i) for i in range(8)}
    assert all(length == 1.0 + index for length, index in of_one)
    assert told[-1] == 7


@pytest.mark.parametrize("end", [0.1, 1e4])
def test_a_solver_goes_on_after_a_case_that_broke_off(end):
    """Studies continue in this way when the memory is full. The next case must not contain rows of the previous case."""
    solver = CaseSolver(Variation(parse_deck(DECKS / "heavy_top.deck"), Options(t_end=end)))

    def broken(_):
        raise MemoryError

    with pytest.raises(MemoryError):
        solver.solve({}, progress=broken)
    found = solver.solve({}, interrupted=lambda: True)
    assert found.time[0] == 0.0
    assert np.all(np.diff(found.time) > 0.0)


def arrays_of(value, found):
    """Yield all arrays in nested tuples."""
    if isinstance(value, np.ndarray):
        found.append((value.shape, value.tobytes()))
    elif isinstance(value, tuple):
        for item in value:
            arrays_of(item, found)
    return found


@pytest.mark.parametrize("name", decks())
def test_what_is_recalled_is_what_is_computed(name):
    """A case is compiled after other cases, in both orders. Each of its arrays is compared with the array of the case
    alone.
    """
    parsed = parse_deck(decks()[name])
    variation, recall = Variation(parsed, Options()), Recall()
    for length, spin in ((1.0, 0.0), (1.0, 0.5), (0.7, 0.5), (1.0, 0.0), (0.7, 0.5)):
        parameters = {"L": length, "w": [0.0, spin, 0.0]}
        mine = variation.check(parameters, recall).compiled
        alone = check_parsed(parsed, Options(parameters=parameters)).compiled
        for part in ("model", "initial"):
            assert arrays_of(tuple(getattr(mine, part)), []) == arrays_of(tuple(getattr(alone, part)), []), part
        assert mine.schedule == alone.schedule
        assert mine.reference_x.tobytes() == alone.reference_x.tobytes()


def findings(checked):
    return [(finding.severity, finding.code, finding.message, str(finding.span)) for finding in checked.diagnostics]


def test_findings_of_a_case_are_those_of_it_alone():
    """A solver of cases keeps no diagnostics of a case for the next case. It suppresses no diagnostic because of an
    earlier case.
    """
    idle = "@POINT_DEFINITION { @POINT_NAME {idle} { @COORDINATES {0, 0, #L} } @POINT_NAME {idler} { @COORDINATES {0, 0, 1} } }"
    parsed = parse_deck(decks()["explicit"] + idle)
    variation, recall = Variation(parsed, Options()), Recall()
    bad = (
        {"L": "1/0"},
        {"L": "#x"},
        {"w": "1, 2"},
        {"L": -1.0, "w": "#x, 0, #x"},
        {"L": 1e300, "w": ""},
        {"nothing": 1.0},
    )
    for case in ({"L": 1.0}, *(again for each in bad for again in (each, each, {"L": 0.7}))):
        mine = variation.check(case, recall)
        assert findings(mine) == findings(check_parsed(parsed, Options(parameters=case))), case
        assert mine.has_errors == (case in bad)
        assert sum(found.code is Code.UNUSED_OBJECT for found in mine.diagnostics) == 2


def test_numbers_that_cannot_be_computed_with_are_a_finding_of_every_case(monkeypatch):
    assemble = model.system_of

    def overflowing(*given):
        np.multiply(np.array([1e300]), 1e300)
        return assemble(*given)

    monkeypatch.setattr(model, "system_of", overflowing)
    parsed = parse_deck((DECKS / "delayed_brake.deck").read_text())
    ((name, value), *_) = check_parsed(parsed, Options()).description.parameters.items()
    variation, recall = Variation(parsed, Options()), Recall()
    for factor in (1.0, 1.1, 1.2, 1.1):
        case = {name: factor * value}
        mine, alone = variation.check(case, recall), check_parsed(parsed, Options(parameters=case))
        assert any("outside the computable range (overflow)" in message for _, _, message, _ in findings(alone))
        assert findings(mine) == findings(alone)


@pytest.mark.parametrize(("end", "reports"), [(1e-4, False), (0.1, True)])
def test_a_run_of_one_call_has_no_progress(end, reports):
    told = []
    CaseSolver(Variation(parse_deck(DECKS / "heavy_top.deck"), Options(t_end=end))).solve({}, progress=told.append)
    assert bool(told) == reports
    assert not reports or told[-1].time == pytest.approx(end)
