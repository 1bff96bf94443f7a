"""Messages of commands that depend on the machine, on the kernels, or on numbers of a search."""

from __future__ import annotations

import io
import math
import signal
from pathlib import Path
from types import SimpleNamespace

import pytest

from rbsolve.cli.commands import compare, doctor, fit, plot, run
from rbsolve.cli.commands import sensitivity as sensitivity_command
from rbsolve.cli.exit_codes import UsageError
from rbsolve.cli.interrupts import Interrupts
from rbsolve.cli.kernels import origin_of_kernels
from rbsolve.cli.main import _report
from rbsolve.cli.search import show_search
from rbsolve.cli.starts import words_of_end
from rbsolve.compare.methods import methods_of
from rbsolve.compare.study import Case, Comparison, Misfit
from rbsolve.fitting.result import HEADER
from rbsolve.solver.compiler import cache, library, machine
from rbsolve.solver.model.findings import Finding
from rbsolve.solver.model.outcome import Outcome


def test_a_package_that_is_not_installed_is_named():
    assert doctor._version("no-such-package-of-anyone") == "no-such-package-of-anyone is not installed"
    assert doctor._version("pytest") == f"pytest {pytest.__version__}"


@pytest.mark.parametrize(
    ("compiler", "bits", "lanes", "words"),
    [
        (False, 256, 4, "unknown, because llvmlite is not installed; rbsolve solves cases one by one"),
        (True, 512, 8, "AVX-512, vectors of 8 numbers: `--lanes auto` solves cases in 8 lanes"),
        (True, 256, 4, "AVX2, vectors of 4 numbers: `--lanes auto` solves cases in 4 lanes"),
        (True, 128, 1, "neither AVX2 nor AVX-512, vectors of 2 numbers: `--lanes auto` solves cases one by one"),
    ],
)
def test_the_processor_is_described_with_its_lanes(monkeypatch, compiler, bits, lanes, words):
    monkeypatch.setattr(machine, "has_compiler", lambda: compiler)
    monkeypatch.setattr(machine, "vector_bits", lambda: bits)
    monkeypatch.setattr("rbsolve.ensemble.lanes.lanes_of_processor", lambda: lanes)
    assert doctor._processor() == words


@pytest.mark.parametrize("has_compiler", [True, False])
def test_a_kernel_cache_that_cannot_be_written_is_reported_with_the_reasons(monkeypatch, capsys, has_compiler):
    flaws = {Path("/one"): "/one belongs to another user", Path("/two"): None}
    monkeypatch.setattr(cache, "folders", lambda: tuple(flaws))
    monkeypatch.setattr(cache, "flaw_of", flaws.get)
    monkeypatch.setattr(cache, "writable", lambda: None)
    monkeypatch.setattr(cache, "has_compiler", lambda: has_compiler)
    reasons = "/one belongs to another user; /two cannot be written; set NUMBA_CACHE_DIR to a folder that only you"
    assert doctor._kernel_cache() == f"none: {reasons} can write to"
    assert run.say_where_code_is_not_kept() is has_compiler
    told = f"note: compiled kernels cannot be cached: {reasons} can write to\n" if has_compiler else ""
    assert capsys.readouterr().err == told


def test_a_kernel_cache_that_can_be_written_is_not_reported(monkeypatch, capsys):
    monkeypatch.setattr(cache, "has_compiler", lambda: True)
    monkeypatch.setattr(cache, "writable", lambda: Path("/kernels"))
    assert run.say_where_code_is_not_kept() is False
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("compiler", "found", "flaw", "words"),
    [
        (True, ("AVX2", 312), "", "312 in the wheel, for AVX2; others: numba 1.2.3"),
        (
            False,
            ("SSE", 7),
            "",
            "7 in the wheel, for SSE; other kernels need numba: pip install 'rbsolve[compile]'",
        ),
        (True, None, "", "compiled by numba 1.2.3 at first use, then from the cache"),
        (
            True,
            None,
            "the library is outdated",
            "the library is outdated; compiled by numba 1.2.3 at first use, then from the cache",
        ),
        (
            False,
            None,
            "",
            "neither kernels nor numba are installed, so no deck can be solved; pip install 'rbsolve[compile]'",
        ),
    ],
)
def test_the_origin_of_kernels_is_described(monkeypatch, compiler, found, flaw, words):
    monkeypatch.setattr(cache, "has_compiler", lambda: compiler)
    monkeypatch.setattr(library, "level_in_use", lambda: found)
    monkeypatch.setattr(library, "flaw", lambda: flaw)
    monkeypatch.setattr("rbsolve.solver.compiler.versions.version_of", lambda package: "1.2.3")
    assert origin_of_kernels() == words


