"""Decks written by programs: the class `Deck` has a method for each kind of object, generated from the table of blocks.

`deck.pyi` declares the methods for editors and type checkers; `python -m rbsolve.building.stub` writes it.
`with_values.py` writes the values of parameters into the text of a deck.
"""
