"""Derivatives of runs with respect to every numeric keyword, compared with differences: `python -m
rbsolve.validation.keywords FILE`."""
