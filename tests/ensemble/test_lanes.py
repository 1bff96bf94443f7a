"""Cases in lanes have the bits, counts and diagnostics of single runs, even if some cases fail."""

from __future__ import annotations

import re

import numpy as np
import pytest
from lane_decks import (
    CONTROLLED,
    DRIVEN,
    FREE,
    HINGE,
    LAGGED,
    LANES,
    ROD,
    assert_same,
    controlled,
    free,
    implicit,
    solve_in_lanes,
    with_mass,
)

from rbsolve.pipeline import Options, check_deck


@pytest.mark.parametrize(
    "deck",
    [
        free("@FORMULATION {LIE_R3_SO3}"),
        free("@FORMULATION {LIE_SE3}"),
        free("@FORMULATION {LIE_R3_S3}", "@TABLEAU {RK33}"),
        free("@FORMULATION {CARDAN_ANGLES_1}"),
        free("@FORMULATION {EULER_PARAMETERS_1}"),
        FREE % (HINGE, "@FORMULATION {MINIMAL_COORDINATES}"),
        implicit(),
        implicit("1e-2"),
        *(implicit("1e-2", each) for each in ("LIE_R3_SO3", "LIE_SE3", "CARDAN_ANGLES_1", "EULER_PARAMETERS_2")),
        implicit("1e-2", "LIE_SE3} @NEWTON {MODIFIED"),
        implicit("1e-2", "LIE_R3_SO3", joint=""),
        implicit("1e-2", "LIE_R3_SO3", joint=ROD),
        implicit("1e-2", "LIE_R3_SO3", joint=DRIVEN),
        implicit("1e-2", joint=DRIVEN),
        implicit("1e-2") + CONTROLLED % LAGGED,
        *(
            controlled(formulation, lags=lags)
            for formulation in ("LIE_R3_SO3", "MINIMAL_COORDINATES")
            for lags in (False, True)
        ),
    ],
)
def test_cases_in_lanes_have_the_bits_of_single_runs(deck):
    cases = [{"w": 3.0 + 0.3 * i, "m": 2.0 + 0.1 * i, "k": 400.0 + 10.0 * i} for i in range(11)]
    alone, none = solve_in_lanes(deck, cases, 1)
    together, count = solve_in_lanes(deck, cases, LANES)
    assert none == 0
    assert count == 10  # the solver always solves the first case separately
    assert {case.status for case in alone} == {"complete"}
    assert_same(alone, together)


@pytest.mark.parametrize("deck", [free(), implicit("1e-2", "LIE_R3_SO3")], ids=["explicit", "generalized-alpha"])
def test_cases_of_a_deck_with_repeated_blocks_run_in_lanes(deck):
    repeated = """@REPEAT {i, 1, 2} { @DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {more_#i} { @CONNECTED_TO_BODY {B} @AT_POINT {tip}
      @APPLIED_FORCES {#i, 0, #k / 100} } } }"""
    cases = [{"m": 2.0 + 0.1 * i, "k": 400.0 + 10.0 * i} for i in range(LANES + 1)]
    alone, _ = solve_in_lanes(deck + repeated, cases, 1)
    together, count = solve_in_lanes(deck + repeated, cases, LANES)
    assert count == LANES
    assert_same(alone, together)


@pytest.mark.parametrize(
    ("name", "mass", "options"),
    [
        ("delayed_brake", 2.0, {}),
        ("rotor", 2.0, {}),
        ("puma560", 17.4, {"integrator": "EXPLICIT_RUNGE_KUTTA", "step": 1e-3}),
        ("puma560", 17.4, {"formulation": "MINIMAL_COORDINATES"}),
        ("puma560", 17.4, {}),
        ("slider_crank", 0.5, {}),
        ("slider_crank", 0.5, {"formulation": "MINIMAL_COORDINATES"}),
        ("gear_train", 1.0, {}),
        ("kapitza_pendulum", 5.0, {}),
    ],
)
def test_functions_signals_drives_couplings_and_friction_run_in_lanes(name, mass, options):
    cases = [{"lanes_mass": mass * (1.0 + 0.05 * i)} for i in range(LANES + 1)]
    alone, _ = solve_in_lanes(with_mass(name), cases, 1, t_end=0.1, **options)
    together, count = solve_in_lanes(with_mass(name), cases, LANES, t_end=0.1, **options)
    assert count == LANES
    assert {case.status for case in alone} == {"complete"}, alone[0].message
    assert_same(alone, together)


