"""Random small changes of the program, with a check whether the tests detect them: `python benchmarks/mutants.py 300
--log mutants.jsonl`.

Each mutant changes a single place of a module. The change affects a comparison, sign, constant or condition, removes a
statement, or swaps two arguments. The tests of the same package run with the mutant in a copy of the checkout, until a
test fails that passes without the mutant. Survivors are printed with their difference from the original. Each survivor
is a gap in the tests, or equivalent to the original. The seed determines the mutants. An existing log is continued.

With `--coverage .coverage`, the tests that execute the changed line run first. The first two of these commands write this file:

    coverage run --rcfile=benchmarks/coverage.ini -m pytest -p no:xdist
    coverage combine
    python benchmarks/mutants.py 300 --coverage .coverage
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from mutant_coverage import Covering, lines_of_statement
from mutant_runs import LONGEST, Manner, Outcome, digest_of_sources, load_libraries, outcome, processor_time
from mutant_tests import Kernels, chosen_tests, names_around
from mutant_texts import difference, first_difference, mutants

ROOT = Path(__file__).parents[1]
COPIED = ("src", "language", "parser", "geometry", "solver", "tests", "decks", "docs", "benchmarks", "editors", "page")
FILES = ("pyproject.toml", "setup.py", "README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "LICENSE")
SOURCES = ("src/rbsolve", "language", "parser", "geometry", "solver")
KILLED = ("killed", "late")


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
    parser.add_argument(
        "--coverage", type=Path, metavar="FILE", help="tests that execute the changed line run first (by `coverage`)"
    )
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
        _keep_path_of_solvers(root)
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


def _keep_path_of_solvers(root: Path) -> None:
    """Let solver processes of a service inherit the path of the copy. Otherwise they import the installed package."""
    worker = root / "src/rbsolve/service/worker.py"
    text = worker.read_text(encoding="utf-8")
    worker.write_text(text.replace("KEPT_ENVIRONMENT = (", 'KEPT_ENVIRONMENT = ("PYTHONPATH", ', 1), encoding="utf-8")


class Search:
    """Tries all mutants that are not in the log, and writes each verdict into the log at once."""

    def __init__(self, root: Path, options: argparse.Namespace, known: list[dict[str, object]]) -> None:
        self._root, self._options, self._known = root, options, known
        self._kernels = Kernels(root)
        self._covering = Covering(options.coverage, root) if options.coverage else None
        self._kept = digest_of_sources(root)
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
            begun = processor_time()
            line = first_difference(before, text)
            around = names_around(before, line)
            tests = chosen_tests(root, path, around, options.package)
            is_python = path.startswith("solver/") and not self._kernels.contain(path, before, line)
            has_machine_code = not is_python and path.startswith(("solver/", "geometry/"))
            seconds = options.seconds * (3.0 if has_machine_code else 1.0)  # machine code must be compiled
            manner = Manner(self._kept if is_python else None, names=tuple(sorted({Path(path).stem, *around})))
            covering = self._covering.tests(path, lines_of_statement(before, line)) if self._covering else []
            found = self._verdict(path, text, covering, seconds, manner._replace(names=()))  # in this order
            if found.verdict not in KILLED:
                found = self._verdict(path, text, tests, seconds, manner)
            self._known.append(
                {"path": path, "kind": kind, "verdict": found.verdict, "test": found.test, "tests": tests, "diff": diff}
            )
            with options.log.open("a") as log:
                log.write(json.dumps(self._known[-1]) + "\n")
            used = processor_time() - begun
            print(f"{len(self._known)} {found.verdict}: {path} ({kind}), {used:.1f} s, {found.test}", flush=True)

    def _verdict(self, path: str, text: str, tests: list[str], seconds: float, manner: Manner) -> Outcome:
        """Return the outcome of the tests of a mutant. Tests that fail without any change are left out."""
        if not tests:
            return Outcome("without tests", "", 0.0)
        file = self._root / path
        before, times = file.read_bytes(), file.stat()
        while True:
            file.write_text(text, encoding="utf-8")
            machine_code = self._machine_code()
            manner = manner._replace(without=frozenset(test for test, passes in self._passes.items() if not passes))
            try:
                found = outcome(self._root, tests, seconds, manner)
            finally:
                file.write_bytes(before)
                os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
                if manner.kept is not None:  # a changed function may have compiled them
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


if __name__ == "__main__":
    main()
