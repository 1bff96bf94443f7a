"""The table of a linearization in Python and in notebooks, and the words for its modes."""

import numpy as np
import pytest

from rbsolve.solver.analyses.linearized.record import Linearization


def record(eigenvalues, shapes=None, rates=None, multiplicity=None, steady=True):
    """Return a linearization with the coordinates a and b<c."""
    m = len(eigenvalues)
    shapes = np.ones((m, 2)) if shapes is None else np.array(shapes, dtype=complex)
    return Linearization(
        time=1.5,
        coordinates=("a", "b<c"),
        units=("rad", "m"),
        bodies=("body",),
        mass=np.diag([1.0, 4.0]),
        damping=np.zeros((2, 2)),
        stiffness=np.zeros((2, 2)),
        motions=np.zeros((1, 6, 2)),
        eigenvalues=np.array(eigenvalues, dtype=complex),
        shapes=shapes,
        multiplicity=np.ones(m, int) if multiplicity is None else np.array(multiplicity),
        steady=steady,
        state_matrix=np.zeros((4, 4)),
        rates=("a", "b<c") if rates is None else rates,
        rows_by_rates=np.zeros((0, 2)),
        rows_by_coordinates=np.zeros((0, 2)),
    )


def test_the_table_of_modes():
    """The frequency is 8 / 2 pi = 1.27324 Hz, and the damping ratio 6 / 10. The masses 1 and 4 have the weights 1 and 2
    in a mode, and coordinates below 0.3 of the largest are left out.
    """
    found = record([-6 + 8j, -2, 0], shapes=[[1, 1], [1, 0.1], [0.5, 1]], multiplicity=[1, 1, 2])
    assert repr(found).split("\n") == [
        "<Linearization at t = 1.5 s: 2 coordinates, neutral>",
        "mode  frequency [Hz]  damping ratio  eigenvalue [1/s]  moves mostly",
        "1     1.27324         0.6            -6 +- 8i          b<c, a",
        "2     -               -              -2                a",
        "3     -               -              0, twice          b<c",
    ]


def test_the_table_in_a_notebook_escapes_names():
    html = record([-2], shapes=[[0.1, 1]])._repr_html_()
    assert html == (
        "<p>Linearization at t = 1.5 s: 2 coordinates, stable</p><table>"
        "<tr><td>mode</td><td>frequency [Hz]</td><td>damping ratio</td><td>eigenvalue [1/s]</td><td>moves mostly</td></tr>"
        "<tr><td>1</td><td>-</td><td>-</td><td>-2</td><td>b&lt;c</td></tr></table>"
    )


@pytest.mark.parametrize(("modes", "rows", "last"), [(30, 31, "30"), (31, 32, "..."), (40, 32, "...")])
def test_a_long_table_ends_with_the_number_of_other_modes(modes, rows, last):
    lines = repr(record([-float(k + 1) for k in range(modes)])).split("\n")[1:]
    assert len(lines) == rows
    assert lines[-1].split()[0] == last
    assert lines[-1].endswith(f"{modes - 30} more" if modes > 30 else "b<c, a")


@pytest.mark.parametrize(
    ("rates", "size"),
    [
        (("a", "b<c"), "2 coordinates"),
        (("a",), "2 coordinates, 1 independent rate"),
        ((), "2 coordinates, 0 independent rates"),
    ],
)
def test_the_size_has_the_rates_of_rolling_bodies(rates, size):
    assert record([0], rates=rates).size == size


@pytest.mark.parametrize(
    ("eigenvalues", "steady", "stability"),
    [
        ([-1, 2], True, "unstable"),
        ([-1, -2 + 1j], True, "stable"),
        ([-1, 0], True, "neutral"),
        ([-1, 2], False, "undetermined"),
        ([0, 1j], False, "neutral"),
    ],
)
def test_stability(eigenvalues, steady, stability):
    assert record(eigenvalues, steady=steady).stability == stability
