"""Random small changes of the program, with a check whether the tests detect them: `python benchmarks/mutants.py 300
--log mutants.jsonl`.

Each mutant changes a single place of a module. The change affects a comparison, sign, constant or condition, removes a
statement, or swaps two arguments. The tests of the same package run with the mutant in a copy of the checkout, until a
test fails that passes without the mutant. Survivors are printed with their difference from the original. Each survivor
is a gap in the tests, or equivalent to the original. The seed determines the mutants. An existing log is continued.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.metadata import entry_points
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

ROOT = Path(__file__).parents[1]
COPIED = ("src", "language", "parser", "geometry", "solver", "tests", "decks", "docs", "benchmarks", "editors", "page")
FILES = ("pyproject.toml", "setup.py", "README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "LICENSE")
SOURCES = ("src/rbsolve", "language", "parser", "geometry", "solver")
LONGEST = 30.0  # processor time of a single test after which it is compared with its time without any change [s]
WALL = 12.0  # longest time of a process, relative to the limit of its processor time
PROGRESS = "progress.txt"
TESTED_BY = {"language": ("parser",), "solver/contacts": ("solver", "forces"), "solver/links": ("solver", "forces")}
"""Folders of tests of packages that have no tests with their own name."""
KILLED = ("killed", "late")
PYTHON_MARKS = {
    "abstractmethod",
    "cache",
    "cached_property",
    "classmethod",
    "contextmanager",
    "dataclass",
    "property",
    "setter",
    "staticmethod",
    "overload",
    "frozen",
    "slots",
}
ELSEWHERE = ("page", "peers", "docs", "kernels")  # costly tests that are tried only for modules of their own package
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
}
FOLDERS = ("language", "parser", "geometry", "solver")  # packages of rbsolve at the root of a checkout

Change = tuple[ast.AST, ast.AST | None]


def changes_of(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Return the possible replacements of a node, with a word for the kind of change."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        changed = copy.deepcopy(node)
        changed.ops[0] = COMPARISONS[type(node.ops[0])]()
        yield "comparison", changed
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not isinstance(node.left, ast.JoinedStr):
        changed = copy.deepcopy(node)
        changed.op = OPERATORS[type(node.op)]()
        yield "sign", changed
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        yield "sign" if isinstance(node.op, ast.USub) else "negation", node.operand
    elif isinstance(node, ast.BoolOp):
        changed = copy.deepcopy(node)
        changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "negation", changed
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "constant", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield "constant", ast.Constant(node.value + 1)
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        changed = copy.copy(node)
        changed.test = ast.UnaryOp(ast.Not(), node.test)
        yield "negation", changed
    elif (
        isinstance(node, ast.Call) and len(node.args) > 1 and not any(isinstance(a, ast.Starred) for a in node.args[:2])
    ):
        changed = copy.copy(node)
        changed.args = [node.args[1], node.args[0], *node.args[2:]]
        yield "swapped arguments", changed
    elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield "removed statement", ast.Pass()


def unread_nodes(tree: ast.AST) -> set[int]:
    """Return the nodes of annotations, `slots=` and `if TYPE_CHECKING`, which change no result."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "slots":
            found.add(id(node.value))
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            found.add(id(node))
        for field in ("annotation", "returns"):
            part = getattr(node, field, None)
            if isinstance(part, ast.AST):
                found |= {id(inner) for inner in ast.walk(part)}
    return found


def mutant(text: str, chance: random.Random) -> tuple[str, str] | None:
    """Return the text with a single changed place, and the kind of change, or None if there is no such place."""
    tree = ast.parse(text)
    unread = unread_nodes(tree)
    places = [
        (node, kind, changed)
        for node in ast.walk(tree)
        if id(node) not in unread and hasattr(node, "end_col_offset")
        for kind, changed in changes_of(node)
    ]
    if not places:
        return None
    kinds = sorted({kind for _, kind, _ in places})
    wanted = chance.choice(kinds)
    node, kind, changed = chance.choice([place for place in places if place[1] == wanted])
    lines = text.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    # The change affects only the condition of an `if`, so all other lines keep their places and comments.
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        node, changed = node.test, changed.test  # type: ignore[attr-defined]  # equal types of nodes
    begin, end = (
        starts[row - 1] + column
        for row, column in ((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset))
    )  # type: ignore[attr-defined]  # nodes of a parsed text have places
    written = ast.unparse(changed)
    if isinstance(changed, ast.expr) and not isinstance(changed, ast.Call | ast.Constant):
        written = f"({written})"
    whole = text.encode()
    return (whole[:begin] + written.encode() + whole[end:]).decode(), kind


