"""Computes scalars of a run, such as `max(tip.x3) - 2*final(energy)`. Studies, sensitivities, fits and optimizations
use this small language.

`reading.py` reads a text by the grammar of expressions. `reductions.py` computes numbers from histories. `scalar.py`
computes the value, the unit and the gradient of a scalar from these numbers.
"""
