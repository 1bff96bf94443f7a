"""Machine code on disk, its validity, its folder, and its use without the compiler."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import FunctionType

import numba
import pytest
from kernel_programs import SMALL, start
from numba.core import ir, typed_passes, untyped_passes

import rbsolve.solver
from rbsolve.geometry import so3
from rbsolve.language.expressions import program
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.compiler import cache, pipelines, progress, stamps, versions
from rbsolve.solver.compiler.identities import identity_of
from rbsolve.solver.compiler.machine_code import MachineCode
from rbsolve.solver.compiler.plain import PLAIN_MODULES
from rbsolve.solver.integrators.quaternion_hamiltonian.loop import advance
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.run.chunk_size import chunk_for

CODE = MachineCode("f", ["int", "float"], {"f": b"code of f", "g": b"of g"})
# These versions of numba have been tested. A smoke test of CI uses the oldest version, and this suite uses the newest
# version.
OLDEST, NEWEST = ((0, 60), (0, 68))


def test_first_runs_at_once_fill_one_folder_and_the_next_needs_no_compiler(tmp_path):
    waiting = SMALL.replace("print(", "print('ready', flush=True)\nsys.stdin.readline()\nprint(")
    together = [start(tmp_path, waiting) for _ in range(3)]
    assert [process.stdout.readline() for process in together] == ["ready\n"] * 3
    for process in together:
        process.stdin.write("\n")
        process.stdin.flush()
    found = {process.communicate()[0] for process in together}
    assert "9.0 True\n" in found
    # a process that was delayed may find the code that another process compiled
    assert found <= {"9.0 True\n", "9.0 False\n"}
    assert start(tmp_path).communicate()[0] == "9.0 False\n"
    [kept] = (tmp_path / "rbsolve-kernels").glob("*/*")
    assert start(tmp_path, NUMBA_BOUNDSCHECK="1").communicate()[0] == "9.0 True\n"  # code with checks is different code
    kept.write_bytes(kept.read_bytes()[:100])  # the content of a file after a write to a full disk
    assert start(tmp_path).communicate()[0] == "9.0 True\n"
    assert start(tmp_path).communicate()[0] == "9.0 False\n"


def test_kernels_compile_without_private_classes_too(tmp_path):
    without = "import numba.core.codegen\ndel numba.core.codegen.JITCodeLibrary\n"
    assert start(tmp_path, without + SMALL).communicate()[0] == "9.0 True\n"


def test_a_users_own_function_may_call_plain_ones():
    """A function that is compiled by numba's own decorator needs compiled callees. Kernels compile plain callees
    themselves.
    """
    import_module("rbsolve.solver.compiler.numba_side")

    def turned(x):
        return so3.exp((x, 0.2, 0.3))[1]

    assert numba.njit(turned)(0.1) == pytest.approx(turned(0.1), rel=1e-14)


def test_numba_tells_places_where_the_current_folder_is_gone(tmp_path, monkeypatch):
    """numba reports places during the compilation, for each index that is not constant."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pipelines.less_work():
        assert f'File "{__file__}", line 1' in ir.Loc(__file__, 1).strformat()


def test_the_version_of_numba_has_run():
    assert OLDEST <= tuple(map(int, version("numba").split(".")[:2])) <= NEWEST
    assert "pipeline_class" in pipelines.INNER  # the private classes of these versions are known


@pytest.mark.parametrize("package", ["numba", "llvmlite", "numpy", "h5py", "scipy", "pytest-asyncio"])
def test_versions_are_those_of_the_packages(package):
    assert versions.version_of(package) == version(package)


def test_the_version_of_a_package_without_a_folder_of_its_own_is_asked_for(monkeypatch):
    monkeypatch.setattr(versions, "_list_installed", dict)
    assert versions.version_of("numba") == version("numba")
    assert versions.version_of("no-such-package") == "?"


def test_of_several_packages_of_a_name_the_first_on_the_path_counts(monkeypatch, tmp_path):
    for place, number in (("first", "2.1+cpu"), ("second", "1.0")):
        (tmp_path / place / f"One_More-{number}.dist-info").mkdir(parents=True)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "missing"), str(tmp_path / "first"), str(tmp_path / "second")])
    monkeypatch.setattr(versions, "_list_installed", versions._list_installed.__wrapped__)
    assert versions.version_of("one-more") == "2.1+cpu"