def mutants(root: Path, seed: int, paths: list[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the path, kind and changed text of mutants without end."""
    chance, seen = random.Random(seed), set()
    while True:
        path = chance.choice(paths)
        text = (root / path).read_text(encoding="utf-8")
        found = mutant(text, random.Random(chance.random()))
        if found is None or (path, found[0]) in seen:
            continue
        seen.add((path, found[0]))
        try:
            compile(found[0], path, "exec")
        except SyntaxError:
            continue
        yield path, found[1], found[0]


@cache
def _test_files(root: Path) -> list[tuple[str, str]]:
    """Return the path and text of each test file."""
    files = sorted((root / "tests").rglob("test_*.py"))
    return [(str(file.relative_to(root)), file.read_text(encoding="utf-8")) for file in files]


def tests_of(root: Path, path: str, words: list[str], only_package: bool) -> list[str]:
    """Return the tests of a module. The nearest tests come first, by their imports and words. `words` are the names of
    the functions and classes around the mutant.

    With `only_package`, tests of other packages are omitted.
    """
    inside = Path(path.removeprefix("src/rbsolve/")).with_suffix("")
    dotted = ".".join(("rbsolve", *inside.parts))
    package, _, name = dotted.rpartition(".")
    folder = next(
        (inside.parts[:k] for k in range(len(inside.parts) - 1, 0, -1) if _has_tests(root, inside.parts[:k])), None
    )
    if folder is None or folder == ("solver",):
        folder = next((tests for start, tests in TESTED_BY.items() if path.startswith(f"{start}/")), folder)
    named = {word for part in (name, package.rpartition(".")[2]) for word in part.split("_")}
    ranked = []
    for test, text in _test_files(root):
        points = 4 * (f"{dotted} import" in text or f"{package} import {name}" in text or f'"{dotted}' in text)
        points += 2 * len(named & {*Path(test).stem.split("_")[1:]}) + (f"{package}." in text)
        where = Path(test).parts[1:]
        if where[0] in ELSEWHERE and where[0] not in inside.parts:
            continue
        is_near = folder is not None and where[: len(folder)] == folder
        if only_package and folder is not None and not is_near:
            continue
        points += min(6, len(re.findall(rf"\b{re.escape(name)}\b", text, re.IGNORECASE))) / 2.0 + is_near
        points += 3 * any(re.search(rf"\b{re.escape(word)}\b", text) for word in words)
        if points >= 4 or is_near or (folder is None and points):
            ranked.append((-points, len(text), test))
    return [test for *_, test in sorted(ranked)]


def _has_tests(root: Path, parts: tuple[str, ...]) -> bool:
    """Return whether the tests of a folder of the product have a separate folder."""
    return (root / "tests").joinpath(*parts).is_dir()


class Kernels:
    """Decides whether machine code may contain a changed place of the solver."""

    def __init__(self, root: Path) -> None:
        self._module_level: set[str] = set()
        for source in ("solver", "geometry", "language"):
            for path in (root / source).rglob("*.py"):
                self._module_level |= _names_outside_functions(ast.parse(path.read_text(encoding="utf-8")))

    def contain(self, path: str, text: str, line: int) -> bool:
        """Return whether machine code may contain a line of a module. Functions without a decorator are Python, unless
        a module registers all of its functions, or uses a function outside of functions. Numbers outside of functions
        may be constants of machine code.
        """
        if path.startswith(("solver/assembly/", "solver/sensors/")):  # only numpy
            return False
        if path.startswith("solver/compiler/") or "plain_functions(__name__)" in text:
            return True
        for top in ast.parse(text).body:
            if top.lineno <= line <= (top.end_lineno or 0) and isinstance(top, ast.FunctionDef | ast.ClassDef):
                defined = [node for node in ast.walk(top) if isinstance(node, ast.FunctionDef)]
                if not any(node.lineno <= line <= (node.end_lineno or 0) for node in defined):
                    return True
                marks = {word for node in (top, *defined) for mark in node.decorator_list for word in _names(mark)}
                return bool(
                    marks - PYTHON_MARKS or (isinstance(top, ast.FunctionDef) and top.name in self._module_level)
                )
        return True


def _names(tree: ast.AST) -> set[str]:
    """Return all names in a tree."""
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return found | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def _names_outside_functions(tree: ast.Module) -> set[str]:
    """Return the names that a module uses while it is imported."""
    outside = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
    marks = [mark for node in ast.walk(tree) for mark in getattr(node, "decorator_list", [])]
    return {name for node in (*outside, *marks) for name in _names(node)}


def names_around(text: str, line: int) -> list[str]:
    """Return the names of the functions and classes around a line, and of the public callers in the same module."""
    tree = ast.parse(text)
    defined = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    around = {node.name for node in defined if node.lineno <= line <= (node.end_lineno or 0)}
    callers = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and around & _names(node)}
    return sorted(name for name in around | callers if not name.startswith("__"))


class _Copy:
    """A finder for imports, which finds the packages of the copy before the installed packages."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        words = name.split(".")
        if words[0] != "rbsolve" or len(words) > 2 or (len(words) == 2 and words[1] not in FOLDERS):
            return None
        folder = self._root / (words[1] if len(words) == 2 else "src/rbsolve")
        return spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])


