"""Random models with every integrator that supports them: `python benchmarks/random_models.py 1000 --seed 25 --jobs 2`.

A model has free bodies, a tree or a loop of random joints, or a rolling disc. The model may have springs, bushings,
gears, stops, friction, contacts (also of convex shapes) and events. The steps are often too long for the model. The
model has no drives, so its energy must not increase. Errors are an exception, a process that a signal ends, and a run
that does not end. A value that is not finite in a complete run, and an increase of energy without a warning, are errors
too. Errors are shown with the seed of their model (`--show SEED` prints its deck), and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import threading
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from random_decks import METHODS, Method, RandomModel

import rbsolve
from rbsolve.runs.results import Results

ROOT = Path(__file__).parents[1]
SECONDS = 120.0  # limit of processor time [s] for a single run, including its compilation
PART, NEGLIGIBLE, ROUNDING = (
    0.01,
    1e-5,
    1e-9,
)  # limits relative to the exchanged energy, to weight times size, and to the initial energy
COMPLETE, WARNED, FAILED, REFUSED = "complete", "warned", "failed", "refused"
NOT_FINITE, SILENT, UNCAUGHT, SIGNAL, ENDLESS = "not finite", "energy in silence", "exception", "signal", "no end"
WRONG = (NOT_FINITE, SILENT, UNCAUGHT, SIGNAL, ENDLESS)


def run(model: RandomModel, method: Method) -> tuple[str, str]:
    """Run a model by a method. Return the result, with the details of an error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            results = rbsolve.solve(model.deck(method))
    except rbsolve.DeckError as error:
        found = {str(one.code) for one in error.diagnostics if str(one.severity) == "error"}
        return REFUSED, ", ".join(sorted(found))
    except rbsolve.SolveError as error:
        return FAILED, str(error)
    except Exception:
        return UNCAUGHT, traceback.format_exc()
    return judge(results)


def judge(results: Results) -> tuple[str, str]:
    """Check whether a complete run is plausible, or warns of errors."""
    for name, history in results.items():
        if not np.isfinite(history).all():
            return NOT_FINITE, f"sensor {name}"
    nowhere, moved = (float(results.attributes[name]) for name in ("unexplained_energy", "energy_moved"))
    energy = results["energy"][:, 0]
    # The size of a model is some metres, and its weight is at most 200 N.
    allowed = PART * moved + NEGLIGIBLE * 1000.0 + ROUNDING * abs(energy[0])
    rise = float(np.max(energy) - energy[0])
    warned = sorted({str(one.code) for one in results.findings if str(one.severity) == "warning"})
    if warned:
        return COMPLETE if abs(nowhere) <= allowed and rise <= allowed else WARNED, ", ".join(warned)
    if not abs(nowhere) <= allowed:
        return SILENT, f"{nowhere:.3g} J of {moved:.3g} J that moved are not explained"
    if rise > allowed:
        return SILENT, f"the energy rose by {rise:.3g} J, {moved:.3g} J moved, and nothing drives the model"
    return COMPLETE, ""


class Trial(NamedTuple):
    """A model given by its seed, and a method given by its number."""

    seed: int
    method: int


def trials(seed: int, count: int, methods: int | None) -> list[Trial]:
    """Return trials of `count` models, with all methods or with `methods` random methods for each model."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        mine = range(len(METHODS)) if methods is None else chance.sample(range(len(METHODS)), methods)
        found += [Trial(1_000_000 * seed + number, method) for method in mine]
    return found


def outcomes(wanted: Sequence[Trial], seconds: float = SECONDS) -> Iterator[tuple[Trial, str, str]]:
    """Yield the results of trials in a process, which is replaced if it ends."""
    done = 0
    while done < len(wanted):
        answers, tells = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(answers)
            _try_all(wanted[done:], tells, seconds)
        os.close(tells)
        with os.fdopen(answers) as lines:
            for line in lines:
                if line.endswith("\n"):
                    yield wanted[done], *json.loads(line)
                    done += 1
        _, status = os.waitpid(child, 0)
        if done < len(wanted):
            number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
            yield wanted[done], ENDLESS if number == signal.SIGVTALRM else SIGNAL, f"signal {number}"
            done += 1


def _try_all(wanted: Sequence[Trial], tells: int, seconds: float) -> None:
    """Do the work of a child process, which prints a line for each trial."""
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)  # this signal also ends a process whose kernel does not return
    try:
        for trial in wanted:
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
            said = run(RandomModel(trial.seed), METHODS[trial.method])
            os.write(tells, json.dumps(said).encode() + b"\n")
    finally:
        os._exit(0)


def search(wanted: Sequence[Trial], jobs: int, told: Callable[[Trial, str, str], None]) -> Counter[str]:
    """Carry out all trials, with this number of processes at a time. Return the numbers of the outcomes."""
    counts: Counter[str] = Counter()
    lock = threading.Lock()

    def work(mine: Sequence[Trial]) -> None:
        for trial, outcome, details in outcomes(mine):
            with lock:
                counts[outcome] += 1
                told(trial, outcome, details)

    threads = [threading.Thread(target=work, args=(wanted[number::jobs],)) for number in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counts


def main() -> int:
    """Run the trials, and print the report to standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=100, help="models")
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--methods", type=int, help="for each model, drawn by chance (default: all)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", type=int, metavar="SEED", help="print the deck of a model and end")
    arguments = parser.parse_args()
    os.chdir(ROOT)  # decks name a mesh by its path relative to this folder
    if arguments.show is not None:
        print("\n".join(RandomModel(arguments.show).blocks))
        return 0
    why: Counter[str] = Counter()

    def told(trial: Trial, outcome: str, details: str) -> None:
        if outcome in WRONG:
            print(f"--- {outcome}: model {trial.seed}, {METHODS[trial.method]}\n{details}", flush=True)
        elif details:
            why[f"{outcome}: {details[:90]}"] += 1

    counts = search(trials(arguments.seed, arguments.count, arguments.methods), arguments.jobs, told)
    print(f"{arguments.count} models: {', '.join(f'{n} {outcome}' for outcome, n in counts.most_common())}")
    for words, n in why.most_common(20):
        print(f"  {n} {words}")
    return int(any(counts[outcome] for outcome in WRONG))


if __name__ == "__main__":
    sys.exit(main())
