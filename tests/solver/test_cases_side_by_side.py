"""Numbers of several cases as scalars of kernels. The numbers are bitwise identical to single floats. A decision is
common to all cases, and instructions act on whole vectors.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

import numpy as np
import pytest

from rbsolve.geometry import quaternion
from rbsolve.solver.compiler import cache, entries, pipelines
from rbsolve.solver.compiler.cases import scalar_of
from rbsolve.solver.compiler.choices import (
    case_of,
    cases_of,
    common,
    exceeds,
    exchange_rows,
    floor_of,
    holds_in_some,
    is_below,
    select,
    with_case,
)
from rbsolve.solver.compiler.launching import CasesDifferError, Launcher
from rbsolve.solver.compiler.variables import FloatOfCase, IntOfCase, Variables, VariablesOfCases
from rbsolve.solver.model.cases import CasesMemory, numbers_of

COUNTS = (4, 16)


class Numbers(NamedTuple):
    """The data that the kernels of this file read and write."""

    a: np.ndarray  # (1,)
    b: np.ndarray  # (1,), not negative
    out: np.ndarray  # (n,)


def _arithmetic(numbers):
    a, b, out = numbers.a[0], numbers.b[0], numbers.out
    total = 0.0
    for k in range(3):
        total += k * a
    out[0], out[1], out[2], out[3] = a + b, a - b, a * b, a / b
    out[4], out[5], out[6], out[7] = -a, abs(a), math.sqrt(b), total
    out[8], out[9], out[10], out[11] = 2 + a, 1.0 / b, 3 * a - 1, math.copysign(b, a)
    out[12], out[13], out[14], out[15] = a**2, b**-3, b**0.5, a**5
    out[16], out[17], out[18] = max(a, b), min(0.5, a, b), math.fabs(a)
    a *= b
    out[19] = float(a)


def _functions(numbers):
    a, b, out = numbers.a[0], numbers.b[0], numbers.out
    out[0], out[1], out[2] = math.sin(a), math.cos(a), math.tan(a)
    out[3], out[4], out[5] = math.exp(a), math.log(b), math.atan2(a, b)
    out[6], out[7], out[8] = math.tanh(a), math.hypot(a, b), math.pow(b, a)
    out[9], out[10], out[11] = math.atan(a), math.acos(a / 100.0), math.log1p(b)
    out[12], out[13], out[14] = math.sinh(a), math.cosh(a), math.expm1(a)


def _decides(numbers):
    if numbers.a[0] < numbers.b[0]:
        numbers.out[0] = 1.0
    else:
        numbers.out[0] = numbers.a[0]
    numbers.out[1] = math.floor(numbers.a[0])
    return math.isfinite(numbers.b[0])


def _chooses(numbers):
    a, b, out = numbers.a[0], numbers.b[0], numbers.out
    out[0], out[1] = is_below(a, b), exceeds(a, b)
    out[2], out[3], out[4] = select(is_below(a, b), a * b, b), select(exceeds(2.0, a), 7.0, a), select(a, b, -0.0)
    mixed = (0.0, a, 1.0)
    for k in range(3):
        out[5 + k] = mixed[k]
    for case in range(cases_of(a)):
        root = 0.0
        if case_of(a, case) > 1.0:
            root = math.sqrt(case_of(b, case))
        out[8] = with_case(out[8], case, root)


def _floors(numbers):
    a, b, out = numbers.a[0], numbers.b[0], numbers.out
    out[0], out[1] = floor_of(a), a + 6.25 * floor_of((b - a) / 6.25 + 0.5)
    if holds_in_some(is_below(b, a)):
        out[2] = select(is_below(b, a), a - b, 0.0)
    if holds_in_some(is_below(100.0, a)):
        out[3] = 1.0


def _floors_alone(numbers):
    numbers.out[0], numbers.out[1] = floor_of(numbers.a[0]), 2.0 * floor_of(numbers.b[0])


def _exchanges(numbers):
    # a matrix with 4 rows of 3 columns, whose rows are 4 numbers apart
    row, out = numbers.b[0], numbers.out
    for i in range(18):
        out[i] = i * numbers.a[0]
    exchange_rows(out, 1, 4, 1, 3, 1, row, 4)
    exchange_rows(out, 1, 1, 4, 4, 1, min(row, 2.0), 3)


def _turns(numbers):
    # the matrix of a rotation about (1, 2, 2) / 3
    c, s, out = math.cos(numbers.a[0]), math.sin(numbers.a[0]), numbers.out
    x, y, z = 1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0
    d = 1.0 - c
    first, second = (
        (c + x * x * d, x * y * d - z * s, x * z * d + y * s),
        (x * y * d + z * s, c + y * y * d, y * z * d - x * s),
    )
    e = quaternion.from_matrix(first + second + (x * z * d - y * s, y * z * d + x * s, c + z * z * d))
    for k in range(4):
        out[k] = e[k]


def _shares(numbers):
    plain = common(numbers.a[0])
    numbers.out[0] = plain
    return plain


@pytest.fixture
def nothing_kept(monkeypatch):
    """Compile kernels of this file from its present text, without a cache."""
    monkeypatch.setattr(cache, "read", lambda name: None)
    monkeypatch.setattr(cache, "write", lambda name, code: None)


def run_both(function, a, b, size=20):
    """Return the results of cases in lanes, and the results of each case alone, (size, cases)."""
    launcher, memory, alone = Launcher(function), CasesMemory(len(a)), []
    single = Numbers(np.zeros(1), np.zeros(1), np.zeros(size))
    cases = memory.of(single)
    for k in range(len(a)):
        single.a[0], single.b[0], single.out[:] = a[k], b[k], 0.0
        memory.take(k)
        launcher(single)
        alone.append(single.out.copy())
    launcher(cases)
    return numbers_of(cases.out, len(a)), np.array(alone).T


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("function", [_arithmetic, _functions], ids=["arithmetic", "functions"])
def test_every_operation_has_the_bits_of_single_floats(function, count):
    random = np.random.default_rng(7)
    a, b = random.normal(size=count) * 3.0, random.uniform(0.1, 20.0, count)
    together, alone = run_both(function, a, b)
    assert together.tobytes() == alone.tobytes()
    assert np.any(together != 0.0)


@pytest.mark.usefixtures("nothing_kept")
def test_numbers_that_are_none_come_through_as_in_single_runs():
    a, b = np.array([math.inf, math.nan, -0.0, 5e-324]), np.array([1e308, 2.0, math.inf, math.nan])
    together, alone = run_both(_arithmetic, a, b)
    np.testing.assert_array_equal(together, alone)


@pytest.mark.usefixtures("nothing_kept")
def test_cases_that_decide_alike_go_on_and_others_are_named():
    together, alone = run_both(_decides, np.array([1.2, 1.5, 1.8, 1.9]), np.full(4, 9.0), size=2)
    assert together.tolist() == alone.tolist() == [[1.0] * 4] * 2
    for a, b, bits in (
        ([1.2, 10.5, 1.8, 1.9], [9.0] * 4, 0b1101),  # a < b
        ([1.2, 1.5, 2.0, 1.9], [9.0] * 4, 0b1011),  # each case has the floor of the first case
        ([1.2] * 4, [9.0, 9.0, math.inf, 9.0], 0b1011),  # is finite
        ([1.2] * 4, [math.nan, 9.0, 9.0, math.nan], 0b0110),  # a < b
    ):
        with pytest.raises(CasesDifferError) as differ:
            run_both(_decides, np.array(a), np.array(b), size=2)
        assert differ.value.bits == bits


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("count", COUNTS)
def test_each_case_chooses_for_itself(count):
    a, b = np.linspace(-1.0, 4.0, count), np.linspace(3.0, 0.5, count)
    a[1], b[2], a[3], b[3] = math.nan, math.nan, 1.25, 1.25
    together, alone = run_both(_chooses, a, b)
    assert together.tobytes() == alone.tobytes()
    below = a < b
    np.testing.assert_array_equal(together[0], below)
    np.testing.assert_array_equal(together[1], ~(a <= b))
    np.testing.assert_array_equal(together[2], np.where(below, a * b, b))
    np.testing.assert_array_equal(together[8], np.where(a > 1.0, np.sqrt(b), 0.0))
    assert 0 < below.sum() < count


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("count", COUNTS)
def test_each_case_has_its_own_integers(count):
    a, b = np.linspace(-7.5, 30.0, count), np.linspace(11.0, -20.0, count)
    a[1] = -0.0
    together, alone = run_both(_floors, a, b)
    assert together.tobytes() == alone.tobytes()
    np.testing.assert_array_equal(together[0], np.floor(a))
    np.testing.assert_allclose(np.abs(together[1] - b), np.abs(np.remainder(a - b + 3.125, 6.25) - 3.125), atol=1e-12)
    np.testing.assert_array_equal(together[2], np.maximum(a - b, 0.0))
    assert not together[3].any()


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("count", COUNTS)
def test_numbers_that_no_integer_holds_have_the_same_floor(count):
    a = np.resize([math.nan, 1e300, -math.inf, -1e19], count)
    together, alone = run_both(_floors_alone, a, -a)
    assert together.tobytes() == alone.tobytes()
    np.testing.assert_array_equal(together[:2], [np.floor(a), 2.0 * np.floor(-a)])


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("count", COUNTS)
def test_each_case_exchanges_its_own_rows(count):
    rows = np.arange(count) % 3 + 1.0
    together, alone = run_both(_exchanges, np.linspace(1.0, 2.0, count), rows)
    assert together.tobytes() == alone.tobytes()
    for case in range(count):
        scale, row = 1.0 + case / (count - 1), int(rows[case])
        wanted = np.arange(18.0)
        matrix = wanted[1:17].reshape(4, 4)[:, :3]
        matrix[[1, row]] = matrix[[row, 1]]
        matrix[:, [1, min(row, 2)]] = matrix[:, [min(row, 2), 1]]
        np.testing.assert_allclose(together[:18, case], scale * wanted, rtol=1e-15)


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("count", COUNTS)
def test_each_case_has_its_own_branch_of_a_quaternion(count):
    angles = np.linspace(-3.1, 3.1, count)
    together, alone = run_both(_turns, angles, np.ones(count))
    assert together.tobytes() == alone.tobytes()
    half = np.stack([np.cos(angles / 2), *(np.sin(angles / 2) * np.array([[1.0], [2.0], [2.0]]) / 3.0)])
    signs = np.sign(np.sum(half * together[:4], axis=0))
    np.testing.assert_allclose(together[:4] * signs, half, atol=1e-15)


@pytest.mark.usefixtures("nothing_kept")
def test_a_number_that_cases_must_share():
    together, _ = run_both(_shares, np.full(4, 2.5), np.zeros(4), size=1)
    assert together.tolist() == [[2.5] * 4]
    with pytest.raises(CasesDifferError) as differ:
        run_both(_shares, np.array([2.5, 2.5, 3.0, 2.5]), np.zeros(4), size=1)
    assert differ.value.bits == 0b1011


class Place(Variables):
    """Variables of a run, some of which belong to a case."""

    step: int
    error: FloatOfCase
    count: IntOfCase
    time: float


class Moved(NamedTuple):
    """The data of a kernel with variables."""

    place: Place
    a: np.ndarray  # (1,)


def _moves(moved):
    place, a = moved.place, moved.a[0]
    place.step += 1
    place.time = 0.25 * place.step
    place.error = a * place.error
    place.count += select(is_below(a, 2.0), 1, 0)
    return place.step


@pytest.mark.usefixtures("nothing_kept")
def test_variables_of_cases_have_shared_numbers_and_numbers_of_each_case():
    launcher, single, memory = Launcher(_moves), Moved(Place(step=4, count=7), np.zeros(1)), CasesMemory(4)
    of_all = VariablesOfCases(single.place, 4)
    cases = Moved(of_all, memory.of(single.a))
    for case in range(4):
        single.a[0], single.place.error = 1.0 + 0.5 * case, 0.1 * (case + 1)
        memory.take(case)
        of_all.take(case)
    of_all.take_shared()
    assert [launcher(cases), launcher(cases)] == [5, 6]
    of_all.give_shared()
    assert (single.place.step, single.place.time) == (6, 1.5)
    for case in range(4):
        a, alone = 1.0 + 0.5 * case, Place(step=4, count=7, error=0.1 * (case + 1))
        one = Moved(alone, np.array([a]))
        launcher(one)
        launcher(one)
        assert of_all.words_of(case).tobytes() == alone.words.tobytes()
        assert alone.count == (9 if a < 2.0 else 7)


def test_arrays_that_share_memory_share_it_for_all_cases():
    whole = np.arange(12.0).reshape(3, 4)
    memory = CasesMemory(4)
    rows, flat, second = memory.of(Numbers(whole, whole.reshape(-1), whole[1]))
    for case in range(4):
        whole[...] = 100.0 * case + np.arange(12.0).reshape(3, 4)
        memory.take(case)
    assert numbers_of(rows, 4)[2, 3].tolist() == [11.0, 111.0, 211.0, 311.0]
    numbers_of(flat, 4)[4:8] += 0.5
    assert numbers_of(second, 4).tolist() == numbers_of(rows, 4)[1].tolist()
    assert memory.of_each()[2][0][4:8].tolist() == [204.5, 205.5, 206.5, 207.5]


@pytest.mark.usefixtures("nothing_kept")
def test_arithmetic_is_done_by_instructions_on_vectors(monkeypatch):
    if "avx2" not in pipelines.binding.get_host_cpu_features():
        pytest.skip("the processor has no AVX2")
    texts, emit = [], pipelines._Object.code

    def recorded(self, function, symbol):
        self._ensure_finalized()
        texts.append(str(self._codegen._tm.emit_assembly(self._final_module)))
        return emit(self, function, symbol)

    monkeypatch.setattr(pipelines._Object, "code", recorded)
    monkeypatch.setattr(entries, "_entries", {})
    run_both(_arithmetic, np.ones(16), np.ones(16))
    alone, together = (re.findall(r"\bv?(?:add|sub|mul|div|sqrt)([ps])d\b", text) for text in texts)
    assert together.count("p") >= 2 * 18  # at least two for each operation
    assert together.count("s") <= 16  # a power with a fractional exponent calls a function for each case
    assert alone.count("s") > alone.count("p")


@pytest.mark.parametrize(("dtype", "count"), [("cases2", 2), ("cases16", 16), ("void128", 2), ("void1024", 16)])
def test_layouts_name_their_number_of_cases(dtype, count):
    assert scalar_of(dtype).count == count


@pytest.mark.parametrize("dtype", ["cases0", "cases1", "cases17", "void64", "void1088"])
def test_one_case_and_more_than_sixteen_are_no_layout(dtype):
    with pytest.raises(ValueError, match=r"cases cannot be solved side by side$"):
        scalar_of(dtype)
