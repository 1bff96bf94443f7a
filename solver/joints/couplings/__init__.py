"""Couplings: constraints that carry no body, one module for each kind with its rows and their exact derivatives.

`kind.py` says what a kind is, `registry.py` lists them, `entries.py` makes machine code of them for the models that have any.
"""
