"""Reproduce the figures and tables of the documentation from the decks.

`python docs/figures/make.py` makes them all; `python docs/figures/make.py seed-000` one set: seed-000, seed-001-explicit,
long-time. It writes pictures beside this file and the tables that docs/results-*.md include;
all sets take a few minutes.
"""

from __future__ import annotations

import argparse
import time

import long_time
import seed_000
import seed_001_explicit

SETS = {
    "seed-000": seed_000.main,
    "seed-001-explicit": seed_001_explicit.main,
    "long-time": long_time.main,
}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", choices=[*SETS, []], help="which figures; default: all")
    for name in parser.parse_args().sets or SETS:
        start = time.perf_counter()
        SETS[name]()
        print(f"{name}: {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