def test_passes_that_are_left_out_are_passes_of_numba():
    known = {*vars(untyped_passes), *vars(typed_passes)}
    assert known >= pipelines.UNUSED


def forget_stamps() -> None:
    stamps.stamp.cache_clear()
    stamps.stamp_of_sources.cache_clear()


def test_machine_code_is_valid_for_every_source_that_it_contains(monkeypatch, tmp_path):
    assert Path(program.__file__) in stamps.sources()
    plain = {Path(module.__file__) for module in PLAIN_MODULES if module.__name__.startswith("rbsolve.")}
    assert plain - {*stamps.sources()} == set()
    names = {path.parent.name for path in stamps.sources()}
    assert {"geometry", "functions", "forces", "compiler", "joints", "munthe_kaas"} <= names
    before, of_sources = stamps.stamp(), stamps.stamp_of_sources()
    copy = tmp_path / "program.py"
    copy.write_text(Path(program.__file__).read_text().replace("SIN = 3", "SIN = 4"))
    listed = [copy if path == Path(program.__file__) else path for path in stamps.sources()]
    monkeypatch.setattr(stamps, "sources", lambda: listed)
    forget_stamps()
    assert stamps.stamp() != before
    assert stamps.stamp_of_sources() != of_sources
    forget_stamps()


@pytest.fixture(autouse=True)
def stamp_of_all_other_tests():
    """Return a stamp of the sources. It is computed before a test changes the sources, and stays the same afterwards.
    With another stamp, all following tests would compile everything again, or find code from older sources.
    """
    before = stamps.stamp()
    yield
    assert stamps.stamp() == before


