"""Random small changes of the program, with a check whether the tests detect them: `python benchmarks/mutants.py 300
--log mutants.jsonl`.

Each mutant changes a single place of a module. The change affects a comparison, sign, constant or condition, removes a
statement, or swaps two arguments. The tests of the same package run with the mutant in a copy of the checkout.
Survivors are printed with their difference from the original. Each survivor is a gap in the tests, or equivalent to the
original. The seed determines the mutants. An existing log is continued.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import json
import math
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.metadata import entry_points
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parents[1]
COPIED = ("src", "language", "parser", "geometry", "solver", "tests", "decks", "docs", "benchmarks", "editors", "page")
FILES = ("pyproject.toml", "setup.py", "README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "LICENSE")
SOURCES = ("src/rbsolve", "language", "parser", "geometry", "solver")
MOST_TEST_FILES = 6
WALL = 15.0  # longest time of a process, relative to the limit of its processor time
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


def tests_of(root: Path, path: str, only_package: bool) -> tuple[list[str], list[str]]:
    """Return the tests of a module. The few nearest tests by their imports and words come first, and the other tests of
    its package follow.

    With `only_package`, tests of other packages are omitted.
    """
    inside = Path(path.removeprefix("src/rbsolve/")).with_suffix("")
    dotted = ".".join(("rbsolve", *inside.parts))
    package, _, name = dotted.rpartition(".")
    folder = next(
        (inside.parts[:k] for k in range(len(inside.parts) - 1, 0, -1) if _has_tests(root, inside.parts[:k])), None
    )
    ranked = []
    for test in sorted((root / "tests").rglob("test_*.py")):
        text = test.read_text(encoding="utf-8")
        points = 4 * (f"{dotted} import" in text or f"{package} import {name}" in text or f'"{dotted}' in text)
        points += 2 * len({*name.split("_")} & {*test.stem.split("_")[1:]}) + (f"{package}." in text)
        where = test.relative_to(root / "tests").parts
        if where[0] in ELSEWHERE and where[0] not in inside.parts:
            continue
        is_near = folder is not None and where[: len(folder)] == folder
        if only_package and folder is not None and not is_near:
            continue
        points += bool(re.search(rf"\b{re.escape(name)}\b", text)) + is_near
        if points >= 4 or is_near:
            ranked.append((-points, str(test.relative_to(root))))
    ranked.sort()
    found = [test for _, test in ranked]
    return found[:MOST_TEST_FILES], found[MOST_TEST_FILES:]


def _has_tests(root: Path, parts: tuple[str, ...]) -> bool:
    """Return whether the tests of a folder of the product have a separate folder."""
    return (root / "tests").joinpath(*parts).is_dir()


class Baseline:
    """The test files that pass without any change, with their processor time [s]. Each file is measured only once, even
    if the log is continued."""

    def __init__(self, root: Path, seconds: float, log: Path) -> None:
        self._root, self._limit, self._log = root, seconds, log
        self._seconds: dict[str, float] = json.loads(log.read_text()) if log.exists() else {}

    def affordable(self, tests: list[str]) -> list[str]:
        """Return the tests that pass and together stay below the limit. If some tests must be omitted, the cheapest
        tests are returned.
        """
        for test in tests:
            if test not in self._seconds:
                self._measure(test)
        chosen, total = [], 0.0
        for test in sorted(tests, key=self._seconds.__getitem__):
            total += self._seconds[test]
            if total <= self._limit:
                chosen.append(test)
        return [test for test in tests if test in chosen]

    def limit(self, tests: list[str]) -> float:
        """Return the processor time after which tests of a mutant count as endless [s]."""
        return 20.0 + 3.0 * sum(self._seconds[test] for test in tests)

    def _measure(self, test: str) -> None:
        word, self._seconds[test] = verdict(self._root, [test], 2 * self._limit, keep_bytecode=True)
        if word != "survived":
            self._seconds[test] = float("inf")
            print(f"a test file that fails or takes too long without any change: {test}", flush=True)
        self._log.write_text(json.dumps(self._seconds))


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


def verdict(root: Path, tests: list[str], seconds: float, keep_bytecode: bool = False) -> tuple[str, float]:
    """Return the verdict (`killed`, `survived`, or `late`, which also counts as killed) and the processor time of the
    tests [s].
    """
    child = os.fork()
    if child == 0:
        _run_tests(root, tests, seconds, keep_bytecode)
    stop = time.monotonic() + WALL * seconds
    done, status = 0, 0
    try:
        while not done and time.monotonic() < stop:
            time.sleep(0.02)
            done, status, used = os.wait4(child, os.WNOHANG)
    finally:  # end all processes that a test has started
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        if not done:
            _, _, used = os.wait4(child, 0)
    if not done or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU):
        word = "late"
    else:
        word = "survived" if status == 0 else "killed"
    return word, used.ru_utime + used.ru_stime


def _run_tests(root: Path, tests: list[str], seconds: float, keep_bytecode: bool) -> NoReturn:
    """Do the work of a test process."""
    code = 1
    try:
        os.setsid()
        os.chdir(root)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        os.environ["NUMBA_CACHE_DIR"] = str(root / "kernels")
        sys.dont_write_bytecode = not keep_bytecode
        sys.meta_path.insert(0, _Copy(root))  # type: ignore[arg-type]  # a stand-in
        os.environ["PYTHONPATH"] = str(root / "src")  # processes that tests start also need this path
        if not keep_bytecode:
            os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        # The plugins of pytest are already imported.
        quiet = ("-W", "ignore::pytest.PytestAssertRewriteWarning", "-q", "-x", "-p", "no:cacheprovider")
        sys.argv = ["pytest", *quiet, *tests]
        code = int(import_module("pytest").main(sys.argv[1:]))
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
        "--seconds", type=float, default=120.0, help="limit of processor time for each of both sets of tests"
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
        try_all(root, options, known)
    for one in known:
        if one["verdict"] == "survived":
            print(f"--- survived {', '.join(one['tests'])} ({one['kind']})\n{one['diff']}\n")
    print(
        f"{len(known)} mutants:",
        ", ".join(f"{n} {word}" for word, n in Counter(one["verdict"] for one in known).items()),
    )


def try_all(root: Path, options: argparse.Namespace, known: list[dict[str, object]]) -> None:
    """Try all mutants that are not in the log, and write each verdict into the log at once."""
    paths = sorted(
        str(path.relative_to(root))
        for source in options.only
        for path in (root / source).rglob("*.py")
        if "built" not in path.parts
    )
    baseline = Baseline(root, options.seconds, options.log.with_suffix(".seconds"))
    seen = {(one["path"], one["diff"]) for one in known}
    for path, kind, text in mutants(root, options.seed, paths):
        if len(known) >= options.count or time.monotonic() > options.until:
            return
        before = (root / path).read_text(encoding="utf-8")
        diff = difference(path, before, text)
        if (path, diff) in seen:
            continue
        tried: list[str] = []
        found = "survived"
        times = (root / path).stat()
        for group in tests_of(root, path, options.package):
            tests = baseline.affordable(group) if found == "survived" else []
            if not tests:
                continue
            tried += tests
            (root / path).write_text(text, encoding="utf-8")
            try:
                found, _ = verdict(root, tests, baseline.limit(tests))
            finally:
                (root / path).write_text(before, encoding="utf-8")
                os.utime(root / path, ns=(times.st_atime_ns, times.st_mtime_ns))  # the bytecode of the file stays valid
        if not tried:
            continue
        known.append({"path": path, "kind": kind, "verdict": found, "tests": tried, "diff": diff})
        with options.log.open("a") as log:
            log.write(json.dumps(known[-1]) + "\n")
        print(f"{len(known)} {found}: {path} ({kind})", flush=True)


if __name__ == "__main__":
    main()
