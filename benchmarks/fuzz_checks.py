"""A long search for decks that cause errors in the check: `python benchmarks/fuzz_checks.py --checks 1000000 --seed 7`,
or `--seconds 3600`.

Every mutant of every deck is checked completely. The report shows tracebacks (including warnings of libraries), checks
of more than five seconds, and many diagnostics for a single mistake. The exit code is 1 in the first two cases. The
option `--keep FOLDER` writes such decks there.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path

from deck_mutations import mutant

from rbsolve.pipeline import check_deck

FOLDERS = (Path(__file__).parents[1] / "decks", Path(__file__).with_name("short_forms"))
SLOW = 5.0  # limit in seconds
MANY = 6  # limit of errors for a single mistake


def main() -> int:
    """Run until the time is over, and print the report to standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--checks", type=int, help="end after this many checks instead")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--decks", type=Path, nargs="+", default=FOLDERS, help="folders of the decks to change")
    parser.add_argument("--keep", type=Path, help="folder for the decks that failed")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    decks = {
        path.name: path.read_text(encoding="utf-8")
        for folder in arguments.decks
        for path in sorted(folder.glob("*.deck"))
    }
    counts: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    stop = time.monotonic() + (arguments.seconds if arguments.checks is None else float("inf"))
    while time.monotonic() < stop and counts["checks"] != arguments.checks:
        name = chance.choice(list(decks))
        kind, text = mutant(decks[name], chance)
        fault = check(text)
        counts["checks"] += 1
        if fault is None:
            continue
        what = fault.splitlines()[-1] if "\n" in fault else fault
        counts[what.split(":")[0]] += 1
        failures[what] += 1
        if failures[what] == 1:
            print(f"--- {name}, {kind}\n{fault}", flush=True)
            if arguments.keep:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                path = (
                    arguments.keep / f"{arguments.seed}_{counts['checks']}_{what.split(':')[0].replace(' ', '_')}.deck"
                )
                path.write_text(text, encoding="utf-8")
    print(dict(counts))
    return int(any(not what.startswith("many findings") for what in failures))


def check(text: str) -> str | None:
    """Return the problem in the check of a deck: a traceback, an excessive duration, or too many diagnostics."""
    start = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # the user of a check must not get warnings of libraries
            findings = list(check_deck(text).diagnostics)
    except Exception:
        return traceback.format_exc().rstrip()
    seconds = time.process_time() - start
    if seconds > SLOW:
        return f"slow: {seconds:.1f} s"
    errors = [finding for finding in findings if finding.severity == "error"]
    if len(errors) > MANY:
        codes = Counter(str(finding.code) for finding in errors)
        return f"many findings: {', '.join(f'{count} {code}' for code, count in codes.most_common())}"
    return None


if __name__ == "__main__":
    sys.exit(main())