def load_libraries() -> None:
    """Import the modules that tests import from elsewhere. Each test process is a fork of this process, and starts with
    these modules.
    """
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
    for name in ("numpy", "scipy.linalg", "scipy.integrate", "h5py", "lark", "numba", "hypothesis", "mpmath", "pytest"):
        with suppress(ImportError):
            import_module(name)
    for plugin in entry_points(group="pytest11"):
        with suppress(Exception):
            plugin.load()


class Outcome(NamedTuple):
    """The outcome of the tests of a mutant."""

    verdict: str
    """`killed`, `survived`, `out of time` (some tests did not run), or `late`."""
    test: str
    """The test that failed, or the last test."""
    seconds: float
    """Processor time of this test until then [s]."""


def outcome(root: Path, tests: list[str], seconds: float, manner: Manner) -> Outcome:
    """Return the outcome of tests that begin no test after a processor time [s]."""
    (root / PROGRESS).write_text("")
    child = os.fork()
    if child == 0:
        _run_tests(root, tests, seconds, manner)
    most = LONGEST + seconds
    stop = time.monotonic() + WALL * most
    done, status = 0, 0
    try:
        # A limit by `setrlimit` would make the clock of the process coarse, so that tests of CPU times fail.
        while not done and time.monotonic() < stop and _time_of(child) < most:
            time.sleep(0.02)
            done, status = os.waitpid(child, os.WNOHANG)
    finally:  # end all processes that a test has started
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        if not done:
            os.waitpid(child, 0)
    told = [line.split("\t") for line in (root / PROGRESS).read_text().splitlines()]
    begun = [(words[2], float(words[1])) for words in told if words[0] == "begin"] or [("", 0.0)]
    if not done:
        return Outcome("late", begun[-1][0], most - begun[-1][1])
    failed = [words[2] for words in told if words[0] == "failed"]
    is_short = any(words[0] == "short" for words in told)
    word = "killed" if status and not is_short else "out of time" if is_short else "survived"
    return Outcome(word, failed[0] if failed else begun[-1][0], 0.0)


class Manner(NamedTuple):
    """How tests run."""

    kept: str | None
    """The digest of the sources whose machine code the tests use, or None for the present sources."""
    without: frozenset[str] = frozenset()
    """Tests that fail without any change."""


