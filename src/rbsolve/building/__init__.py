"""Builds decks in Python. The class `Deck` has a method for each kind of object, generated from the table of blocks.

`deck.pyi` declares the methods for editors and type checkers, and `python -m rbsolve.building.stub` writes this file.
`with_values.py` writes the values of parameters into the text of a deck.
"""
