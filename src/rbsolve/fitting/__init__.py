"""Fits a deck to measurements: finds the parameters that explain the measurements best, and their uncertainty.

`tables.py` reads data, and `matches.py` maps columns to sensors. `problem.py` computes residuals and their Jacobian,
and `solving.py` minimizes the residuals. `statistics.py` measures how well the data determine the parameters, and
`result.py` is the user's interface.
"""
