"""Packages import only packages below them, and only one package imports the compiler."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest
from statements import statements

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "language": "rbsolve.language",
    "parser": "rbsolve.parser",
    "geometry": "rbsolve.geometry",
    "solver": "rbsolve.solver",
    "validation": "rbsolve.validation",
    "src/rbsolve": "rbsolve",
}

# From the lowest package to the highest. Packages of one line do not import each other.
ORDER = (
    ("language",),
    ("geometry",),
    ("solver.compiler",),
    ("solver.kernel",),
    ("solver.model",),
    ("solver.methods",),
    ("solver.newton",),
    ("solver.functions",),
    ("solver.joints",),
    ("solver.contacts",),
    ("solver.links",),
    ("solver.signals",),
    ("solver.forces",),
    ("parser",),
    ("solver.formulations",),
    ("solver.linear_algebra",),
    ("solver.trees",),
    ("solver.integrators",),
    ("solver.assembly",),
    ("solver.analyses",),
    ("solver.sensors",),
    ("solver.run",),
    ("pipeline",),
)


def imports():
    """Return pairs (module, imported module) of all modules, including imports in functions and for type checkers.
    `rbsolve` itself is omitted, because it re-exports names of the modules.
    """
    found, modules = set(), set()
    for folder, package in PACKAGES.items():
        for path in (ROOT / folder).rglob("*.py"):
            inside = path.relative_to(ROOT / folder)
            if folder == "src/rbsolve" and inside.parts[0] in PACKAGES:
                continue  # symbolic links to the other folders
            module = ".".join((package, *inside.with_suffix("").parts)).removesuffix(".__init__")
            modules.add(module)
            if module == "rbsolve":
                continue
            for node in statements(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                    found.update((module, f"{node.module}.{alias.name}") for alias in node.names)
                elif isinstance(node, ast.Import):
                    found.update((module, alias.name) for alias in node.names)
    return sorted(
        (module, name if name in modules or "." not in name else _home(name, modules)) for module, name in found
    )


def _home(name, modules):
    """Return the module that contains a name, such as `rbsolve.geometry.vector` for `rbsolve.geometry.vector.add`. The
    name of a module is returned unchanged.
    """
    package = name.rpartition(".")[0]
    return package if package in modules else name


IMPORTS = imports()


def package_of(module):
    """Return the package of a module, or None if the module is not in the order."""
    for line in ORDER:
        for name in line:
            if module == f"rbsolve.{name}" or module.startswith(f"rbsolve.{name}."):
                return name
    return None


FLOOR = {name: floor for floor, line in enumerate(ORDER) for name in line}


def test_every_package_of_the_solver_has_its_place():
    packages = {
        path.stem for path in (ROOT / "solver").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    placed = {name.removeprefix("solver.") for name in FLOOR if name.startswith("solver.")}
    assert packages - placed == {"__init__"}


def test_no_arrow_runs_back():
    back = []
    for module, imported in IMPORTS:
        here, there = package_of(module), package_of(imported)
        if here and there and here != there and FLOOR[there] >= FLOOR[here]:
            back.append(f"{module} imports {imported}")
    assert not back


@pytest.mark.parametrize("compiler", ["numba", "llvmlite"])
def test_one_room_knows_the_compiler(compiler):
    users = {module for module, imported in IMPORTS if imported.split(".")[0] == compiler}
    assert users
    assert all(module.startswith("rbsolve.solver.compiler.") for module in users), users


def test_rooms_of_the_program_form_no_circle():
    """The packages around the solver and the language, such as pipeline, results, scene, studies and cli, have no
    circular imports. `ORDER` covers the other packages.
    """
    below = defaultdict(set)
    for module, imported in IMPORTS:
        here, there = (name.split(".")[1] if name.startswith("rbsolve.") else None for name in (module, imported))
        if here and there and here != there and not {here, there} & PACKAGES.keys():
            below[here].add(there)
    assert {"cli", "runs", "results"} <= below.keys()
    TopologicalSorter(below).prepare()  # CycleError names the cycle


def test_files_form_no_circle():
    modules = {module for module, _ in IMPORTS}
    below = defaultdict(set)
    for module, imported in IMPORTS:
        if imported in modules and imported != module:
            below[module].add(imported)
    TopologicalSorter(below).prepare()  # CycleError names the cycle


def test_scripts_of_the_page_form_no_circle():
    below = {
        path: {(path.parent / name).resolve() for name in re.findall(r'(?:from|import) "(\.[^"]+)"', path.read_text())}
        for path in (ROOT / "page").glob("*/*.js")
    }
    assert ROOT / "page" / "shared" / "dom.js" in set().union(*below.values())
    TopologicalSorter(below).prepare()  # CycleError names the cycle


def test_no_module_takes_names_from_the_root():
    """`rbsolve` has names of most packages, so an import from it may hide a circular import. The validation book is an
    exception, because it solves decks as users do.
    """
    assert not [
        module for module, imported in IMPORTS if imported == "rbsolve" and not module.startswith("rbsolve.validation.")
    ]


def test_the_solver_knows_nothing_of_files_and_commands():
    above = {
        imported
        for module, imported in IMPORTS
        if module.startswith(("rbsolve.solver", "rbsolve.language", "rbsolve.parser", "rbsolve.geometry"))
    }
    outside = {name for name in above if name.startswith("rbsolve.") and name.split(".")[1] not in PACKAGES}
    assert not outside


def test_the_order_is_that_of_the_documents():
    """ARCHITECTURE.md names the packages of the solver in this order."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    line = next(line for line in text.splitlines() if line.startswith("A test checks that imports go one way"))
    names = [name for line in ORDER for name in line if name.startswith("solver.")]
    places = [line.index(f"`{name.removeprefix('solver.')}`") for name in names]
    assert all(one < other for one, other in pairwise(places))