CORNERS = """
@FUNCTION_1D_DEFINITION {
  @FUNCTION_1D_NAME {table} { @FUNCTION_1D_TYPE {TABULATED}
    @TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {1} @TIME {%s} @FUNCTION_VALUE {#k} @TIME {9} @FUNCTION_VALUE {#m} } }
  @FUNCTION_1D_NAME {wave} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {if(mod(13*t, 1) < 0.5, #w, -#w)} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {wave} { @FUNCTION_1D_NAME {wave} }
  @SIGNAL_NAME {late} { @SIGNAL_TYPE {DELAY} @INPUT {wave} @DELAY_TIME {0.0731} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {corners} { @CONNECTED_TO_BODY {B} @AT_POINT {tip}
  @FORCE_FUNCTIONS {table, wave, late} } }
"""


@pytest.mark.parametrize(("time", "expected"), [("0.2371", LANES), ("0.1*#m", 0)])
def test_cases_whose_functions_jump_at_the_same_times_run_in_lanes(time, expected):
    """In the second deck, the corner of the table differs between cases. Therefore steps of different cases end at
    different times."""
    deck = free() + CORNERS % time
    cases = [{"w": 3.0 + 0.3 * i, "m": 2.0 + 0.1 * i, "k": 40.0 + i} for i in range(LANES + 1)]
    alone, _ = solve_in_lanes(deck, cases, 1)
    together, count = solve_in_lanes(deck, cases, LANES)
    assert count == expected
    assert {case.status for case in alone} == {"complete"}
    assert_same(alone, together)


def test_cases_whose_controller_may_reach_its_limits_run_alone():
    """The integral stops at different times in each case, and steps end at these times."""
    cases = [{"lanes_mass": 1.0 + 0.05 * i} for i in range(LANES + 1)]
    together, count = solve_in_lanes(with_mass("inverted_pendulum"), cases, LANES, t_end=0.1)
    assert count == 0
    assert {case.status for case in together} == {"complete"}


def test_cases_that_fail_have_errors_or_decide_differently_harm_no_other():
    # m = -1 is an error of the deck, and k = 1e9 exceeds the range of numbers. At w = 140, a step rotates by more than
    # the range of the series.
    spins = [3.0, 3.5, 4.0, 140.0, 5.0, 5.5, 6.0, 6.5, 7.0, 130.0, 120.0, 150.0, 8.0]
    cases = [{"w": w, "m": 2.0, "k": 400.0} for w in spins]
    cases[5]["m"] = -1.0
    cases[6]["k"], cases[12]["k"] = 1e9, 1e300
    alone, _ = solve_in_lanes(free(), cases, 1)
    together, count = solve_in_lanes(free(), cases, LANES)
    assert count > 8
    assert {case.status for case in alone} == {"complete", "failed"}
    assert_same(alone, together)


def test_cases_whose_implicit_steps_fail_or_are_slow_harm_no_other():
    # m = -1 is an error of the deck. At w = 3000, steps are halved. A stiff spring needs the factorized system. For the
    # other numbers, computed values exceed the range of floats.
    spins = [3.0, 3.5, 4.0, 3000.0, 5.0, 5.5, 6.0, 6.5, 7.0, 1e200, 120.0, 150.0, 8.0]
    cases = [{"w": w, "m": 2.0, "k": 400.0} for w in spins]
    cases[5]["m"] = -1.0
    cases[6]["k"], cases[8]["k"], cases[12]["k"] = 1e6, 1e9, 1e300
    alone, _ = solve_in_lanes(implicit(), cases, 1)
    together, count = solve_in_lanes(implicit(), cases, LANES)
    assert count > 8
    assert {case.status for case in alone} == {"complete", "failed"}
    assert any(case.rejected_steps for case in alone if case.status == "complete")
    assert_same(alone, together)


