"""The common parts of searches for parameters: `fit`, which explains measurements, and `optimize`.

`variables.py` defines the variables, `responses.py` has the responses of a deck and their derivatives, and `outputs.py`
writes the files in a folder.
"""
