"""The search for changes that no test detects (`benchmarks/mutants.py`), with a small module as an example."""

import ast
import sqlite3
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benchmarks"))

from mutant_coverage import Covering, lines_of_statement  # noqa: E402  after the search path is set
from mutant_order import NearestFirst  # noqa: E402  after the search path is set
from mutant_runs import Manner, outcome  # noqa: E402  after the search path is set
from mutant_tests import chosen_tests, names_around  # noqa: E402  after the search path is set
from mutant_texts import changes_of, first_difference, mutants  # noqa: E402  after the search path is set
from mutants import _keep_path_of_solvers  # noqa: E402  after the search path is set

CHANGES = [
    ("a < b", "comparison", "a <= b"),
    ("a is None", "comparison", "a is not None"),
    ("a * b", "sign", "a / b"),
    ("-a", "sign", "a"),
    ("not a", "negation", "a"),
    ("a and b", "negation", "a or b"),
    ("True", "constant", "False"),
    ("2.5", "constant", "3.5"),
    ("f(a, b, c)", "swapped arguments", "f(b, a, c)"),
    ("a if b else c", "negation", "a if not b else c"),
]


@pytest.mark.parametrize(("text", "kind", "changed"), CHANGES)
def test_kinds_of_changes(text, kind, changed):
    node = ast.parse(text, mode="eval").body
    assert [(word, ast.unparse(other)) for word, other in changes_of(node)] == [(kind, changed)]


@pytest.mark.parametrize("text", ["a += 1", "f(a)"])
def test_statements_are_removed(text):
    ((kind, changed),) = changes_of(ast.parse(text).body[0])
    assert (kind, ast.unparse(changed)) == ("removed statement", "pass")


def test_a_mutant_changes_a_single_place_and_keeps_the_other_lines(tmp_path):
    text = "def f(a: int) -> int:  # é\n    if a > 2:  # why\n        return a + 1\n    return -a\n"
    (tmp_path / "one.py").write_text(text, encoding="utf-8")
    found = mutants(tmp_path, 3, ["one.py"])
    texts = {next(found)[2] for _ in range(6)}
    assert texts == {
        text.replace("a > 2", "(a >= 2)"),
        text.replace("a > 2", "(not a > 2)"),
        text.replace("> 2", "> 3"),
        text.replace("a + 1", "(a - 1)"),
        text.replace("+ 1", "+ 2"),
        text.replace("-a", "(a)"),
    }
    assert sorted(first_difference(text, other) for other in texts) == [2, 2, 2, 3, 3, 4]


def test_the_tests_of_a_module_come_first_and_those_around_it_follow():
    path = "geometry/quaternion.py"
    text = (ROOT / path).read_text(encoding="utf-8")
    line = text[: text.index("def normalise")].count("\n") + 2
    assert names_around(text, line)[0] == "normalise"
    tests = chosen_tests(ROOT, path, names_around(text, line), only_package=True)
    assert tests[0] == "tests/geometry/test_quaternion.py"
    assert {test.split("/")[1] for test in tests} == {"geometry"}
    tests = chosen_tests(ROOT, "solver/formulations/lie_r3_so3.py", ["configure"], only_package=False)
    near = tests.index("tests/solver/formulations/test_left_increments.py")
    assert near < tests.index("tests/solver/integrators/test_explicit_orders.py")
    assert len({*tests}) == len(tests)
    tests = chosen_tests(ROOT, "solver/compiler/levels.py", ["level"], only_package=False)
    assert "tests/kernels/test_levels.py" in tests
    assert not any(test.startswith("tests/page") for test in tests)


TABLES = """
create table file (id integer primary key, path text);
create table context (id integer primary key, context text);
create table arc (file_id integer, context_id integer, fromno integer, tono integer);
insert into file values (1, '/a/src/rbsolve/one.py'), (2, '/a/src/rbsolve/sub/one.py');
insert into context values (1, ''), (2, 'tests.test_one.test_wide'), (3, 'tests.test_one.test_near'), (4, 'tests.gone.test_x');
insert into arc values (1, 1, 2, 3), (1, 2, 2, 3), (1, 2, 3, 4), (2, 2, 8, 9), (1, 3, 2, 3), (1, 4, 2, 3);
"""


