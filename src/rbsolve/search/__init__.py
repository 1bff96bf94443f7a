"""The common parts of searches for parameters: `fit`, which explains measurements, and `optimize`.

`variables.py` defines the variables, `responses.py` the responses of a deck and their derivatives, `outputs.py` the
files in a folder.
"""