@pytest.fixture
def nowhere_else(monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(cache, "_found_safe", {})
    cache.folders.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    cache.folders.cache_clear()


def test_where_the_package_cannot_be_written_the_user_keeps_it(nowhere_else, tmp_path):
    (tmp_path / "package").write_text("a file, below which no folder can be made")
    nowhere_else.setattr(cache, "_PACKAGE", tmp_path / "package")
    nowhere_else.setenv("HOME", str(tmp_path / "home"))
    assert cache.writable() == tmp_path / "home" / ".cache" / "rbsolve-kernels"


def test_without_a_home_a_folder_of_the_users_own_among_the_temporary_ones(nowhere_else, tmp_path):
    (tmp_path / "package").write_text("")
    nowhere_else.setattr(cache, "_PACKAGE", tmp_path / "package")
    nowhere_else.setenv("HOME", str(tmp_path / "package" / "nobody"))
    nowhere_else.setattr(cache.tempfile, "gettempdir", lambda: str(tmp_path))
    chosen = cache.writable()
    assert chosen is not None
    assert chosen.parent == tmp_path
    cache.write("something", CODE)
    assert cache.read("something") == CODE


def test_code_of_sources_that_are_no_more_goes_after_a_while(nowhere_else, tmp_path):
    nowhere_else.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    cache.folders.cache_clear()
    old, recent = tmp_path / "rbsolve-kernels" / "old", tmp_path / "rbsolve-kernels" / "recent"
    for folder in (old, recent):
        folder.mkdir(parents=True)
        (folder / "loop").write_text("code")
    os.utime(old, (0, 0))
    assert cache.writable() == tmp_path / "rbsolve-kernels"
    assert not old.exists()
    assert recent.exists()


DECK = """
@POINT_DEFINITION {{ @POINT_NAME {{P}} {{ @COORDINATES {{0, {size}, 1}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{{size}}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@RIGID_BODY_DEFINITION {{ {bodies} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@SPRING_DAMPER_DEFINITION {{ {springs} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} }} }}
@ANALYSIS_DEFINITION {{
  @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, {size}}} @TIME_STEP_SIZE {{0.5}} @TIME_INTEGRATOR_NAME {{i}} }}
}}
"""


def deck(size: int, springs: int) -> str:
    bodies = [
        f"@RIGID_BODY_NAME {{b{k}}} {{ @FRAME_NAME {{FXDFRAME_INERTIAL}} @MASS_PROPERTY_NAME {{m}} }}"
        for k in range(size)
    ]
    lines = [
        f"@SPRING_DAMPER_NAME {{s{k}}} {{ @CONNECTED_TO_BODIES {{GROUND, b0}} @POINT1_NAME {{P}} @POINT2_NAME {{P}} @STIFFNESS {{1}} }}"
        for k in range(springs)
    ]
    text = DECK.format(size=size, bodies=" ".join(bodies), springs=" ".join(lines))
    return text if springs else text.replace("@SPRING_DAMPER_DEFINITION {  }", "")


def compiled_by(text: str) -> list[str]:
    """Return the functions that the first step of a deck compiles in this process."""
    checked = check_deck(text.encode(), Options())
    assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
    happened: list[str] = []
    progress.listen(lambda done, of, what: happened.append(what))
    try:
        engine = make_engine(checked.compiled)
        engine.advance(chunk_for(checked.compiled, engine, 10), 1)
    finally:
        progress.listen(None)
    return happened


def test_numbers_and_sizes_compile_nothing_and_a_spring_its_own_entry_alone():
    compiled_by(deck(1, 0))
    assert compiled_by(deck(3, 0)) == []
    assert compiled_by(deck(2, 2)) in ([], ["springs"])
    assert compiled_by(deck(4, 1)) == []


EVENT = """
@SENSOR_DEFINITION { @SENSOR_NAME {s} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b0} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {height} { @MEASURE {s, 3} } }
@EVENT_DEFINITION { @EVENT_NAME {e} { @SIGNAL_NAME {height} @THRESHOLD {-1} } }
"""


@pytest.mark.parametrize("integrator", ["IMPLICIT_MIDPOINT", "GAUSS_LOBATTO"])
def test_an_event_compiles_no_other_loop_of_the_quaternion_based_integrators(integrator):
    text = deck(1, 0).replace("EXPLICIT_RUNGE_KUTTA", integrator)
    compiled_by(text)
    loops = set(advance.launch._ready)
    of_signals = {
        f"{what} {kind}" for what in ("signals of type", "states of", "memory of") for kind in ("POSITION", "MEASURE")
    }
    assert set(compiled_by(text + EVENT)) <= {"ends of steps", "signals", *of_signals}
    assert set(advance.launch._ready) == loops


def test_warm_up_says_what_it_compiles_and_where_that_is_kept(tmp_path):
    (tmp_path / "one.deck").write_text(deck(1, 0))
    command = [sys.executable, "-m", "rbsolve", "warm-up", str(tmp_path / "one.deck")]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    said = [subprocess.run(command, env=environment, capture_output=True, text=True) for _ in range(2)]
    assert [run.returncode for run in said] == [0, 0]
    assert "compiling 1 of 6: start of bodies" in said[0].stderr
    assert "compiling 6 of 6: the time loop" in said[0].stderr
    assert "nothing to compile" in said[1].stderr
    assert str(tmp_path / "kept") in said[1].stderr
    assert said[0].stdout == ""


def _subroutines():
    """Return all kernels and subroutines of the solver, and the plain functions that they may call."""
    for found in pkgutil.walk_packages(rbsolve.solver.__path__, "rbsolve.solver."):
        if found.name.split(".")[2] not in ("compiler", *stamps.PLAIN_PACKAGES):
            module = import_module(found.name)
            plain = module in PLAIN_MODULES
            for thing in vars(module).values():
                function = getattr(thing, "py_func", thing if plain and isinstance(thing, FunctionType) else None)
                if function is not None and function.__module__ == found.name:
                    yield function


def test_no_kernel_contains_anything_of_the_rooms_that_its_stamp_leaves_out():
    functions = list(_subroutines())
    assert len(functions) > 300
    for function in functions:
        for name in function.__code__.co_names:
            owner = getattr(function.__globals__.get(name), "__module__", None) or ""
            assert not owner.startswith(tuple(f"rbsolve.solver.{package}." for package in stamps.PLAIN_PACKAGES)), (
                function,
                name,
            )


def _around(inner):
    @subroutine
    def outer(x):
        return inner(x)

    return outer


def _double(x):
    return 2.0 * x


def _halve(x):
    return 0.5 * x


def test_what_is_made_with_what_is_made_with_something_else_is_another_entry():
    """The key of an entry contains the functions that it calls. The key must distinguish functions that differ only in
    functions that they call.
    """
    names = {identity_of(_around(_around(_around(inner))).py_func) for inner in (_double, _halve)}
    assert len(names) == 2
    assert _around(_around(_double)).name == _around(_around(_double)).name