def test_tests_that_execute_a_line_come_by_how_little_they_execute(tmp_path):
    """A module of the same name in another folder, and functions that are no tests, do not count."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_one.py").touch()
    with sqlite3.connect(tmp_path / "measured") as database:
        database.executescript(TABLES)
    covering = Covering(tmp_path / "measured", tmp_path)
    near, wide = "tests/test_one.py::test_near", "tests/test_one.py::test_wide"
    assert covering.tests("src/rbsolve/one.py", range(3, 4)) == [near, wide]
    assert covering.tests("src/rbsolve/one.py", range(4, 6)) == [wide]
    assert covering.tests("src/rbsolve/sub/one.py", range(8, 9)) == [wide]
    assert covering.tests("src/rbsolve/one.py", range(7, 9)) == []


def test_lines_of_a_statement():
    text = "def f(a):\n    if (\n        a\n    ):\n        b = [\n            a,\n        ]\n    return b\n"
    assert [lines_of_statement(text, line) for line in (3, 6, 8)] == [range(2, 5), range(5, 8), range(8, 9)]


@pytest.mark.parametrize(
    ("body", "verdict"),
    [("assert True", "survived"), ("assert False", "killed"), ("while True: pass", "late")],
)
def test_verdicts(tmp_path, monkeypatch, body, verdict):
    if verdict == "late":
        monkeypatch.setattr("mutant_runs.LONGEST", 5.0)
    (tmp_path / "test_first.py").write_text("def test_it(): pass")
    (tmp_path / "test_one.py").write_text(f"def test_it():\n    {body}\n")
    found = outcome(tmp_path, ["test_first.py", "test_one.py"], 5.0, Manner(None))
    assert (found.verdict, found.test) == (verdict, "test_one.py::test_it")


def test_no_test_begins_after_the_time(tmp_path):
    (tmp_path / "test_one.py").write_text(
        "import time\ndef test_slow():\n    while time.process_time() < 3.0: pass\ndef test_next(): assert False\n"
    )
    assert outcome(tmp_path, ["test_one.py"], 0.5, Manner(None)).verdict == "out of time"


def test_a_test_that_fails_without_any_change_is_left_out(tmp_path):
    (tmp_path / "test_one.py").write_text("def test_it(): assert False\n")
    manner = Manner(None, frozenset({"test_one.py::test_it"}))
    assert outcome(tmp_path, ["test_one.py"], 5.0, manner).verdict == "survived"


TESTS = """import pytest
DECK = "@PID {GAIN}"
def test_a(): pass
def test_b(): assert run(DECK)
@pytest.mark.parametrize("kind", ["lag", "pid"])
def test_c(kind): pass
def test_d(): assert "lag" and rapid
def run(deck): return deck
"""


def test_tests_that_name_the_changed_code_run_first_by_parameters_then_by_text(tmp_path):
    """`rapid` contains the letters of the name, but not the name."""
    file = tmp_path / "test_signals.py"
    file.write_text(TESTS, encoding="utf-8")
    names = ["test_a", "test_b", "test_c[lag]", "test_c[pid]", "test_d"]
    items = [SimpleNamespace(path=file, name=name, originalname=name.partition("[")[0]) for name in names]
    NearestFirst(("pid",)).pytest_collection_modifyitems(items)
    assert [item.name for item in items] == ["test_c[pid]", "test_b", "test_c[lag]", "test_a", "test_d"]


def test_solvers_of_a_service_import_the_copy(tmp_path):
    worker = tmp_path / "src/rbsolve/service/worker.py"
    worker.parent.mkdir(parents=True)
    worker.write_text((ROOT / "src/rbsolve/service/worker.py").read_text(encoding="utf-8"), encoding="utf-8")
    _keep_path_of_solvers(tmp_path)
    kept = next(node for node in ast.parse(worker.read_text()).body if "KEPT_ENVIRONMENT" in ast.unparse(node))
    assert {"PYTHONPATH", "PATH"} <= set(ast.literal_eval(kept.value))
