"""`python -m rbsolve.kernels`: builds the shared libraries of all kernels, or records which runs need them."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from rbsolve.kernels import recipes
from rbsolve.kernels.harvest import Misfit, absent_kernels, missing_kernels, run
from rbsolve.processes.start import settle
from rbsolve.solver.compiler.levels import architecture, levels_here, levels_of
from rbsolve.solver.compiler.stamps import PACKAGE, PORTABLE


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. The exit code is 0 on success."""
    parser = argparse.ArgumentParser(prog="python -m rbsolve.kernels", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", help="compile all kernels and link one shared library per processor level")
    build.add_argument("--output", type=Path, default=PACKAGE / "compiler" / "built", metavar="DIR")
    build.add_argument("--levels", nargs="+", metavar="LEVEL", help="default: all levels of this architecture")
    record = commands.add_parser("record", help="find the runs that need all kernels, and list them in recipes.json")
    commands.add_parser(
        "check", help="run the list, and the variants with every method, without numba; fail if a kernel is missing"
    )
    for command in (build, record):
        command.add_argument("--kept", type=Path, metavar="DIR", help="folder for compiled files, for the next build")
        command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    worker = commands.add_parser("worker")
    worker.add_argument("part", type=int)
    worker.add_argument("of", type=int)
    given = parser.parse_args(arguments)
    if given.command == "worker":
        return _work(given.part, given.of)
    if given.command == "check":
        return _check()
    if given.kept is not None:
        return _prepare(given, given.kept.absolute())
    with tempfile.TemporaryDirectory(prefix="rbsolve-kernels-") as folder:
        return _prepare(given, Path(folder))


def _prepare(given: argparse.Namespace, folder: Path) -> int:
    """Run a command with the portable cache in `folder`."""
    os.environ.update({PORTABLE: "1", "NUMBA_CACHE_DIR": str(folder), "NUMBA_BOUNDSCHECK": "0"})
    return _record() if given.command == "record" else _build(given)


def _build(given: argparse.Namespace) -> int:
    from rbsolve.solver.compiler.build import build

    levels = given.levels or [level.name for level in levels_of(architecture())]
    if not levels:
        print(f"no kernels are built for {architecture()}", file=sys.stderr)
        return 2
    began = time.perf_counter()
    workers = [
        subprocess.Popen([sys.executable, "-m", "rbsolve.kernels", "worker", str(part), str(given.jobs)])
        for part in range(given.jobs)
    ]
    codes = [worker.wait() for worker in workers]
    if any(codes):
        print("a run failed; no library was built", file=sys.stderr)
        return 1
    print(f"compiled in {time.perf_counter() - began:.0f} s", flush=True)
    for built in build(levels, given.output, given.jobs):
        size = built.file.stat().st_size / 1e6
        now = time.perf_counter() - began
        print(f"{built.file}: {built.kernels} kernels, {size:.1f} MB, after {now:.0f} s", flush=True)
    return 0


def _work(part: int, of: int) -> int:
    """Run the share number `part` of the list, which is divided among `of` processes."""
    for recipe in recipes.recorded_recipes()[part::of]:
        try:
            run(recipe)
        except Misfit as error:
            if not recipe.is_linearized:  # some variants have no equilibrium
                print(f"omitted, record again: {recipe.as_json()}: {error}", file=sys.stderr)
    return 0


def _check() -> int:
    if find_spec("numba") is not None:
        print("this environment has numba, which compiles missing kernels", file=sys.stderr)
        return 2
    absent = absent_kernels(recipes.recipes_to_check())
    for recipe, message in absent.items():
        print(f"{recipe.as_json()}: {message}", file=sys.stderr)
    return 1 if absent else 0


def _record() -> int:
    found = missing_kernels(recipes.candidates())
    recipes.record(found)
    print(f"{recipes.RECIPES}: {len(found)} runs, {sum(map(len, found.values()))} kernels; run on {levels_here()[0]}")
    return 0


if __name__ == "__main__":
    settle()
    sys.exit(main())
