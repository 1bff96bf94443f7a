"""Derivatives of a run by design parameters.

Tangents: `seeds.py` differentiates what an engine starts with, `carried.py` is the run on numbers that carry derivatives, `ending.py` is
for its end by an event. `placed.py` and `implicit.py` differentiate equilibria and prescribed motions, which have no steps. `rows.py`
differentiates sensors, `tangents.py` puts these together. Differences: `extrapolation.py` makes a derivative and its error of central
differences, `differences.py` runs the deck for these. `deriving.py` chooses, and writes beside the run in a results file.
"""
