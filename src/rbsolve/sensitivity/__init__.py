"""Derivatives of a run by design parameters.

Tangents: `seeds.py` differentiates what an engine starts with, `carried.py` is the run on numbers that carry derivatives, `rows.py`
differentiates sensors, `tangents.py` puts these together. Differences: `extrapolation.py` makes a derivative and its error of central
differences, `differences.py` runs the deck for these. `deriving.py` chooses, and writes beside the run in a results file.
"""
