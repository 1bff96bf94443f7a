"""Scalars of a run, `max(tip.x3) - 2*final(energy)`: one small language for studies, sensitivities, fits and
optimizations.

`reading.py` reads a text by the grammar of expressions. `reductions.py` computes numbers from histories. `scalar.py`
computes the value, the unit and the gradient of a scalar from these numbers.
"""
