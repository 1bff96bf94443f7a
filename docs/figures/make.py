"""Reproduces the figures and tables of the documentation from the decks.

`python docs/figures/make.py` makes all sets, `python docs/figures/make.py seed-000` only one. Pictures, and the tables
that docs/results-*.md include, are written beside this file, with their numbers as JSON. All sets take about ten
minutes; `--quick` tests in one minute that they work. `--check` makes them in another folder and compares their numbers
with the numbers beside this file. `--tables` writes the tables of papers again from the numbers beside this file,
without a run.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import check
import formulation_costs
import long_time
import quaternion_inertia
import seed_000
import seed_001
import seed_002
import seed_003
import seed_004
from workshop import HERE, Workshop

SETS = {
    "seed-000": seed_000.main,
    "seed-001": seed_001.main,
    "formulation-costs": formulation_costs.main,
    "long-time": long_time.main,
    "quaternion-inertia": quaternion_inertia.main,
    "seed-002": seed_002.main,
    "seed-003": seed_003.main,
    "seed-004": seed_004.main,
}
PAPERS = (seed_000.PAPER, seed_001.PAPER, seed_002.PAPER, seed_003.PAPER, seed_004.PAPER)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"which figures, of {', '.join(SETS)}; default: all")
    parser.add_argument("--folder", type=Path, default=HERE, help="where to write; default: beside this file")
    parser.add_argument("--quick", action="store_true", help="the largest steps only; needs another --folder")
    parser.add_argument("--check", action="store_true", help="compare with what is beside this file, and write nothing")
    parser.add_argument(
        "--tables", action="store_true", help="only the tables of papers, from the numbers in the folder"
    )
    given = parser.parse_args(arguments)
    unknown = [name for name in given.sets if name not in SETS]
    if unknown:
        parser.error(f"there is no set {unknown[0]}: choose from {', '.join(SETS)}")
    if given.quick and not given.check and given.folder.resolve() == HERE.resolve():
        parser.error("--quick would spoil the figures of the documentation: give another --folder")
    if given.tables:
        for paper in PAPERS:
            paper.write_tables(given.folder, paper.numbers(given.folder))
    elif given.check:
        of_numbers = {name for paper in PAPERS for name in paper.all_tables(paper.numbers(HERE))}
        with tempfile.TemporaryDirectory() as folder:
            make(given.sets or SETS, Workshop(Path(folder), given.quick))
            if changed := check.changes(HERE, Path(folder), of_numbers):
                raise SystemExit("\n".join([*changed, f"{len(changed)} differences: run make.py, and read the pages"]))
    else:
        make(given.sets or SETS, Workshop(given.folder, given.quick))


def make(names: Iterable[str], workshop: Workshop) -> None:
    """Make some of the sets."""
    for name in names:
        start = time.perf_counter()
        SETS[name](workshop)
        print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
