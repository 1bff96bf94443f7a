"""Runs one case in each thread of a GPU. The script writes the kernel of the heavy top as PTX, and computes the same
cases on this processor for a comparison bit by bit.

`pytest benchmarks/bench_gpu.py -s` checks the program without a GPU. `python benchmarks/bench_gpu.py FOLDER` writes the
files for a GPU into FOLDER. There, `nvcc -arch=sm_90 -rdc=true -fmad=false -ptx cases.cu`, `nvcc -O2 -o host host.cpp
-lcuda` and `./host FOLDER CASES THREADS ...` print cases per second, and write the first block to FOLDER/after.bin.
`python benchmarks/bench_gpu.py --compare FOLDER` compares this block with single runs. docs/developers/gpu.md has the
numbers.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path.append(str(HERE))
CASES, TRIED = 32, [0, 5, 31]
_SAID = {True: "equal bits", False: "OTHER BITS"}


def block():
    """Return cases of the heavy top with spins from 100 to 200 rad/s, 10,000 steps, and a row per 0.1 s."""
    from bench_ensembles import heavy_top
    from gpu.image import Block

    deck = heavy_top().replace("@OUTPUT_STEP_SIZE {1e-3}", "@OUTPUT_STEP_SIZE {0.1}")
    return Block(deck, [{"spin": 100.0 + 100.0 * case / (CASES - 1)} for case in range(CASES)])


def write_alone(file: Path) -> None:
    """Write the final states of single runs."""
    np.savez(file, **{name: np.array(cases) for name, cases in block().alone().items()})


def alone_elsewhere(file: Path) -> dict[str, np.ndarray]:
    """Compute the final states (case, ...) of single runs in another process, because a process that makes whole
    programs compiles no other code.
    """
    subprocess.run([sys.executable, __file__, "--alone", file], check=True)
    return dict(np.load(file))


def write(folder: Path) -> None:
    """Write the program and the image of a block."""
    from gpu.targets import ptx

    image, text = whole_program()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "advance.ptx").write_text(ptx(text))
    image.words.tofile(folder / "image.bin")
    np.array([image.table, len(image.pointers), *image.pointers], np.int64).tofile(folder / "pointers.bin")
    (folder / "results.json").write_text(json.dumps(image.results))
    for name in ("cases.cu", "host.cpp"):
        shutil.copy(HERE / "gpu" / name, folder)


def whole_program():
    """Return the image of a block and the program of a case."""
    cases = block()
    from gpu.whole_program import program

    from rbsolve.solver.integrators.munthe_kaas.loop import advance

    image = cases.image()
    return image, program(advance.py_func, image.layout)


def compare(folder: Path) -> bool:
    """Compare the block of a GPU bit by bit with single runs here."""
    from gpu.image import same_bits

    words, results = np.fromfile(folder / "after.bin", np.uint64), json.loads((folder / "results.json").read_text())
    return same_bits(results, words, alone_elsewhere(folder / "alone.npz"), list(range(CASES)))


def check(file: Path) -> None:
    """Run some cases of the block on this processor, compare them, and check the PTX."""
    from gpu.image import same_bits
    from gpu.targets import ptx, run_here

    alone = alone_elsewhere(file)
    image, text = whole_program()
    words = image.words.copy()
    words[image.pointers] += np.uint64(words.ctypes.data)
    assert [run_here(text, words, image.table, lane) for lane in TRIED] == [0, 0, 0]
    assert same_bits(image.results, words, alone, TRIED)
    machine_code = ptx(text)
    assert len(re.findall(r"\bmul\.rn\.f64\b", machine_code)) > 100
    assert not re.findall(r"\bfma\b|\bmad\.f|\bmul\.f64\b|\badd\.f64\b", machine_code)


def test_a_case_a_thread_has_the_bits_of_single_runs_and_no_contracted_product(tmp_path):
    subprocess.run([sys.executable, __file__, "--check", tmp_path / "alone.npz"], check=True)


if __name__ == "__main__":
    modes = {"--alone": write_alone, "--check": check, "--compare": lambda folder: print(_SAID[compare(folder)])}
    modes.get(sys.argv[1], write)(Path(sys.argv[-1]))
