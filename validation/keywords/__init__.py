"""Derivatives of runs by every keyword that takes a number, against differences: `python -m rbsolve.validation.keywords FILE`."""
