"""Linearizes a model about a state. `linearize.py` computes the matrices, `modes.py` the eigenvalues, and `record.py`
defines the record of both.
"""