class _Progress:
    """A plugin of pytest that records the beginning and failure of each test, and stops after a processor time."""

    def __init__(self, root: Path, seconds: float) -> None:
        self._file, self._limit = (root / PROGRESS).open("a", buffering=1), seconds
        self._begun = _processor_time()

    def pytest_runtest_protocol(self, item: Any) -> None:
        """Record the beginning of a test."""
        used = _processor_time() - self._begun
        if used > self._limit:
            self._file.write(f"short\t{used}\t{item.nodeid}\n")
            item.session.shouldstop = "out of time"
            import_module("pytest").exit("out of time", returncode=0)
        self._file.write(f"begin\t{used}\t{item.nodeid}\n")

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Record a failure."""
        if report.failed:
            self._file.write(f"failed\t0\t{report.nodeid}\n")


def _processor_time() -> float:
    return sum(os.times()[:4])


def _time_of(process: int) -> float:
    """Return the processor time of a child process and its own ended children [s]."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def _run_tests(root: Path, tests: list[str], seconds: float, manner: Manner) -> NoReturn:
    """Do the work of a test process."""
    code = 1
    try:
        os.setpgrp()
        os.chdir(root)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        os.environ["NUMBA_CACHE_DIR"] = str(root / "kernels")
        sys.dont_write_bytecode = True
        sys.meta_path.insert(0, _Copy(root))  # type: ignore[arg-type]  # a stand-in
        os.environ["PYTHONPATH"] = str(root / "src")  # processes that tests start also need this path
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if manner.kept is not None:
            import_module("rbsolve.solver.compiler.stamps").stamp_of_sources = lambda: manner.kept
        # The plugins of pytest are already imported.
        quiet = ["-W", "ignore::pytest.PytestAssertRewriteWarning", "-q", "-x", "-p", "no:cacheprovider"]
        quiet += [word for test in manner.without for word in ("--deselect", test)]
        code = int(import_module("pytest").main([*quiet, *tests], plugins=[_Progress(root, seconds)]))
        code = 0 if code == 5 else code  # no test was left
    finally:
        os._exit(code)


def difference(path: str, before: str, after: str) -> str:
    """Return the difference in the format of `diff -u`."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), path, path, lineterm="", n=2)
    return "\n".join(lines)


def main() -> None:
    """Try mutants and print survivors."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None)
    parser.add_argument("count", type=int, help="mutants to try")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--seconds", type=float, default=120.0, help="begin no test of a mutant after this processor time"
    )
    parser.add_argument("--minutes", type=float, default=float("inf"), help="start no mutant after this time")
    parser.add_argument("--only", nargs="*", default=SOURCES, metavar="FOLDER", help="change modules below these alone")
    parser.add_argument("--package", action="store_true", help="run no tests of other packages")
    parser.add_argument("--log", type=Path, default=Path("mutants.jsonl"), help="what is known; it is taken up again")
    options = parser.parse_args()
    options.until = time.monotonic() + 60 * options.minutes
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the copy and its tests must end with this process
    load_libraries()
    known = [json.loads(line) for line in options.log.read_text().splitlines()] if options.log.exists() else []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        root = Path(folder)
        for name in COPIED:
            shutil.copytree(
                ROOT / name, root / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "node_modules")
            )
        for name in FILES:
            shutil.copy(ROOT / name, root / name)
        kernels = ROOT / "solver/__pycache__/rbsolve-kernels"
        if kernels.exists():
            shutil.copytree(kernels, root / "kernels/rbsolve-kernels")
        Search(root, options, known).run()
    for one in known:
        if one["verdict"] not in KILLED:
            print(f"--- {one['verdict']}, {', '.join(one['tests'])} ({one['kind']})\n{one['diff']}\n")
    print(
        f"{len(known)} mutants:",
        ", ".join(f"{n} {word}" for word, n in Counter(one["verdict"] for one in known).items()),
    )


