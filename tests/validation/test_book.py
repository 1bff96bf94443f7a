"""The validation book. Every case of the book agrees with its reference, and the page contains the numbers of the run.
The command reports differences."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rbsolve.cli.main import main
from rbsolve.validation.case import Header
from rbsolve.validation.pictures import draw
from rbsolve.validation.registry import CASES, GROUPS, choose
from rbsolve.validation.report import cells, page
from rbsolve.validation.solving import folder_of_decks, validate

PAGE = Path(__file__).parents[2] / "docs" / "validation.md"
TURNTABLE = next(case for case in CASES if case.name == "turntable")


@pytest.fixture(scope="module")
def comparisons():
    return list(validate(CASES))


def test_every_case_agrees_with_its_reference(comparisons):
    assert [c for c in comparisons if not c.agrees] == []
    assert len(comparisons) == sum(len(case.quantities) for case in CASES)
    assert len({case.name for case in CASES}) == len(CASES)


def test_the_page_repeats_the_run(comparisons):
    """Errors may differ by round-off between machines, but all other numbers may not."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    fresh = page(comparisons, pictures=True).splitlines()
    assert [line for line in lines if not line.startswith("|")] == [line for line in fresh if not line.startswith("|")]
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ") and not line.startswith("| case")]
    for row, comparison in zip(rows, comparisons, strict=True):
        new = cells(comparison)
        assert [row[k] for k in (0, 1, 4, 5, 8, 9)] == [new[k] for k in (0, 1, 4, 5, 8, 9)]
        assert float(row[7]) == pytest.approx(comparison.error, rel=0.06, abs=0.5 * comparison.bound)


def wrong(case, by):
    quantity = replace(case.quantities[0], reference=lambda t: case.quantities[0].reference(t) + by)
    return replace(case, quantities=(quantity,))


@pytest.mark.parametrize("by", [1e-6, float("nan")])
def test_a_wrong_reference_differs(by):
    (found,) = validate([wrong(TURNTABLE, by)])
    assert found.verdict == "differs"
    assert json.loads(json.dumps(found.as_json(), allow_nan=False))["verdict"] == "differs"


def test_a_run_that_fails_is_no_agreement():
    (found,) = validate([replace(wrong(TURNTABLE, 0.0), parameters={"nothing": 1.0})])
    assert found.verdict == "failed"
    assert "nothing" in found.failure


def test_a_difference_is_an_exit_code(monkeypatch, capsys):
    monkeypatch.setattr("rbsolve.validation.registry.CASES", (wrong(TURNTABLE, 1e-6),))
    assert main(["validate", "turntable"]) == 3
    assert "0 of 1 quantities" in capsys.readouterr().out


def test_the_book_has_a_hundred_cases_with_a_picture_each(comparisons, tmp_path):
    assert len(CASES) >= 100
    assert all(comparison.curves is not None for comparison in comparisons)
    written = draw(comparisons[:3], tmp_path)
    assert [path.name for path in written] == ["benchmarks.png"]
    assert {path.name for path in (PAGE.parent / "validation").glob("*.png")} == {f"{group}.png" for group in GROUPS}


def test_a_printed_number_is_as_good_as_its_last_digit():
    deck = folder_of_decks() / "torque_free_custom.deck"
    assert Header("point P").error(deck) == pytest.approx(5e-17)
    (found,) = validate([next(case for case in CASES if case.name == "pin-friction")])
    assert found.source_error == pytest.approx(5e-8)


@pytest.mark.parametrize("phrase", ["no such words", "seen from"])
def test_a_header_that_does_not_state_the_number_is_an_error(phrase):
    with pytest.raises(ValueError, match="0 times"):
        Header(phrase).read(folder_of_decks() / "turntable.deck")


def test_the_command_lists_chooses_and_writes(tmp_path, capsys):
    assert main(["validate", "--list"]) == 0
    listed = capsys.readouterr().out
    assert all(case.name in listed for case in CASES)
    assert main(["validate", "turntable", "--json", "-o", str(tmp_path / "page.md"), "--pictures"]) == 0
    assert (tmp_path / "validation" / "closed-forms.png").stat().st_size > 5000
    told = json.loads(capsys.readouterr().out)["comparisons"]
    assert [c["verdict"] for c in told] == ["agrees", "agrees"]
    assert "| turntable | path |" in (tmp_path / "page.md").read_text(encoding="utf-8")
    assert main(["validate", "turntable", "--pictures"]) == 2
    assert main(["validate", "turntabel"]) == 2
    assert "did you mean turntable?" in capsys.readouterr().err
    assert choose(["benchmarks"]) == tuple(case for case in CASES if case.group == "benchmarks")
