"""The common parts of searches for parameters: `fit`, which explains measurements, and `optimize`.

`variables.py` says what may change, `responses.py` what a deck answers and its derivatives, `outputs.py` what is left in a folder.
"""
