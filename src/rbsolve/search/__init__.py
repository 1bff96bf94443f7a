"""The common parts of the two searches for parameters, `fit` and `optimize`.

`variables.py` defines the variables. `responses.py` computes the responses of a deck and their derivatives.
`outputs.py` writes the files of a search into a folder.
"""
