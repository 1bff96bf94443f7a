"""The tables of results: made again from the numbers beside them, measured again in part, and pointing at tests and modules that exist."""

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
    for name, text in paper.tables(paper.numbers(FIGURES)).items():
        assert (FIGURES / f"{name}.md").read_text(encoding="utf-8") == text, "python docs/figures/make.py writes it"


def test_the_numbers_are_still_those(paper):
    """Round-off aside: errors and counts to a part in a hundred."""
    kept, found = paper.numbers(FIGURES), paper.measure_some()
    assert found
    for name, value in found.items():
        assert kept[name] == value if math.isinf(value) else kept[name] == pytest.approx(value, rel=0.01, abs=1e-12), (
            name
        )


def test_equations_name_tests_and_modules_that_exist(paper):
    for equation in paper.equations:
        file, _, function = equation.test.partition("::")
        source = (TESTS / file).read_text(encoding="utf-8")
        assert not function or f"def {function}(" in source, equation
        for module in MODULE.findall(equation.where):
            assert list((ROOT / "src" / "rbsolve").glob(f"**/{module}")) or list(ROOT.glob(f"*/**/{module}")), equation
