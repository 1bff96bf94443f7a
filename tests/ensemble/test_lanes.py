"""Cases in lanes have the bits, counts and diagnostics of single runs, even if some cases leave the lanes early."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import rbsolve
from rbsolve.ensemble import lanes as choice
from rbsolve.ensemble import shared_chunk
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.shared_chunk import SharedChunk
from rbsolve.ensemble.variation import Variation
from rbsolve.ensemble.wanted import Wanted
from rbsolve.pipeline import Options, check_deck, parse_deck

DECKS = Path(__file__).parents[2] / "decks"
LANES = 4

FREE = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#w} @SCALAR_VALUE {3}  @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2}
  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {500} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {tip} { @COORDINATES {1, 0, 0.2} }
  @POINT_NAME {anchor} { @COORDINATES {1, 1, 2} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, 90, 0} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {#m} @CENTRE_OF_MASS_LOCATION {0.5, 0, 0}
  @MOMENTS_OF_INERTIA {0.1, 0.2, 0.25} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {1, #w, 2} } }
%s
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {anchor} @POINT2_NAME {tip}
  @STIFFNESS {#k} @DAMPING {3} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {B} @AT_POINT {tip} @APPLIED_FORCES {1, 2, -3} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} %s } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.5} @TIME_STEP_SIZE {2e-3} @OUTPUT_STEP_SIZE {0.02}
  @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @POINT_NAME {tip} }
  @SENSOR_NAME {spring} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {s} }
  @SENSOR_NAME {energy} { @SENSOR_TYPE {KINETIC_ENERGY} @OBJECT_NAME {B} } }
"""
HINGE = "@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T} } }"

ROD = "@ROD_DEFINITION { @ROD_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {O} @POINT2_NAME {tip} } }"
DRIVEN = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {turns} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 2, #w} } }
@CYLINDRICAL_JOINT_DEFINITION { @CYLINDRICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T}
  @PRESCRIBED_ROTATION {turns} } }"""

CONTROLLED = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {goal} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 0.5} } }
@SENSOR_DEFINITION { @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J} }
  @SENSOR_NAME {rate} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {J} }
  @SENSOR_NAME {torque} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {torque} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {q} { @MEASURE {angle} } @SIGNAL_NAME {dq} { @MEASURE {rate} }
  @SIGNAL_NAME {wanted} { @FUNCTION_1D_NAME {goal} }
  @SIGNAL_NAME {torque} { @EXPRESSION {#k/10*(wanted - q) - #m*dq + 0.3*sin(q)*dq} } %s }
"""
PULLS = """@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {%s} { @CONNECTED_TO_BODY {B} @AT_POINT {tip} @APPLIED_FORCES {0, 1, %s}
  @SIGNAL_NAME {%s} } }"""
LAGGED = """@SIGNAL_NAME {late} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {torque} @TIME_CONSTANT {0.001*#m} }
  @SIGNAL_NAME {sum} { @SIGNAL_TYPE {INTEGRATOR} @INPUT {late} } @SIGNAL_NAME {both} { @EXPRESSION {late + 3*sum} }"""


def controlled(formulation: str, *, lags: bool) -> str:
    """Return the implicit deck with one controller, or with two forces. The forces are signals with states."""
    if not lags:
        return implicit("1e-2", formulation) + CONTROLLED % "" + PULLS % ("drive", 0, "torque")
    return implicit("1e-2", formulation) + CONTROLLED % LAGGED + PULLS % ("d0", 0, "both") + PULLS % ("d1", 1, "late")


def free(*keywords: str) -> str:
    return FREE % ("", " ".join(keywords))


def implicit(step: str = "2e-3", formulation: str = "MINIMAL_COORDINATES", joint: str = HINGE) -> str:
    """Return the deck for GENERALIZED_ALPHA, with the body on a hinge. A sensor records the iterations of the method."""
    deck = FREE % (joint, f"@FORMULATION {{{formulation}}}")
    count = "@SENSOR_NAME {iterations} { @SENSOR_TYPE {NEWTON_ITERATIONS} @OBJECT_NAME {SYSTEM} }\n  @SENSOR_NAME {tip}"
    deck = deck.replace("@SENSOR_NAME {tip}", count).replace("@TIME_STEP_SIZE {2e-3}", f"@TIME_STEP_SIZE {{{step}}}")
    return deck.replace("EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA")


METHODS = pytest.mark.parametrize(
    "deck",
    [free(), implicit(), implicit(formulation="LIE_R3_SO3")],
    ids=["explicit", "articulated-body algorithm", "factorized system"],
)


def variation(deck: str, **options: object) -> Variation:
    return Variation(parse_deck(deck), Options(**options))


def solve_in_lanes(deck: str, cases: list[dict[str, float]], lanes: int, **options: object):
    """Return the rows of cases in a number of lanes, and the number of cases that were solved in parallel."""
    solver = CaseSolver(variation(deck, **options), wanted=Wanted(lanes, len(cases)))
    together: list[int] = []
    go_on = solver._lanes.go_on
    solver._lanes.go_on = lambda engine, stand: (together.append(stand.words.size), go_on(engine, stand))
    return list(solver.solve_all(cases)), len(together)


def assert_same(alone, together):
    """Check every bit, count, message and diagnostic."""
    assert len(alone) == len(together)
    for one, other in zip(alone, together, strict=True):
        assert (other.status, other.message, other.outcome) == (one.status, one.message, one.outcome)
        assert (other.steps, other.findings) == (one.steps, one.findings)
        assert (other.newton_iterations, other.rejected_steps) == (one.newton_iterations, one.rejected_steps)
        assert other.time.tobytes() == one.time.tobytes()
        assert [*other.sensors] == [*one.sensors]
        for name, rows in one.sensors.items():
            assert other.sensors[name].tobytes() == rows.tobytes(), name


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


def with_mass(name: str) -> str:
    """Return a deck of decks/ with its first mass as a parameter."""
    text = (DECKS / f"{name}.deck").read_text()
    given = re.search(r"@MASS \{([^}]+)\}", text)
    assert given is not None
    varied = text[: given.start()] + "@MASS {#lanes_mass}" + text[given.end() :]
    return f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#lanes_mass}} @SCALAR_VALUE {{{given[1]}}} }}\n{varied}"


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
