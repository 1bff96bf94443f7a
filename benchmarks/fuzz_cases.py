"""Compare cases that are checked together with each of them alone: `python benchmarks/fuzz_cases.py --cases 100000
--seed 1`.

Numbers of a deck become parameters. The deck is an example deck, or a random deck (`random_decks.py`). The cases of a
group change some of the numbers, often by ordinary factors. Sometimes the new value is zero, negative, huge or
undefined. Each case must have the same model as the case alone, to the last bit, and the same diagnostics. Differences
and exceptions are shown with their seed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests" / "parts"))

# These modules are beside the tests, or import rbsolve, so the path must be complete first (E402).
import deck_numbers  # noqa: E402
from deck_numbers import PARTS, bits, numbers_as_parameters  # noqa: E402  # after the search path is set
from random_decks import METHODS, RandomModel  # noqa: E402  # after the search path is set

from rbsolve.ensemble.together import Together  # noqa: E402  # after the search path is set
from rbsolve.ensemble.variation import Variation  # noqa: E402  # after the search path is set
from rbsolve.language.recall import Recall  # noqa: E402  # after the search path is set
from rbsolve.pipeline import Options, check_parsed, parse_deck  # noqa: E402  # after the search path is set

DECKS = sorted((ROOT / "decks").glob("*.deck"))
GROUP = 16
COMPARED = 4  # cases of each group that are also checked alone
ODD = (0.0, -1.0, 1e-12, 1e12, 1e200, float("nan"), float("inf"))


def deck_of(chance: random.Random, folder: Path) -> Path:
    """Return an example deck, or a file with a random deck."""
    if chance.random() < 0.5:
        return chance.choice(DECKS)
    path = folder / "random.deck"
    path.write_text(RandomModel(chance.randrange(10**6)).deck(chance.choice(METHODS)), encoding="utf-8")
    return path


def cases_of(chance: random.Random, values: Mapping[str, float]) -> list[dict[str, float]]:
    """Return the cases of a group."""
    names = chance.sample(sorted(values), min(len(values), chance.choice((1, 1, 2, 3))))
    odd = chance.choice((0.0, 0.0, 0.1, 0.5))
    return [
        {
            name: values[name] * (chance.choice(ODD) if chance.random() < odd else 1.0 + chance.uniform(-0.3, 0.3))
            for name in names
        }
        for _ in range(GROUP)
    ]


def fault_of(path: Path, chance: random.Random, counts: Counter[str]) -> str | None:
    """Return the fault of a group of cases of a deck."""
    deck_numbers.MOST_NUMBERS = chance.choice((3, 4, 5, 7, 11))  # this value determines which numbers of a deck change
    text, values = numbers_as_parameters(path)
    if not values:
        return None
    options = Options(allow_include=(path.parent,))
    parsed = parse_deck(text, options)
    variation, recall = Variation(parsed, options), Recall()
    for _ in range(3):
        cases = cases_of(chance, values)
        for case in cases[:2]:
            variation.check(case, recall)
        found = Together(variation, recall).check(cases)
        counts["cases"] += len(cases)
        counts["together"] += sum(case is not None for case in found)
        for k in chance.sample(range(GROUP), COMPARED):
            mine = found[k] if found[k] is not None else variation.check(cases[k], recall)
            assert mine is not None
            alone = check_parsed(parsed, options._replace(parameters=cases[k]))
            counts["compared"] += 1
            if list(mine.diagnostics) != list(alone.diagnostics):
                return f"diagnostics of {cases[k]}: {list(mine.diagnostics)}\nalone: {list(alone.diagnostics)}"
            if (mine.compiled is None) != (alone.compiled is None):
                return f"only one model of {cases[k]}"
            for part in PARTS if mine.compiled is not None else ():
                if bits(getattr(mine.compiled, part)) != bits(getattr(alone.compiled, part)):
                    return f"{part} of {cases[k]} differs"
    return None


def main() -> int:
    """Run until the time is over, and print the report to standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    folder = Path(os.environ.get("TMPDIR", "/tmp")) / f"rbsolve-fuzz-cases-{os.getpid()}"
    folder.mkdir()
    counts: Counter[str] = Counter()
    stop, number = time.monotonic() + arguments.seconds, 0
    while counts["cases"] < arguments.cases and time.monotonic() < stop:
        chance = random.Random(f"{arguments.seed} {number}")
        path = deck_of(chance, folder)
        os.chdir(path.parent if path.parent != folder else ROOT)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                fault = fault_of(path, chance, counts)
        except Exception:  # any exception is a fault of the program, and is printed with its seed
            fault = traceback.format_exc()
        if fault is not None:
            counts["faults"] += 1
            print(f"--- seed {arguments.seed} {number}, {path.name}\n{fault}", flush=True)
        number += 1
    print(dict(counts), f"{number} decks")
    (folder / "random.deck").unlink(missing_ok=True)
    folder.rmdir()
    return int(bool(counts["faults"]))


if __name__ == "__main__":
    sys.exit(main())
