"""Couplings: constraints that carry no body, one module for each kind with its rows and their exact derivatives.

`kind.py` defines a kind, `registry.py` lists them, `entries.py` compiles them for the models that need them.
"""
