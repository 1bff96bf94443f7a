"""Fits a deck to measurements: the parameters that explain them best, and their uncertainty.

`tables.py` reads data, `matches.py` maps columns to sensors, `problem.py` has residuals and their Jacobian,
`solving.py` minimizes them, `statistics.py` measures how well parameters are determined, `result.py` is the user's
interface.
"""
