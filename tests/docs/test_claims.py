"""The tables of results. The test writes the tables again from the stored numbers, and measures some of these numbers
again. The tables name existing tests and modules.
"""

import importlib
import math
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
FIGURES = ROOT / "docs" / "figures"
PAPERS = sorted(path.stem for path in FIGURES.glob("seed_???.py") if "PAPER = " in path.read_text(encoding="utf-8"))
MODULE = re.compile(r"`([\w/]+\.py)`")


@pytest.fixture(params=PAPERS)
def paper(request, monkeypatch):
    monkeypatch.syspath_prepend(FIGURES)
    return importlib.import_module(request.param).PAPER


def test_tables_follow_from_the_numbers_beside_them(paper):
    for name, text in paper.all_tables(paper.numbers(FIGURES)).items():
        assert (FIGURES / f"{name}.md").read_text(encoding="utf-8") == text, "python docs/figures/make.py writes it"


def test_the_numbers_are_still_those(paper):
    """Apart from round-off, errors and counts agree to one part in a hundred."""
    from check import changed_numbers

    found = paper.measure_some()
    assert found
    assert not list(changed_numbers(paper.numbers(FIGURES), found))


def test_every_number_that_is_kept_is_measured_by_the_page(paper):
    """Every number that the tables use is measured, so no verdict depends on a missing number."""
    numbers = paper.numbers(FIGURES)
    named = {name for equation in paper.equations for name in (equation.built, equation.printed) if name}
    assert named <= set(numbers)


def test_the_points_of_every_curve_are_beside_the_figures(paper):
    pictures = {path.stem for path in FIGURES.glob(f"{paper.name}_*.png")}
    assert pictures <= {path.stem for path in (FIGURES / "data").glob("*.json")}


def test_a_number_or_a_curve_that_changed_is_seen(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(FIGURES)
    from check import changed_cells, changed_curves, changed_numbers

    kept = {"order": 2.0, "CPU time": 1.0, "off": 1e-16, "open": math.nan, "failed": math.inf}
    assert not list(changed_numbers(kept, {**kept, "order": 2.001, "CPU time": 3.0, "off": 3e-16}))
    assert len(list(changed_numbers(kept, {"order": 2.1, "off": 1e-9, "open": 1.0, "failed": 1.0, "more": 1.0}))) == 5
    assert not list(changed_numbers({"deviation, M": 3.0e-11}, {"deviation, M": 2.5e-11}))
    assert len(list(changed_numbers({"deviation, M": 3.0e-11}, {"deviation, M": 3.0e-10}))) == 1
    assert not list(changed_numbers({"error, fine steps": 1.50e-10}, {"error, fine steps": 1.53e-10}))
    assert len(list(changed_numbers({"error, coarse steps": 1.50e-9}, {"error, coarse steps": 1.53e-9}))) == 1
    assert not list(changed_cells("| a | 2.50 (1.000) |", "| a | 2.51 (1.001) |"))
    assert len(list(changed_cells("| a | 2.5 |\n| b | 1 |", "| c | 2.5 |\n| b | 2 |"))) == 2
    assert not list(changed_cells("| CPU time | 2.5 |", "| CPU time | 5 |"))
    curve = [[1.0, 2.0, 3.0], [0.1, 0.2, 0.3]]
    assert not list(changed_curves({"a": {"b": curve}}, {"a": {"b": curve}, "CPU time": {"b": []}}))
    assert len(list(changed_curves({"a": {"b": curve}}, {"a": {"b": [curve[0], [0.1, 0.21, 0.31]], "c": curve}}))) == 2


def test_equations_name_tests_and_modules_that_exist(paper):
    for equation in (*paper.equations, *paper.statements):
        file, _, function = equation.test.partition("::")
        source = (TESTS / file).read_text(encoding="utf-8")
        assert not function or f"def {function}(" in source, equation
        for module in MODULE.findall(equation.where):
            places = ((ROOT / "src" / "rbsolve").glob(f"**/{module}"), ROOT.glob(f"*/**/{module}"), ROOT.glob(module))
            assert any(map(list, places)), equation
