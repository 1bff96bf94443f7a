"""Kills runs at random moments, continues them, and compares every dataset with the dataset of an undisturbed run.

`python benchmarks/kill_runs.py [--kills 100] [--seed 7] [FAMILY ...]` sends this number of SIGKILLs for each family of
tests/keeping/families.py. A run is long enough for several checkpoints, and is killed up to six times before it may
end. Each run is a separate process, forked from this process, which has already loaded libraries and kernels. So a
hundred kills take a minute or two.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from rbsolve.cli import main as rbsolve_main

sys.path.append(str(Path(__file__).parent.parent / "tests" / "keeping"))
from families import FAMILIES, datasets

SECONDS = 0.4  # minimum CPU time [s] of a run
CADENCE = 0.02  # seconds between checkpoints
MOST_KILLS_OF_A_RUN = 6


def launch(folder: Path, *words: str) -> int:
    """Start the process of a command."""
    pid = os.fork()
    if pid:
        return pid
    code = 99
    try:
        os.chdir(folder)
        os.dup2(os.open("said", os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
        code = rbsolve_main([*words, "-q", "--checkpoint-every", str(CADENCE)])
    finally:
        os._exit(code)


def kill(pid: int, seconds: float) -> int | None:
    """Kill a process after some seconds. Return None, or its exit code if it had already ended."""
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return None if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def wait_for_end(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def load(folder: Path) -> None:
    """Run and continue a run once in this process."""
    deck, output = str(folder / "m.deck"), str(folder / "load.h5")
    if rbsolve_main([deck, "-o", output, "-q"]) or rbsolve_main(["resume", output, "--t-end", "0.3", "-q"]):
        raise SystemExit(f"{deck} cannot be run")
    (folder / "load.h5").unlink()


def solve_whole(name: str, folder: Path) -> float:
    """Write the deck of a family and solve it as `whole.h5`. Return the seconds of wall time."""
    (folder / "m.deck").write_text(FAMILIES[name](0.2))
    load(folder)
    end = 2.0
    while True:
        (folder / "m.deck").write_text(FAMILIES[name](end))
        start, before = time.monotonic(), os.times()
        if wait_for_end(launch(folder, "m.deck", "-o", "whole.h5")):
            raise SystemExit(f"{name}: the run to t = {end:g} s failed")
        after = os.times()
        used = after.children_user - before.children_user
        if used > SECONDS:
            return time.monotonic() - start
        end *= 4.0 if used < 0.25 * SECONDS else 1.5


def clear(folder: Path) -> None:
    for left in folder.glob(".o.h5.*"):
        left.unlink()


def kill_often(name: str, kills: int, folder: Path, chance: random.Random) -> tuple[int, int, int, int]:
    """Count kills, kills after a checkpoint, runs, and runs that ended with different bytes or not at all."""
    seconds = solve_whole(name, folder)
    expected = datasets(folder / "whole.h5")
    made = kept = runs = wrong = 0
    while made < kills:
        clear(folder)
        (folder / "o.h5").unlink(missing_ok=True)
        code: int | None = None
        of_this = 0
        while code is None:
            resumes = (folder / ".o.h5.partial").exists() or (folder / ".o.h5.before").exists()
            kept += resumes
            pid = launch(folder, *(("resume", "o.h5") if resumes else ("m.deck", "-o", "o.h5")))
            if of_this < MOST_KILLS_OF_A_RUN and made < kills:
                code = kill(pid, chance.uniform(0.1, 1.0) * seconds)
                made, of_this = made + (code is None), of_this + (code is None)
            else:
                code = wait_for_end(pid)
            if code == 2 and resumes:  # the run was killed before its first checkpoint, and a message reports this case
                kept -= 1
                clear(folder)
                code = None
        runs += 1
        trouble = find_fault(code, folder, expected)
        if trouble:
            print(f"{name}: {trouble}", flush=True)
            wrong += 1
    return made, kept, runs, wrong


def find_fault(code: int | None, folder: Path, expected: dict[str, bytes]) -> str:
    """Return the fault of an ended run, if any."""
    if code:
        return f"exit code {code} with {sorted(os.listdir(folder))}: {(folder / 'said').read_text()[-300:]}"
    found = datasets(folder / "o.h5")
    differ = [name for name in expected | found if expected.get(name) != found.get(name)]
    left = set(os.listdir(folder)) - {"m.deck", "o.h5", "whole.h5", "said"}
    return f"other bytes in {differ}" * bool(differ) + f"left behind: {left}" * bool(left)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("families", nargs="*", default=list(FAMILIES))
    arguments = parser.parse_args()
    chance, failures = random.Random(arguments.seed), 0
    for name in arguments.families:
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            made, kept, runs, wrong = kill_often(name, arguments.kills, Path(folder), chance)
        failures += wrong
        taken = time.monotonic() - start
        print(
            f"{name}: {made} kills, {kept} of them gone on from a checkpoint; {runs} runs, {wrong} with other bytes ({taken:.0f} s)",
            flush=True,
        )
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
