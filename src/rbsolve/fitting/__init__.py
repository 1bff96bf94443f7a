"""Fitting a deck to measurements: which parameters explain them, and how sure that is.

`tables.py` reads data, `matches.py` maps columns to sensors, `problem.py` has residuals and their Jacobian, `solving.py` minimizes them,
`statistics.py` measures how well parameters are determined, `result.py` is the user's interface.
"""