def test_implicit_cases_that_all_need_the_factorized_system_continue_alone(monkeypatch):
    from rbsolve.solver.integrators.side_by_side import OtherPartsError, SideBySide

    run, refused = SideBySide._run, []

    def counted(self, *arguments):
        try:
            return run(self, *arguments)
        except OtherPartsError:
            refused.append(self)
            raise

    monkeypatch.setattr(SideBySide, "_run", counted)
    cases = [{"w": 3.0 + 0.1 * i, "k": 1e6} for i in range(LANES + 1)]
    alone, _ = solve_in_lanes(implicit(), cases, 1)
    together, _ = solve_in_lanes(implicit(), cases, LANES)
    assert refused
    assert {case.status for case in alone} == {"complete"}
    assert_same(alone, together)


def test_implicit_cases_take_different_numbers_of_iterations(monkeypatch):
    """The cases of a group converge after different numbers of corrections, and no case leaves the lanes."""
    from rbsolve.solver.integrators.side_by_side import SideBySide

    monkeypatch.setattr(SideBySide, "_leave", None)
    cases = [{"w": 3.0 + 2.0 * i, "m": 2.0 + 0.5 * i} for i in range(LANES + 1)]
    together, count = solve_in_lanes(implicit("1e-2"), cases, LANES)
    assert count == LANES
    counts = np.array([case.sensors["iterations"][:, 0] for case in together[1:]])
    assert np.mean(np.any(counts != counts[0], axis=0)) > 0.1
    assert (counts.sum(axis=1) == [case.newton_iterations for case in together[1:]]).all()


def test_the_correction_of_a_tree_is_computed_by_instructions_on_vectors(monkeypatch):
    from rbsolve.solver.compiler import numba_side, pipelines
    from rbsolve.solver.compiler.layouts import INTEGER
    from rbsolve.solver.compiler.records import by_reference, layout_of_value
    from rbsolve.solver.integrators.generalized_alpha.tree_solution import solve_tree
    from rbsolve.solver.integrators.registry import make_integrator
    from rbsolve.solver.integrators.side_by_side import SideBySide
    from rbsolve.solver.run.chunk_size import chunk_for

    if "avx2" not in pipelines.binding.get_host_cpu_features():
        pytest.skip("the processor has no AVX2")
    compiled = check_deck(implicit(), Options()).compiled
    engine = make_integrator(compiled)
    side = SideBySide(engine, chunk_for(compiled, engine, 2), LANES)
    model, parts, _, _, state, _, _ = side._of_all
    tuples = {"model": model, "forest": parts.forest, "state": state, "work": parts.work}
    layouts = {name: by_reference(values).pointer for name, values in tuples.items()}
    position = layout_of_value("control", side._position)
    texts, emit = [], pipelines._Object.code

    def recorded(self, function, symbol):
        self._ensure_finalized()
        texts.append(str(self._codegen._tm.emit_assembly(self._final_module)))
        return emit(self, function, symbol)

    monkeypatch.setattr(pipelines._Object, "code", recorded)
    kinds = layouts["model"], layouts["forest"], INTEGER, position, layouts["state"], layouts["work"]
    numba_side.compile_entry(solve_tree.__wrapped__, kinds, "solve_tree_for_a_test")
    found = re.findall(r"\bv?(?:add|sub|mul|div|sqrt)([ps])d\b", max(texts, key=len))
    assert found.count("p") > 1000
    assert found.count("s") < 0.1 * found.count("p")
