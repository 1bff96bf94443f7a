"""Groups of cases in lanes: cases that leave them, the memory of their rows, interruptions, and the number of lanes."""

from __future__ import annotations

import numpy as np
import pytest
from lane_decks import LANES, METHODS, assert_same, free, implicit, solve_in_lanes, variation, with_mass

import rbsolve
from rbsolve.ensemble import lanes as choice
from rbsolve.ensemble import shared_chunk
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.shared_chunk import SharedChunk
from rbsolve.ensemble.wanted import Wanted


def test_a_case_that_leaves_goes_on_from_where_it_is(monkeypatch):
    from rbsolve.solver.integrators.side_by_side import SideBySide

    left: list[int] = []
    leave = SideBySide._leave

    def counted(self, bits, stands, seconds):
        leave(self, bits, stands, seconds)
        left.append(len(stands))

    monkeypatch.setattr(SideBySide, "_leave", counted)
    cases = [{"w": w} for w in (3.0, 3.0, 3.1, 3.2, 140.0)]
    alone, _ = solve_in_lanes(free(), cases, 1)
    together, _ = solve_in_lanes(free(), cases, LANES)
    assert left == [1]
    assert_same(alone, together)


def test_rows_of_lanes_are_copied_only_if_an_earlier_case_has_fewer_rows(monkeypatch):
    """The rows of cases in lanes are written behind each other. The sensors of the first case are evaluated before the
    first group. At w = 140, a case leaves its group at the start and completes. At k = 1e9, a case fails."""
    put, rows_of_cases = SharedChunk.put, []

    def recorded(self, rows):
        place = self.chunk.time[int(self.chunk.count[0]) :][:1]
        count = put(self, rows)
        rows_of_cases.append((count, np.shares_memory(rows.time, place)))
        return count

    monkeypatch.setattr(SharedChunk, "put", recorded)
    spins = [3.0, 3.1, 3.2, 3.3, 3.4, 3.5, 140.0, 3.6, 3.7, 4.0, 4.05, 4.1, 4.2, 5.0, 5.1, 5.2, 5.3]
    cases = [{"w": w, "k": 400.0} for w in spins]
    cases[10]["k"] = 1e9
    alone, _ = solve_in_lanes(free(), cases, 1)
    together, count = solve_in_lanes(free(), cases, LANES)
    assert count == len(cases) - 1
    assert [k for k, case in enumerate(alone) if case.status != "complete"] == [10]
    copied, in_place, none = (26, False), (26, True), (0, False)
    assert rows_of_cases[:4] == [copied] * 4
    assert rows_of_cases[4:8] == [in_place, none, in_place, in_place]
    assert rows_of_cases[8:12] == [in_place, none, copied, copied]
    assert rows_of_cases[12:] == [in_place] * 4
    assert_same(alone, together)


@pytest.mark.parametrize("runs", [3, 5, 6, 9])
def test_groups_of_lanes_that_do_not_fill_the_shared_memory_have_the_bits_of_single_runs(runs, monkeypatch):
    cases = [{"w": 3.0 + 0.1 * i} for i in range(15)]
    alone, _ = solve_in_lanes(free(), cases, 1)
    monkeypatch.setattr(shared_chunk, "MOST_ROWS", runs * len(alone[0].time))
    together, count = solve_in_lanes(free(), cases, LANES)
    assert count == len(cases) - 1
    assert_same(alone, together)


@METHODS
def test_a_run_that_is_interrupted_goes_on_from_its_last_step(deck):
    asked = iter([False, True] + [False] * 1000)
    cases = [{"w": 3.0 + i} for i in range(5)]
    alone, _ = solve_in_lanes(deck, cases, 1)
    solver = CaseSolver(variation(deck), wanted=Wanted(LANES, 5))
    first = solver.solve(cases[0])
    rest = list(solver.solve_all(cases[1:], interrupted=lambda: next(asked)))
    assert_same(alone, [first, *rest])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("text", [free(), implicit()], ids=["explicit", "generalized-alpha"])
def test_any_number_of_threads_and_lanes_gives_the_same(tmp_path, threads, text):
    deck = tmp_path / "free.deck"
    deck.write_text(text)
    values = {"w": np.linspace(2.0, 6.0, 23), "k": np.linspace(300.0, 900.0, 23)}
    alone = rbsolve.solve_many(deck, values, threads=threads, lanes=1)
    together = rbsolve.solve_many(deck, values, threads=threads, lanes=LANES, sensors=["tip"])
    assert list(together) == ["tip"]
    assert together["tip"].tobytes() == alone["tip"].tobytes()
    assert together.case(20)["tip"].tobytes() == alone["tip"][20].tobytes()


def test_lanes_that_a_deck_cannot_have_are_refused(tmp_path):
    deck = tmp_path / "free.deck"
    deck.write_text(free())
    with pytest.raises(ValueError, match="3' is not one of auto, 1, 4, 8, 16"):
        rbsolve.solve_many(deck, {"w": [1.0, 2.0]}, lanes=3)
    swinging = tmp_path / "swinging.deck"
    swinging.write_text(with_mass("inverted_pendulum"))
    with pytest.raises(ValueError, match=r"16 lanes: GENERALIZED_ALPHA has signals.*`auto` solves"):
        rbsolve.solve_many(swinging, {"lanes_mass": [1.0, 1.1]}, integrator="GENERALIZED_ALPHA", lanes=16)
    many = rbsolve.solve_many(deck, {"w": [1.0, 2.0]}, integrator="GENERALIZED_ALPHA", t_end=0.02)
    assert set(many.status) == {"complete"}


def test_auto_compiles_nothing_for_what_is_soon_done(monkeypatch):
    monkeypatch.setattr(choice, "LEAST_SECONDS", 0.0)
    monkeypatch.setattr(choice, "lanes_of_processor", lambda: 8)
    cases = [{"w": 3.0 + i} for i in range(20)]
    asked = []
    monkeypatch.setattr(choice, "forbid_compiling", lambda forbidden: asked.append(forbidden) or _nothing())
    rows, _ = solve_in_lanes(free(), cases, 0)
    assert {case.status for case in rows} == {"complete"}
    assert asked
    assert all(asked)


class _nothing:
    def __enter__(self):
        from rbsolve.solver.compiler.entries import NotCompiledError

        raise NotCompiledError("the time loop")

    def __exit__(self, *_):
        return False