RK44, HEUN = methods_of(["RK44", "HEUN"], [])


def case(method, step, error, *warnings):
    return Case(method, step, Outcome.COMPLETE, error, {"w": error}, 10, 40, 0, 1e-3, 0.0, tuple(warnings))


def lines_of(capsys, study, steps=(0.1, 0.2)):
    compare._say_study(study, list(steps))
    return capsys.readouterr().err.splitlines()


def test_a_comparison_tells_its_doubts(capsys):
    cases = (case(RK44, 0.1, 1e-9), case(RK44, 0.2, 2e-8))
    study = Comparison("box.deck", ("w",), "DOP853", cases, replaced=("RK67 has failed",), doubt=1.5e-9)
    assert lines_of(capsys, study) == [
        "RK67 has failed",
        "the reference for errors is DOP853 instead",
        "errors below 1.5e-09 may be errors of the reference: a less accurate reference differs from it by this amount",
    ]


@pytest.mark.parametrize(("error", "doubted"), [(1e-9, False), (0.9e-9, True)])
def test_only_errors_below_the_doubt_are_doubted(capsys, error, doubted):
    study = Comparison("box.deck", ("w",), "DOP853", (case(RK44, 0.1, error), case(HEUN, 0.1, 1.0)), doubt=1e-9)
    assert bool(lines_of(capsys, study)) is doubted


def test_a_comparison_tells_each_warning_once_for_a_method(capsys):
    def warning(code, message):
        return Finding(0.5, "warning", code, message)

    drift, again, slow = (
        warning("drift", "the energy drifts"),
        warning("drift", "the energy drifts again"),
        warning("slow", "slow"),
    )
    cases = (case(RK44, 0.2, 1.0, drift, again), case(RK44, 0.1, 1.0, drift, slow), case(HEUN, 0.1, 1.0, drift))
    told = lines_of(capsys, Comparison("box.deck", ("w",), "reference", cases))
    assert told == [
        "warning[drift]: RK44 with steps of 0.2, 0.1 s: t = 0.5 s: the energy drifts",
        "warning[slow]: RK44 with steps of 0.1 s: t = 0.5 s: slow",
        "warning[drift]: HEUN with steps of 0.1 s: t = 0.5 s: the energy drifts",
    ]


def test_omitted_methods_are_told_with_their_steps(capsys):
    misfits = (Misfit(HEUN, (0.1, 0.2), "joints"), Misfit(RK44, (0.2,), "output"))
    study = Comparison("box.deck", ("w",), "reference", (case(RK44, 0.1, 1.0),), misfits)
    assert lines_of(capsys, study) == ["omitted: HEUN: joints", "omitted: RK44 with steps of 0.2 s: output"]


def test_a_fit_tells_residuals_and_what_is_poorly_determined(capsys):
    fitted = SimpleNamespace(
        rows=lambda: [["L", "1.3", "0.1", "1.1 to 1.5", "0.5 to 3"]],
        residual_rms={"theta": 0.012345, "phi": 2.0},
        hold_out_rms={"phi": 3.14159265},
        poorly_determined=[{"words": "L and c together"}],
        warnings=["few data"],
        status="complete",
        message="converged",
        iterations=1,
        runs=7,
        derivatives="tangents",
    )
    fit._say_fit(fitted, ["best.h5 is missing"], Path("FIT"))
    head, _, *told = capsys.readouterr().err.splitlines()
    assert [part.strip() for part in head.split("  ") if part] == list(HEADER)
    assert told == [
        "theta: residual 0.01235 rms",
        "phi: residual 2 rms, 3.142 held out",
        "warning: poorly determined: L and c together",
        "warning: few data",
        "warning: best.h5 is missing",
        "complete: converged; 1 iteration, 7 runs, derivatives by tangents",
        "FIT: fit.json, best.h5, best.deck, report.html",
    ]


@pytest.mark.parametrize(
    ("left_out", "more"), [(0, []), (3, ["3 more quantities were not plotted; name their sensors to plot them"])]
)
def test_what_was_not_plotted_is_told(capsys, left_out, more):
    plot._say_drawn([Path("a.png"), Path("b.png")], left_out)
    assert capsys.readouterr().err.splitlines() == ["a.png", "b.png", *more]


class Slopes:
    """A scalar with the derivative `value` by each parameter of `relatives`, and the given errors."""

    def __init__(self, text, relatives, errors):
        self.text, self.value, self.unit = text, 2.0, "m"
        self.gradient = dict.fromkeys(relatives, 0.5)
        self.errors, self._relatives = dict(zip(relatives, errors, strict=True)), relatives

    def relative(self, name):
        return self._relatives[name]


