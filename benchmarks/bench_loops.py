"""Redundant loops: a ladder of four-bars (`decks/n_four_bar.deck`), whose cost must grow linearly with their number.

`pytest benchmarks/bench_loops.py -s` prints microseconds per step, with an output row at every hundredth step and at
every step.
"""

from __future__ import annotations

import time

from conftest import DECKS

LADDER = (DECKS / "n_four_bar.deck").read_text()


def test_a_step_costs_the_same_for_every_loop(seconds_per_step):
    def measure(loops: int, output: float) -> float:
        text = LADDER.replace("@OUTPUT_STEP_SIZE {0.02}", f"@OUTPUT_STEP_SIZE {{{output}}}")
        return seconds_per_step(text, clock=time.process_time, step=1e-3, parameters={"#N": loops})

    costs = {loops: (measure(loops, 0.1), measure(loops, 1e-3)) for loops in (10, 20, 40, 80)}
    print()
    for loops, (rare, every) in costs.items():
        print(f"{loops} loops: {rare * 1e6:.0f} us a step, {every * 1e6:.0f} us with a row at every step")
    assert costs[40][0] < 0.25e-3
    assert costs[80][0] / costs[20][0] < 4 * 1.15
