"""One case a thread of a GPU: the kernel of the heavy top as PTX, and the bits of its cases on this processor.

`pytest benchmarks/bench_gpu.py -s` checks the program without a GPU. `python benchmarks/bench_gpu.py FOLDER` writes what runs on one into
FOLDER. There `nvcc -arch=sm_90 -rdc=true -fmad=false -ptx cases.cu`, `nvcc -O2 -o host host.cpp -lcuda` and
`./host FOLDER CASES THREADS ...` say cases a second, and leave the first block in FOLDER/after.bin.
`python benchmarks/bench_gpu.py --compare FOLDER` compares that with single runs. docs/developers/gpu.md has the numbers.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path.append(str(HERE))
CASES, TRIED = 32, [0, 5, 31]


def block():
    """Heavy tops with spins from 100 to 200 rad/s, 10,000 steps, a row each 0.1 s."""
    from bench_ensembles import heavy_top
    from gpu.image import Block

    deck = heavy_top().replace("@OUTPUT_STEP_SIZE {1e-3}", "@OUTPUT_STEP_SIZE {0.1}")
    return Block(deck, [{"spin": 100.0 + 100.0 * case / (CASES - 1)} for case in range(CASES)])


def write(folder: Path) -> None:
    """Write the program and the image of a block."""
    cases = block()
    from gpu.targets import ptx
    from gpu.whole_program import program

    from rbsolve.solver.integrators.munthe_kaas.loop import advance

    image = cases.image()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "advance.ptx").write_text(ptx(program(advance.py_func, image.layout)))
    image.words.tofile(folder / "image.bin")
    np.array([image.table, len(image.pointers), *image.pointers], np.int64).tofile(folder / "pointers.bin")
    (folder / "results.json").write_text(json.dumps(image.results))
    for name in ("cases.cu", "host.cpp"):
        shutil.copy(HERE / "gpu" / name, folder)


def compare(folder: Path) -> bool:
    """Whether the block that a GPU left has the bits of single runs here."""
    from gpu.image import same_bits

    cases = block()
    alone = cases.alone()
    words, results = np.fromfile(folder / "after.bin", np.uint64), json.loads((folder / "results.json").read_text())
    return same_bits(results, words, alone, list(range(CASES)))


def test_a_case_a_thread_has_the_bits_of_single_runs_and_no_contracted_product():
    cases = block()
    alone = cases.alone()
    from gpu.image import same_bits
    from gpu.targets import ptx, run_here
    from gpu.whole_program import program

    from rbsolve.solver.integrators.munthe_kaas.loop import advance

    image = cases.image()
    text, words = program(advance.py_func, image.layout), image.words.copy()
    words[image.pointers] += np.uint64(words.ctypes.data)
    assert [run_here(text, words, image.table, lane) for lane in TRIED] == [0, 0, 0]
    assert same_bits(image.results, words, alone, TRIED)
    machine_code = ptx(text)
    assert len(re.findall(r"\bmul\.rn\.f64\b", machine_code)) > 100
    assert not re.findall(r"\bfma\b|\bmad\.f|\bmul\.f64\b|\badd\.f64\b", machine_code)


if __name__ == "__main__":
    if sys.argv[1] == "--compare":
        print("equal bits" if compare(Path(sys.argv[2])) else "OTHER BITS")
    else:
        write(Path(sys.argv[1]))