def shown(capsys, slopes, is_default):
    from rich.console import Console

    text = io.StringIO()
    sensitivity_command._show(slopes, is_default, Console(file=text, width=200))
    return [" ".join(line.split()) for line in text.getvalue().splitlines()]


def test_the_table_of_derivatives_has_the_largest_first_and_tells_how_many_are_not_shown(capsys, monkeypatch):
    monkeypatch.setattr(sensitivity_command, "MOST_LINES", 2)
    slopes = [Slopes('final("x")', {"a": 0.1, "b": -3.0, "c": math.nan, "d": 2.0}, [0.0, 0.1, 0.0, 0.5])]
    head = "scalar value by derivative error relative"
    assert shown(capsys, slopes, True) == [
        head,
        "final(x) 2 [m] b 0.5 0.1 -3",
        "final(x) 2 [m] a 0.5 0 0.1",
        "1 smaller derivatives are in the results; use --of SCALAR to choose",
    ]
    assert shown(capsys, slopes, False) == [
        head,
        "final(x) 2 [m] b 0.5 0.1 -3",
        "final(x) 2 [m] d 0.5 0.5 2",
        "final(x) 2 [m] a 0.5 0 0.1",
        "final(x) 2 [m] c 0.5 0 -",
    ]


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (SimpleNamespace(value=math.nan, message="it diverged", parameters={}), "start 3: it diverged"),
        (
            SimpleNamespace(value=-1.5, parameters={"L": 2.0, "c": 1 / 3}, status="complete", iterations=1),
            "start 3: -1.5, L = 2, c = 0.333333; complete after 1 iteration",
        ),
    ],
)
def test_the_end_of_a_search_is_told(end, words):
    assert words_of_end(3, end) == words


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (UsageError("name a file"), 2, "rbsolve: name a file\n"),
        (
            OSError(28, "No space left on device", "o.h5"),
            4,
            "rbsolve: cannot read or write o.h5: No space left on device\n",
        ),
        (OSError("the disk is gone"), 4, "rbsolve: the disk is gone\n"),
        (MemoryError(), 3, "rbsolve: there is not enough memory\n"),
        (ImportError("x.so: failed to map segment from shared object"), 3, "rbsolve: there is not enough memory\n"),
        (ImportError("a kernel needs numba", name="numba"), 2, "rbsolve: a kernel needs numba\n"),
        (
            ImportError("no scipy", name="scipy"),
            3,
            "rbsolve: internal error of rbsolve: ImportError: no scipy\n"
            "       please report it with the deck; set RBSOLVE_DEBUG=1 for a traceback\n",
        ),
        (
            KeyError("x"),
            3,
            "rbsolve: internal error of rbsolve: KeyError: 'x'\n"
            "       please report it with the deck; set RBSOLVE_DEBUG=1 for a traceback\n",
        ),
    ],
)
def test_an_error_has_its_exit_code_and_message(capsys, monkeypatch, error, code, words):
    monkeypatch.delenv("RBSOLVE_DEBUG", raising=False)
    assert _report(error) == code
    assert capsys.readouterr().err == words


def test_an_internal_error_is_raised_for_a_traceback_if_that_is_wanted(monkeypatch, capsys):
    monkeypatch.setenv("RBSOLVE_DEBUG", "1")
    with pytest.raises(KeyError, match="x"):
        _report(KeyError("x"))
    assert _report(UsageError("wrong")) == 2
    assert capsys.readouterr().err == "rbsolve: wrong\n"


def test_a_request_for_a_checkpoint_is_answered_once():
    before = signal.getsignal(signal.SIGUSR1)
    with Interrupts(print) as interrupts:
        assert interrupts.is_checkpoint_requested() is False
        signal.raise_signal(signal.SIGUSR1)
        assert (interrupts.is_requested(), interrupts.is_checkpoint_requested()) == (False, True)
        assert interrupts.is_checkpoint_requested() is False
    assert signal.getsignal(signal.SIGUSR1) is before


def test_interrupts_outside_the_main_thread_leave_the_handlers():
    from threading import Thread

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1)}
    found = []

    def work():
        with Interrupts(print) as interrupts:
            found.append((interrupts.is_requested(), {n: signal.getsignal(n) for n in before}))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert found == [(False, before)]


def test_a_search_that_is_interrupted_before_its_end_says_that_nothing_is_known(capsys):
    from rbsolve.cli.search import NOTHING_YET

    def interrupted(show, stop):
        assert stop() is False
        show("iteration 1")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        show_search(True, interrupted)
    assert capsys.readouterr().err == f"{NOTHING_YET}\n"
