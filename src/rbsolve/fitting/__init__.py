"""Fitting a deck to measurements: which parameters explain them, and how sure that is.

`tables.py` reads data, `matches.py` says which sensor a column measures, `problem.py` makes residuals and their Jacobian,
`solving.py` minimizes them, `statistics.py` says how well parameters are determined, `result.py` is what a user gets.
"""
