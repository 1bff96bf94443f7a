"""Shared libraries of kernels. The shared libraries are built from a single compilation and run without numba. rbsolve
rejects libraries that do not match the sources.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys

import pytest
from kernel_programs import SMALL

from rbsolve.solver.compiler import levels, library
from rbsolve.solver.compiler.entries import NoCompiler
from rbsolve.solver.compiler.library import Libraries, digest_of
from rbsolve.solver.compiler.stamps import PORTABLE, stamp_of_sources

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="a linker is needed: cc")
SOURCE = "int rbsolve_twice_0123(double *out, void **error, double *x) { *out = 2.0 * *x; return 0; }"
NAME = "twice-0123"


@pytest.fixture
def built(tmp_path, monkeypatch):
    """Return a folder with a library for this machine. `use()` makes this library the library of this installation, as
    in a new process.
    """
    folder = tmp_path / "package" / "built"
    folder.mkdir(parents=True)
    (tmp_path / "twice.c").write_text(SOURCE)
    subprocess.run(["cc", "-shared", "-o", folder / "some.so", tmp_path / "twice.c"], check=True)
    monkeypatch.setattr(library, "FOLDER", folder)
    monkeypatch.setattr(library, "PACKAGE", tmp_path / "package")
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    write(folder)
    library._find.cache_clear()
    yield folder
    monkeypatch.undo()
    library._find.cache_clear()


def write(folder, stamp=None, level=None, digest=None):
    level = levels.levels_here()[0] if level is None else level
    digest = digest_of((folder / "some.so").read_bytes()) if digest is None else digest
    stamp = stamp_of_sources() if stamp is None else stamp
    Libraries(stamp, {NAME: ["float"]}, {level: ["some.so", digest]}, {}).write(folder)


def test_an_entry_is_called_at_its_address(built):
    address, result = library.find(NAME)
    function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(address)
    x, out = ctypes.c_double(3.5), ctypes.c_double()
    assert function(ctypes.addressof(out), None, ctypes.addressof(x)) == 0
    assert (out.value, result) == (7.0, ("float",))
    assert library.has(NAME)
    assert not library.has("other-0123")
    assert library.find("other-0123") is None
    assert library.level_in_use() == (levels.levels_here()[0], 1)
    assert library.flaw() == ""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda folder: write(folder, stamp="of others"), "do not match its sources"),
        (lambda folder: write(folder, level="another"), "for another, not for this processor"),
        (lambda folder: (folder / "some.so").write_bytes(b"\x7fELF"), "is damaged"),
        (lambda folder: (folder / "some.so").chmod(0o666), "other users can write"),
        (lambda folder: folder.chmod(0o777), "other users can write"),
        (lambda folder: (folder / "manifest.json").chmod(0o646), "other users can write"),
        (lambda folder: (folder / "manifest.json").write_text("{"), "manifest.json is damaged"),
        (lambda folder: (folder / "manifest.json").write_text('{"format": 1}'), "manifest.json is damaged"),
        (lambda folder: (folder / "manifest.json").write_text('{"format": 99}'), "format of a different version"),
    ],
)
def test_what_does_not_fit_is_not_loaded_and_says_why(built, change, words):
    change(built)
    library._find.cache_clear()
    assert library.find(NAME) is None
    assert not library.has(NAME)
    assert library.level_in_use() is None
    assert words in library.flaw()


def test_what_cannot_be_loaded_says_why(built):
    (built / "some.so").write_bytes(b"no library at all")
    write(built)
    library._find.cache_clear()
    assert library.find(NAME) is None
    assert "some.so" in library.flaw()


def test_kernels_that_do_not_check_indices_are_not_used_where_these_are_to_be_checked(built, monkeypatch):
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert library.find(NAME) is None
    assert "NUMBA_BOUNDSCHECK" in library.flaw()


def test_an_installation_without_libraries_is_no_flaw(built):
    shutil.rmtree(built)
    assert library.find(NAME) is None
    assert library.flaw() == ""


BUILD = """
from pathlib import Path
from rbsolve.solver.compiler.build import build
for made in build(LEVELS, Path(OUTPUT)):
    print(made.level, made.kernels)
"""
WITHOUT = """
import sys
from pathlib import Path
from rbsolve.solver.compiler import cache, library
sys.modules["numba"] = sys.modules["llvmlite"] = None  # whoever imports them fails
cache.has_compiler = lambda: False
library.FOLDER, library.PACKAGE = Path(OUTPUT), Path(OUTPUT).parent
"""


def run(folder, program, **environment):
    script = folder / "program.py"
    script.write_text(program)
    everything = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "kept"), "NUMBA_BOUNDSCHECK": "0", **environment}
    return subprocess.run([sys.executable, script], env=everything, capture_output=True, text=True)


def test_one_compilation_gives_libraries_of_all_levels_which_run_without_numba(tmp_path):
    all_levels = [level.name for level in levels.levels_of(levels.architecture())]
    output = str(tmp_path / "built")
    told = f"OUTPUT, LEVELS = {output!r}, {all_levels}\n"
    made = run(tmp_path, told + SMALL.replace("import sys, numpy", "import sys, numpy") + BUILD, **{PORTABLE: "1"})
    assert made.stdout.splitlines() == ["9.0 True", *(f"{level} 1" for level in all_levels)], made.stderr
    [kept] = (tmp_path / "kept" / "rbsolve-kernels").glob("*/*")
    assert kept.name.endswith("-portable")
    assert run(tmp_path, told + WITHOUT + SMALL.replace('"numba" in sys.modules', "library.level_in_use()")).stdout == (
        f"9.0 {(levels.levels_here()[0], 1)}\n"
    )
    if shutil.which("nm"):
        for level in all_levels:
            asked = subprocess.run(
                ["nm", "-D", "--undefined-only", tmp_path / "built" / f"kernels-{level}.so"],
                capture_output=True,
                text=True,
                check=True,
            ).stdout.split()
            assert not [name for name in asked if name.startswith(("Py", "numba", "NRT", "part_of", "llvm", "_Z"))]
    manifest = json.loads((tmp_path / "built" / "manifest.json").read_text())
    assert set(manifest["files"]) == set(all_levels)


def test_a_kernel_that_is_in_no_library_says_what_to_install(tmp_path):
    told = f"OUTPUT = {str(tmp_path / 'none')!r}\n"
    failed = run(tmp_path, told + WITHOUT + SMALL)
    assert failed.returncode == 1
    assert failed.stderr.splitlines()[-1] == f"{NoCompiler.__module__}.NoCompiler: {NoCompiler('combined')}"
    assert "pip install 'rbsolve[compile]'" in failed.stderr
