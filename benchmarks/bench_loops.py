"""Measures redundant loops. The cost of a ladder of four-bars (`decks/n_four_bar.deck`) must grow linearly with their
number.

`pytest benchmarks/bench_loops.py -s` prints microseconds per step, with an output row at every hundredth step and at
every step. The benchmark also prints the cost of computing the reactions of smallest norm for a row.
"""

from __future__ import annotations

import time

from conftest import DECKS

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.assembly.checks.reactions import SelfStresses
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.run.chunk_size import chunk_for

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


def test_the_reactions_of_a_row_cost_the_same_for_every_loop(seconds_per_step):
    """The unchanged deck has a row at every tenth step."""
    costs = {}
    for loops in (5, 10, 20, 40, 80):
        compiled = check_deck(LADDER, Options(parameters={"#N": loops})).compiled
        engine = make_integrator(compiled)
        chunk = chunk_for(compiled, engine, compiled.schedule.rows)
        while engine.advance(chunk, 10**9) is None:
            pass
        stresses, times = SelfStresses(compiled), []
        for _ in range(6):
            start = time.process_time()
            stresses.remove(chunk)
            times.append((time.process_time() - start) / int(chunk.count[0]))
        costs[loops] = min(times)
    print()
    for loops, cost in costs.items():
        print(f"{loops} loops: {cost * 1e6:.0f} us for the reactions of a row")
    assert seconds_per_step(LADDER, clock=time.process_time) + costs[40] / 10 < 0.25e-3
    assert costs[80] / costs[20] < 4 * 1.15
