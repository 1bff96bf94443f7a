"""Linearization of a model about a state: matrices (`linearize.py`), eigenvalues (`modes.py`), and the record of both
(`record.py`).
"""
