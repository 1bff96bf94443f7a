"""Kill runs at random moments, let them go on, and compare every dataset with that of an undisturbed run.

`python benchmarks/kill_runs.py [KILLS] [FAMILY ...]`: so many SIGKILLs for each family of tests/keeping/families.py (default 100).
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import h5py
import numpy as np

sys.path.append(str(Path(__file__).parent.parent / "tests" / "keeping"))
from families import FAMILIES

LONG = {"STATIC": 20.0, "KINEMATIC": 20.0}


def datasets(path: Path) -> dict[str, bytes]:
    """Every dataset of a file as bytes."""
    found = {}

    def collect(name: str, item: object) -> None:
        if isinstance(item, h5py.Dataset):
            value = item[()]
            found[name] = value if isinstance(value, bytes) else np.asarray(value).tobytes()

    with h5py.File(path) as file:
        file.visititems(collect)
    return found


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "rbsolve", *arguments, "-q", "--checkpoint-every", "0.05"]


def kill_often(name: str, kills: int, folder: Path, rng: random.Random) -> tuple[int, int]:
    """Kills that were made, and runs that ended with other bytes or not at all."""
    (folder / "m.deck").write_text(FAMILIES[name](LONG.get(name, 200.0)))
    start = time.monotonic()
    subprocess.run(command("m.deck", "-o", "whole.h5"), cwd=folder, check=True)
    seconds = time.monotonic() - start
    expected = datasets(folder / "whole.h5")
    made = wrong = 0
    while made < kills:
        for left in folder.glob(".o.h5.*"):
            left.unlink()
        (folder / "o.h5").unlink(missing_ok=True)
        for attempt in range(30):
            resumes = (folder / ".o.h5.partial").exists() or (folder / ".o.h5.before").exists()
            process = subprocess.Popen(
                command("resume", "o.h5") if resumes else command("m.deck", "-o", "o.h5"), cwd=folder
            )
            try:
                code = process.wait(rng.uniform(0.2, 1.1) * seconds if attempt < 6 else None)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                made += 1
                continue
            if code == 2:  # it was killed before it kept anything
                for left in folder.glob(".o.h5.*"):
                    left.unlink()
                continue
            break
        if not (folder / "o.h5").exists() or datasets(folder / "o.h5") != expected:
            wrong += 1
    return made, wrong


def main() -> int:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rng, failures = random.Random(7), 0
    for name in sys.argv[2:] or FAMILIES:
        with tempfile.TemporaryDirectory() as folder:
            made, wrong = kill_often(name, kills, Path(folder), rng)
        failures += wrong
        print(f"{name}: {made} kills, {wrong} runs with other bytes", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
