"""The picture of an optimization: the objective over the iterations."""

import pytest

from rbsolve.optimizing.pictures import draw


@pytest.mark.parametrize("way", ["minimize", "maximize"])
def test_the_objective_over_the_iterations(way):
    (axes,) = draw(f"{way} max(tip.x1) - 2", [3.0, 2.5, 2.25]).axes
    (line,) = axes.get_lines()
    assert line.get_xydata().tolist() == [[0.0, 3.0], [1.0, 2.5], [2.0, 2.25]]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("iteration", "max(tip.x1) - 2")
    assert axes.get_title(loc="left") == f"{way} max(tip.x1) - 2"
