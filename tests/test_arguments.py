"""Functions take at most eight arguments; more than that is a record that has no name yet."""

import ast
import os
from pathlib import Path

ROOT = Path(__file__).parents[1] / "src" / "rbsolve"
MOST = 8
API = {
    ("api.py", "solve"),
    ("api.py", "solve_many"),
    ("fitting/fit.py", "fit"),
    ("studies/study.py", "submit"),
}
"""Faces for Python users, whose arguments have names there, most of them by keyword only."""
KERNELS = {
    ("solver/linear_algebra/dense.py", "subtract_product"),
    ("solver/linear_algebra/dense.py", "factorize_dependent"),
    ("solver/functions/expression_kernel.py", "run"),
    ("solver/functions/expression_kernel.py", "smooth_step"),
    ("solver/functions/carried.py", "_displace"),
    ("solver/analyses/prescribed_motions/mechanism.py", "follow"),
    ("solver/forces/contact/rows.py", "contact_rows"),
    ("solver/forces/contact/rows.py", "sticking_rows"),
    ("solver/forces/contact/duration.py", "_limit_to_rubbing"),
    ("solver/forces/contact/duration.py", "limit_step"),
    ("solver/integrators/quaternion_hamiltonian/spark.py", "_add_stage_row"),
    ("solver/integrators/quaternion_hamiltonian/spark.py", "_assemble_stage"),
    ("solver/integrators/quaternion_hamiltonian/spark.py", "_drive_stage"),
    ("solver/integrators/quaternion_hamiltonian/output.py", "_write_multipliers"),
}
"""Subroutines of kernels, given numbers and places in arrays one by one."""
OTHERS = {
    ("runs/run.py", "run_model"),
    ("solver/run.py", "integrate"),
    ("solver/integrators/chunk.py", "empty_chunk"),
}
"""Those that are still to get a record."""


def of_file(path):
    name = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
            if len([one for one in names if one not in ("self", "cls")]) > MOST:
                yield name, node.name


def test_functions_take_at_most_eight_arguments():
    walked = os.walk(ROOT, followlinks=True)
    paths = [Path(folder) / name for folder, _, names in walked for name in names if name.endswith(".py")]
    found = {one for path in paths for one in of_file(path)}
    assert found == API | KERNELS | OTHERS
