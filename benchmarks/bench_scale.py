"""Measures large models: many bodies, a long chain of frames, a large deck, and a long run. `pytest
benchmarks/bench_scale.py -s` prints the figures.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.syntax.reader import read_tree
from rbsolve.parser.description.builder import describe


def falling_bodies(number: int, steps: int) -> str:
    bodies = "\n".join(
        f"@RIGID_BODY_NAME {{b{i}}} {{ @MASS_PROPERTY_NAME {{m}} @INITIAL_VELOCITY {{{i}, 0, 0}} "
        f"@INITIAL_ANGULAR_VELOCITY {{1, {i % 7}, 3}} }}"
        for i in range(number)
    )
    return f"""
    @GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
    @MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{1, 2, 2.5}} }} }}
    @RIGID_BODY_DEFINITION {{ {bodies} }}
    @ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, {steps * 1e-3}}}
        @TIME_STEP_SIZE {{1e-3}} @ARCHIVAL_FREQUENCY {{{steps}}} }} }}
    """


def test_cost_per_body_does_not_grow(seconds_per_step):
    few = seconds_per_step(falling_bodies(100, 2000)) / 100
    many = seconds_per_step(falling_bodies(10_000, 40)) / 10_000
    print(f"\nper body and step: {few * 1e9:.0f} ns with 100 bodies, {many * 1e9:.0f} ns with 10,000: {many / few:.2f}")
    assert many < 1.5 * few


def frames_in_frames(number: int) -> str:
    def within(i: int) -> str:
        return f"@IS_DEFINED_IN_FRAME {{F{i - 1}}}" if i else ""

    points = (f"@POINT_NAME {{P{i}}} {{ @COORDINATES {{0.1, 0.2, 0.3}} {within(i)} }}" for i in range(number))
    triads = (f"@TRIAD_NAME {{T{i}}} {{ @EULER_ANGLES_321 {{1, 2, 3}} {within(i)} }}" for i in range(number))
    frames = (f"@FIXED_FRAME_NAME {{F{i}}} {{ @POINT1_NAME {{P{i}}} @TRIAD_NAME {{T{i}}} }}" for i in range(number))
    blocks = (("POINT", points), ("TRIAD", triads), ("FIXED_FRAME", frames))
    return "\n".join(f"@{kind}_DEFINITION {{\n" + "\n".join(lines) + "\n}" for kind, lines in blocks)


@pytest.mark.parametrize(("frames", "allowed"), [(33_333, {"parse and check": 5.0}), (100_000, {"resolve": 2.0})])
def test_large_decks(frames, allowed):
    from rbsolve.geometry.resolve import resolve

    text = frames_in_frames(frames)
    diagnostics = Diagnostics()
    times = [time.process_time()]
    source = Source("large", text)
    tree = read_tree(source, diagnostics)
    description = describe(tree, (source,), {}, diagnostics)
    times.append(time.process_time())
    resolve(description, diagnostics)
    times.append(time.process_time())
    assert not diagnostics.has_errors
    spent = {"parse and check": times[2] - times[0], "resolve": times[2] - times[1]}
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"\n{text.count(chr(10))} lines: {spent} s of CPU time, {memory:.2f} GiB at the most in this process")
    assert all(spent[what] < limit for what, limit in allowed.items())


TORQUE_FREE = Path(__file__).parent.parent / "decks" / "torque_free_body.deck"
LONG = """
import re, sys
from pathlib import Path
from rbsolve.pipeline import Options, check_deck
from rbsolve.runs.run import run_model
steps = int(float(sys.argv[2]))
text = Path(sys.argv[1]).read_text().replace("@OUTPUT_STEP_SIZE {1e-3}", "@OUTPUT_STEP_SIZE {1e-2}")
deck = Path(sys.argv[3]).with_name("long.deck")
deck.write_text(text.replace("{torque_free_model.dat}", "{" + str(Path(sys.argv[1]).with_name("torque_free_model.dat")) + "}"))
options = Options(t_end=steps * 1e-5, allow_include=(Path(sys.argv[1]).parent,))
checked = check_deck(deck, options)
run_model(checked, Path(sys.argv[3]))
print(int(re.search(r"VmHWM:\\s+([0-9]+)", Path("/proc/self/status").read_text())[1]) / 1024)
"""


def test_memory_does_not_grow_with_the_length_of_a_run(tmp_path):
    def peak(steps: float) -> float:
        command = [sys.executable, "-c", LONG, TORQUE_FREE, str(steps), tmp_path / "out.h5"]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    short, long = peak(1e5), peak(1e7)
    print(f"\npeak memory: {short:.0f} MiB with 1e5 steps, {long:.0f} MiB with 1e7 steps, output every 1e3")
    assert long < short + 20
