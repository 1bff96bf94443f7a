"""Defines the Runge-Kutta tableaux. `tests/solver/integrators/test_tableaux.py` proves the order of each tableau."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from rbsolve.solver.model.flat import Floats


@dataclass(frozen=True)
class Tableau:
    """An explicit Runge-Kutta method.

    `a` (s, s) is strictly lower triangular, and the nodes are its row sums. `error` (s,) contains the weights of the
    embedded error estimate, of order `error_order`. `second_error` contains the weights of the third-order estimate in
    DOP853. Both arrays are empty in a method without an estimate.

    Without `exponentials`, a configuration advances by a single exponential (Munthe-Kaas). The rate of its argument is
    the inverse tangent operator T^-1 times the velocity. With `exponentials`, the exponentials in `exponentials[i]` are
    applied to the start in turn. The result is the configuration of stage i. Each exponential has a sum of slopes with
    weights (s,) as its argument. The last item, which follows the items of the stages, gives the end of the step. The
    sums of these weights over the exponentials are `a` and `b`.
    """

    name: str
    order: int
    a: Floats
    b: Floats
    error: Floats = field(default_factory=lambda: np.zeros(0))
    second_error: Floats = field(default_factory=lambda: np.zeros(0))
    error_order: int = 0
    exponentials: tuple[Floats, ...] = ()  # s + 1 arrays (number of exponentials, s)

    def __post_init__(self) -> None:
        s = len(self.b)
        if self.a.shape != (s, s) or np.any(np.triu(self.a)):
            raise ValueError(f"{self.name}: a must be strictly lower triangular, {s} by {s}")
        sums = [rows.sum(axis=0) for rows in self.exponentials]
        if sums and not np.allclose(sums, [*self.a, self.b], rtol=0.0, atol=1e-15):
            raise ValueError(f"{self.name}: the weights of the exponentials must add up to a and b")

    @property
    def stages(self) -> int:
        """Return the number of stages."""
        return len(self.b)

    @property
    def c(self) -> Floats:
        """Return the nodes (s,)."""
        return np.asarray(self.a.sum(axis=1))

    @cached_property
    def largest_decay(self) -> float:
        """Return the largest `h rate` at which solutions of `y' = -rate y` do not grow. It is the end of the interval
        of stability on the real axis.
        """
        powers = [np.ones(self.stages)]
        for _ in range(self.stages - 1):
            powers.append(self.a @ powers[-1])
        # factor by which a step multiplies a solution, a polynomial in -h rate
        growth = np.array([1.0, *(self.b @ power for power in powers)])
        growth[1::2] *= -1.0
        ends = [np.polynomial.Polynomial([growth[0] - bound, *growth[1:]]).roots() for bound in (1.0, -1.0)]
        return float(min(end.real for end in np.concatenate(ends) if end.real > 1e-6 and abs(end.imag) < 1e-6))

    @property
    def first_same_as_last(self) -> bool:
        """Return whether the last stage equals the first stage of the next step."""
        return bool(np.array_equal(self.a[-1], self.b))


def _square(rows: Sequence[Sequence[float]]) -> Floats:
    a = np.zeros((len(rows), len(rows)))
    for i, row in enumerate(rows):
        a[i, : len(row)] = row
    return a


EULER = Tableau("EULER", 1, _square([[]]), np.ones(1))
HEUN = Tableau("HEUN", 2, _square([[], [1]]), np.array([0.5, 0.5]))
RK33 = Tableau("RK33", 3, _square([[], [1 / 2], [-1, 2]]), np.array([1, 4, 1]) / 6)  # Kutta 1901
RK44 = Tableau("RK44", 4, _square([[], [1 / 2], [0, 1 / 2], [0, 0, 1]]), np.array([1, 2, 2, 1]) / 6)  # Kutta 1901
RK67 = Tableau(  # Butcher 1964
    "RK67",
    6,
    _square(
        [
            [],
            [1 / 3],
            [0, 2 / 3],
            [1 / 12, 1 / 3, -1 / 12],
            [-1 / 16, 9 / 8, -3 / 16, -3 / 8],
            [0, 9 / 8, -3 / 8, -3 / 4, 1 / 2],
            [9 / 44, -9 / 11, 63 / 44, 18 / 11, 0, -16 / 11],
        ]
    ),
    np.array([11 / 120, 0, 27 / 40, 27 / 40, -4 / 15, -4 / 15, 11 / 120]),
)
ODE23 = Tableau(  # Bogacki and Shampine 1989
    "ODE23",
    3,
    _square([[], [1 / 2], [0, 3 / 4], [2 / 9, 1 / 3, 4 / 9]]),
    np.array([2 / 9, 1 / 3, 4 / 9, 0]),
    error=np.array([2 / 9 - 7 / 24, 1 / 3 - 1 / 4, 4 / 9 - 1 / 3, -1 / 8]),
    error_order=2,
)
DOPRI5 = Tableau(  # Dormand and Prince 1980
    "DOPRI5",
    5,
    _square(
        [
            [],
            [1 / 5],
            [3 / 40, 9 / 40],
            [44 / 45, -56 / 15, 32 / 9],
            [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
            [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
            [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
        ]
    ),
    np.array([35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0]),
    error=np.array([71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40]),
    error_order=4,
)
_DOP853_A = _square(
    [
        [],
        [0.05260015195876773],
        [0.0197250569845379, 0.0591751709536137],
        [0.02958758547680685, 0.0, 0.08876275643042054],
        [0.2413651341592667, 0.0, -0.8845494793282861, 0.924834003261792],
        [0.037037037037037035, 0.0, 0.0, 0.17082860872947386, 0.12546768756682242],
        [0.037109375, 0.0, 0.0, 0.17025221101954405, 0.06021653898045596, -0.017578125],
        [
            0.03709200011850479,
            0.0,
            0.0,
            0.17038392571223998,
            0.10726203044637328,
            -0.015319437748624402,
            0.008273789163814023,
        ],
        [
            0.6241109587160757,
            0.0,
            0.0,
            -3.3608926294469414,
            -0.868219346841726,
            27.59209969944671,
            20.154067550477894,
            -43.48988418106996,
        ],
        [
            0.47766253643826434,
            0.0,
            0.0,
            -2.4881146199716677,
            -0.590290826836843,
            21.230051448181193,
            15.279233632882423,
            -33.28821096898486,
            -0.020331201708508627,
        ],
        [
            -0.9371424300859873,
            0.0,
            0.0,
            5.186372428844064,
            1.0914373489967295,
            -8.149787010746927,
            -18.52006565999696,
            22.739487099350505,
            2.4936055526796523,
            -3.0467644718982196,
        ],
        [
            2.273310147516538,
            0.0,
            0.0,
            -10.53449546673725,
            -2.0008720582248625,
            -17.9589318631188,
            27.94888452941996,
            -2.8589982771350235,
            -8.87285693353063,
            12.360567175794303,
            0.6433927460157636,
        ],
    ]
)
DOP853 = Tableau(  # Hairer, Norsett and Wanner 1993
    "DOP853",
    8,
    _DOP853_A,
    np.array(
        [
            0.054293734116568765,
            0.0,
            0.0,
            0.0,
            0.0,
            4.450312892752409,
            1.8915178993145003,
            -5.801203960010585,
            0.3111643669578199,
            -0.1521609496625161,
            0.20136540080403034,
            0.04471061572777259,
        ]
    ),
    error=np.array(
        [
            0.01312004499419488,
            0.0,
            0.0,
            0.0,
            0.0,
            -1.2251564463762044,
            -0.4957589496572502,
            1.6643771824549864,
            -0.35032884874997366,
            0.3341791187130175,
            0.08192320648511571,
            -0.022355307863886294,
        ]
    ),
    second_error=np.array(
        [
            -0.18980075407240762,
            0.0,
            0.0,
            0.0,
            0.0,
            4.450312892752409,
            1.8915178993145003,
            -5.801203960010585,
            -0.4226823213237919,
            -0.1521609496625161,
            0.20136540080403034,
            0.02265179219836082,
        ]
    ),
    error_order=5,
)


def crouch_grossman(name: str, order: int, a: Floats, b: Floats) -> Tableau:
    """Return a method with one exponential for each slope, in the order of the slopes (Crouch and Grossman 1993)."""
    return Tableau(name, order, a, b, exponentials=tuple(np.diag(row)[: max(i, 1)] for i, row in enumerate([*a, b])))


def commutator_free(name: str, order: int, stages: Sequence[Sequence[Sequence[float]]]) -> Tableau:
    """Return a method from the weights of its exponentials (Celledoni, Marthinsen and Owren 2003). `stages` lists them
    for each stage after the first, and for the step.
    """
    s = len(stages)
    exponentials = (np.zeros((1, s)), *(np.array([[*row, *[0.0] * (s - len(row))] for row in rows]) for rows in stages))
    sums = [rows.sum(axis=0) for rows in exponentials]
    return Tableau(name, order, np.array(sums[:-1]), sums[-1], exponentials=exponentials)


CG3 = crouch_grossman(  # Crouch and Grossman 1993
    "CG3", 3, _square([[], [3 / 4], [119 / 216, 17 / 108]]), np.array([13 / 51, -2 / 3, 24 / 17])
)
CG4 = crouch_grossman(  # Jackiewicz, Marthinsen and Owren 2000
    "CG4",
    4,
    _square(
        [
            [],
            [0.8177227988124852],
            [0.3199876375476427, 0.0659864263556022],
            [0.9214417194464946, 0.4997857776773573, -1.0969984448371582],
            [0.3552358559023322, 0.2390958372307326, 1.3918565724203246, -1.1092979392113465],
        ]
    ),
    np.array([0.1370831520630755, -0.0183698531564020, 0.7397813985370780, -0.1907142565505889, 0.3322195591068374]),
)
CF3 = commutator_free("CF3", 3, [[[1 / 3]], [[0, 2 / 3]], [[1 / 3], [-1 / 12, 0, 3 / 4]]])
CF4 = commutator_free(
    "CF4",
    4,
    [
        [[1 / 2]],
        [[0, 1 / 2]],
        [[1 / 2], [-1 / 2, 0, 1]],
        [[1 / 4, 1 / 6, 1 / 6, -1 / 12], [-1 / 12, 1 / 6, 1 / 6, 1 / 4]],
    ],
)

TABLEAUX = {
    tableau.name: tableau for tableau in (EULER, HEUN, RK33, RK44, RK67, ODE23, DOPRI5, DOP853, CG3, CG4, CF3, CF4)
}
