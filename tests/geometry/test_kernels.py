"""The tuple functions have the same results in a kernel and in Python. Geometry loads no compiler."""

from __future__ import annotations

import subprocess
import sys

import numpy as np

from rbsolve.geometry import quaternion, se3, so3, vector
from rbsolve.solver.compiler.plain import PLAIN_MODULES
from rbsolve.solver.kernel import kernel, subroutine


@subroutine
def _everything(given):
    d = (given[0], given[1], given[2], given[3], given[4], given[5])
    v = (given[6], given[7], given[8], given[9], given[10], given[11])
    r, w = (d[3], d[4], d[5]), (v[0], v[1], v[2])
    x, q = se3.exp(d)
    y, p = se3.product(x, q, *se3.inverse(x, q))
    R = so3.exp(r)
    S = vector.matrix_product(
        vector.transpose_product(R, so3.tangent_inverse(r)), vector.product_transpose(R, so3.tangent_inverse(w))
    )
    a, b = se3.apply_tangent(d, v), se3.apply_tangent_inverse(d, v)
    c = vector.add(so3.apply_tangent_transpose(r, w), so3.apply_tangent_inverse_transpose(r, w))
    e = quaternion.product(q, quaternion.rate(p, vector.cross(r, quaternion.rotate_back(q, w))))
    f = vector.subtract(
        so3.log(R), quaternion.log(quaternion.product(quaternion.conjugate(q), quaternion.normalise(e)))
    )
    g = vector.matrix_vector(
        vector.inverse(S), vector.transpose_vector(vector.skew(w), vector.scale(vector.determinant(S), y))
    )
    h = quaternion.angular_velocity(quaternion.from_matrix(R), e)
    return a + b + c + e + f + g + h + se3.log(x, q) + (vector.dot(r, w), vector.norm(w))


@kernel
def _compute_all(given, found):
    numbers = _everything(given)
    for k in range(len(numbers)):
        found[k] = numbers[k]


def test_compiled_functions_agree_with_python() -> None:
    assert PLAIN_MODULES[:4] == [vector, quaternion, so3, se3]
    for size in (1e-3, 0.1, 1.0, 3.6):
        d = tuple(size * c for c in (0.2, -0.4, 0.7, 0.6, 0.48, -0.64))
        given = np.array([*d, 1.0, -2.0, 0.3, 0.9, 0.1, -0.5])
        plain = _everything(given)
        found = np.full(len(plain), np.nan)
        _compute_all(given, found)
        np.testing.assert_allclose(found, plain, rtol=1e-12, atol=1e-13)


def test_geometry_is_light_to_import() -> None:
    modules = "definitions frames motion_parameters observer resolve rotation_parameters se3 triads"
    imports = "; ".join(f"import rbsolve.geometry.{module}" for module in modules.split())
    heavy = "[m for m in ('numba', 'scipy', 'h5py', 'matplotlib') if m in sys.modules]"
    command = [sys.executable, "-c", f"{imports}; import sys; print({heavy})"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == "[]"
