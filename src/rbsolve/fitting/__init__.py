"""Fits a deck to measurements, by finding the parameters that explain the measurements best, and the uncertainty of
these parameters.

`tables.py` reads data, and `matches.py` maps columns to sensors. `problem.py` computes residuals and their Jacobian,
and `solving.py` minimizes the residuals. `statistics.py` measures how well parameters are determined, and `result.py`
is the user's interface.
"""