class Search:
    """Tries all mutants that are not in the log, and writes each verdict into the log at once."""

    def __init__(self, root: Path, options: argparse.Namespace, known: list[dict[str, object]]) -> None:
        self._root, self._options, self._known = root, options, known
        self._kernels = Kernels(root)
        self._kept = _digest_of_sources(root)
        self._passes: dict[str, bool] = {}

    def run(self) -> None:
        """Try mutants up to the number or the time in the options."""
        root, options = self._root, self._options
        paths = sorted(
            str(path.relative_to(root))
            for source in options.only
            for path in (root / source).rglob("*.py")
            if "built" not in path.parts
        )
        seen = {(one["path"], one["diff"]) for one in self._known}
        for path, kind, text in mutants(root, options.seed, paths):
            if len(self._known) >= options.count or time.monotonic() > options.until:
                return
            before = (root / path).read_text(encoding="utf-8")
            diff = difference(path, before, text)
            if (path, diff) in seen:
                continue
            begun = _processor_time()
            line = _first_difference(before, text)
            tests = tests_of(root, path, names_around(before, line), options.package)
            is_python = path.startswith("solver/") and not self._kernels.contain(path, before, line)
            has_machine_code = not is_python and path.startswith(("solver/", "geometry/"))
            seconds = options.seconds * (3.0 if has_machine_code else 1.0)  # machine code must be compiled
            found = self._verdict(path, text, tests, seconds, self._kept if is_python else None)
            self._known.append(
                {"path": path, "kind": kind, "verdict": found.verdict, "test": found.test, "tests": tests, "diff": diff}
            )
            with options.log.open("a") as log:
                log.write(json.dumps(self._known[-1]) + "\n")
            used = _processor_time() - begun
            print(f"{len(self._known)} {found.verdict}: {path} ({kind}), {used:.1f} s, {found.test}", flush=True)

    def _verdict(self, path: str, text: str, tests: list[str], seconds: float, kept: str | None) -> Outcome:
        """Return the outcome of the tests of a mutant. Tests that fail without any change are left out."""
        if not tests:
            return Outcome("without tests", "", 0.0)
        file = self._root / path
        before, times = file.read_bytes(), file.stat()
        while True:
            file.write_text(text, encoding="utf-8")
            machine_code = self._machine_code()
            manner = Manner(kept, frozenset(test for test, passes in self._passes.items() if not passes))
            try:
                found = outcome(self._root, tests, seconds, manner)
            finally:
                file.write_bytes(before)
                os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
                if kept is not None:  # a changed function may have compiled them
                    for entry in self._machine_code() - machine_code:
                        entry.unlink()
            if found.verdict == "late":
                unchanged = outcome(self._root, [found.test], found.seconds / 3.0, Manner(None))
                return found if unchanged.verdict == "survived" else found._replace(verdict="out of time")
            if found.verdict != "killed" or not found.test or self._test_passes(found.test):
                return found

    def _machine_code(self) -> set[Path]:
        return {path for path in (self._root / "kernels").rglob("*") if path.is_file()}

    def _test_passes(self, test: str) -> bool:
        """Return whether a test passes without any change."""
        if test not in self._passes:
            self._passes[test] = outcome(self._root, [test], LONGEST, Manner(None)).verdict == "survived"
            if not self._passes[test]:
                print(f"a test that fails without any change: {test}", flush=True)
        return self._passes[test]


def _first_difference(before: str, after: str) -> int:
    """Return the number of the first line that differs."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    return next(number for number, (old, new) in enumerate(pairs, 1) if old != new)


def _digest_of_sources(root: Path) -> str:
    """Return the digest of the sources of the copy."""
    answers, tells = os.pipe()
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            sys.meta_path.insert(0, _Copy(root))  # type: ignore[arg-type]  # a stand-in
            os.write(tells, import_module("rbsolve.solver.compiler.stamps").stamp_of_sources().encode())
        os._exit(0)
    os.close(tells)
    os.waitpid(child, 0)
    with os.fdopen(answers, "rb") as told:
        return told.read().decode()


if __name__ == "__main__":
    main()
