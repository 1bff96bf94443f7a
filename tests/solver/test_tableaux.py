"""Coefficients of Runge-Kutta methods against the conditions that they must satisfy: a wrong digit breaks one."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from rbsolve.parser.schema.integrators import STAGES
from rbsolve.parser.schema.integrators import TABLEAUX as NAMES
from rbsolve.solver.integrators.quaternion_hamiltonian.tableaux import SPARK_TABLEAUX
from rbsolve.solver.integrators.tableaux import TABLEAUX


@cache
def rooted_trees(order):
    """All rooted trees with `order` vertices (Butcher); a tree is the sorted tuple of its subtrees."""
    if order == 1:
        return ((),)
    found = set()
    for size in range(1, order):
        for branch, rest in product(rooted_trees(size), rooted_trees(order - size)):
            found.add(tuple(sorted((*rest, branch))))
    return tuple(sorted(found))


def vertices(tree):
    return 1 + sum(vertices(branch) for branch in tree)


def density(tree):
    """gamma(t) of the order condition `sum_i b_i phi_i(t) = 1 / gamma(t)`."""
    return vertices(tree) * int(np.prod([density(branch) for branch in tree], dtype=int))


def order_residual(a, b, order):
    """Largest residual of all order conditions up to `order`."""

    def weight(tree):
        return np.prod([a @ weight(branch) for branch in tree], axis=0) if tree else np.ones(len(b))

    trees = [tree for n in range(1, order + 1) for tree in rooted_trees(n)]
    return max(abs(b @ weight(tree) - 1.0 / density(tree)) for tree in trees)


def test_there_are_as_many_rooted_trees_as_there_must_be():
    assert [len(rooted_trees(n)) for n in range(1, 9)] == [1, 1, 2, 4, 9, 20, 48, 115]


def test_the_deck_language_names_all_tableaux():
    assert set(NAMES) == set(TABLEAUX)
    assert {(name, s) for name, stages in STAGES.items() for s in stages} == set(SPARK_TABLEAUX)


@pytest.mark.parametrize("name", TABLEAUX)
def test_a_tableau_has_its_order_and_no_higher_one(name):
    tableau = TABLEAUX[name]
    assert order_residual(tableau.a, tableau.b, tableau.order) <= 1e-13
    assert order_residual(tableau.a, tableau.b, tableau.order + 1) > 1e-6


@pytest.mark.parametrize("name", [name for name, tableau in TABLEAUX.items() if len(tableau.error)])
def test_an_embedded_method_has_its_order(name):
    """It has the weights b - error."""
    tableau = TABLEAUX[name]
    assert order_residual(tableau.a, tableau.b - tableau.error, tableau.error_order) <= 1e-13
    assert order_residual(tableau.a, tableau.b - tableau.error, tableau.error_order + 1) > 1e-6
    if len(tableau.second_error):
        assert order_residual(tableau.a, tableau.b - tableau.second_error, 3) <= 1e-13


SPARK = pytest.mark.parametrize(("kind", "stages"), SPARK_TABLEAUX)
ROUNDING = 4e-16


@SPARK
def test_spark_quadratures_are_exact(kind, stages):
    """Seed 003, (A.8)-(A.12): the weights, and every row of every matrix, for monomials up to the ranges of the errata."""
    t, s = SPARK_TABLEAUX[kind, stages], stages
    # B, C, C-hat, B-tilde, C-tilde, C-bar. Errata: B(2s - 2) of Lobatto; C-tilde(s - 2) of Gauss means up to s - 1, and up to s it holds.
    ranges = (2 * s - 2, s, s - 2, 2 * s - 2, s - 2, s) if kind == "LOBATTO_IIIA_B" else (2 * s, s, s, 2 * s, s, s)
    one = np.ones(1)
    rules = [
        (t.b[None], t.c, one),
        (t.a, t.c, t.c),
        (t.a_hat, t.c, t.c),
        (t.b_tilde[None], t.c_tilde, one),
        (t.a_tilde, t.c_tilde, t.c),
        (t.a_bar, t.c, t.c_tilde),
    ]
    for (matrix, nodes, ends), highest in zip(rules, ranges, strict=True):
        assert matrix.shape == (len(ends), len(nodes))
        for k in range(1, highest + 1):
            np.testing.assert_allclose(matrix @ nodes ** (k - 1), ends**k / k, rtol=0, atol=ROUNDING)


@SPARK
def test_spark_constraints_hold_at_both_ends_of_a_step(kind, stages):
    """Seed 003, (A.2), (A.13), (A.15); the last multiplier does not enter the stages."""
    t = SPARK_TABLEAUX[kind, stages]
    np.testing.assert_allclose(t.a_bar[0], 0.0, atol=ROUNDING)
    np.testing.assert_allclose(t.a_bar[-1], t.b, rtol=0, atol=ROUNDING)
    np.testing.assert_allclose(t.a_tilde[:, 0], t.b_tilde[0], rtol=0, atol=ROUNDING)
    np.testing.assert_allclose(t.a_tilde[:, -1], 0.0, atol=ROUNDING)


@SPARK
def test_spark_methods_are_symplectic(kind, stages):
    """b_i a_hat_ij + b_j a_ji = b_i b_j, and b_i a_tilde_ij + b_tilde_j a_bar_ji = b_i b_tilde_j (errata, (A.11))."""
    t = SPARK_TABLEAUX[kind, stages]
    both = t.b[:, None] * t.a_hat + t.b[None] * t.a.T
    np.testing.assert_allclose(both, np.outer(t.b, t.b), rtol=0, atol=ROUNDING)
    mixed = t.b[:, None] * t.a_tilde + t.b_tilde[None] * t.a_bar.T
    np.testing.assert_allclose(mixed, np.outer(t.b, t.b_tilde), rtol=0, atol=ROUNDING)


@pytest.mark.parametrize("tableau", TABLEAUX.values(), ids=TABLEAUX)
def test_the_largest_decay_is_where_solutions_begin_to_grow(tableau):
    """Steps of y' = -y: the first size at which one is larger than before."""

    def grows(h):
        stages = np.zeros(tableau.stages)
        for i in range(tableau.stages):
            stages[i] = -(1.0 + h * tableau.a[i] @ stages)
        return abs(1.0 + h * tableau.b @ stages) > 1.0

    sizes = np.arange(0.001, 8.0, 0.001)
    first = next(h for h in sizes if grows(h))
    assert first - 0.001 <= tableau.largest_decay <= first
