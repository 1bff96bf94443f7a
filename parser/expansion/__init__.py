"""Blocks written once and meant several times: the tree of a deck is expanded before it is described.

`expand.py` writes out `@REPEAT {i, 1, 4} {...}` (`repeat.py`) and the instances of templates (`templates.py`), with values put into
items by `substitution.py`; `written.py` makes a deck of an expanded tree again.
"""
