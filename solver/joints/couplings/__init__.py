"""Couplings, which are constraints that carry no body. Each kind is one module with its rows and their exact
derivatives.

`kind.py` defines a kind, `registry.py` lists the kinds, and `entries.py` compiles them for models that need them.
"""
