"""The couplings. A coupling is a constraint that does not position a body relative to its neighbour. Each kind is a
module with its rows and their exact derivatives.

`kind.py` defines a kind, `registry.py` lists the kinds, and `entries.py` compiles them for models that need them.
"""
