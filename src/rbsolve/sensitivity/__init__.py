"""Derivatives of a run by design parameters.

`extrapolation.py` makes a derivative and its error of central differences, `differences.py` runs the deck for these, `writing.py` puts
them beside the run in a results file.
"""
