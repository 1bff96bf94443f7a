"""Check derivatives of runs with respect to every numeric keyword against differences: `python -m
rbsolve.validation.keywords FILE`.
"""
