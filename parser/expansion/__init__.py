"""Blocks written once and meant several times: the tree of a deck is expanded before it is described.

`repeat.py` writes out `@REPEAT {i, 1, 4} {...}`; `written.py` makes a deck of an expanded tree again.
"""
