"""Definitions of the deck language. The record of each element uses them to describe its syntax. `syntax` converts a
text to a tree (by `grammars`), and `expressions` reads the arithmetic inside items. `table.py` defines the records of
blocks and keywords, and `joints` the kinds of joints. `described.py` defines an object of a checked deck, and
`recall.py` caches functions of such objects. `options.py` contains the settings of a command or a script for a deck.
`diagnostics.py` describes errors in a deck, with their places.
"""
