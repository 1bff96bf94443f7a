"""Decks written by programs: `Deck` with a method for each kind of object, made from the table of blocks.

`deck.pyi` states the methods for editors and type checkers; `python -m rbsolve.building.stub` writes it. `with_values.py` writes
the values of parameters into the text of a deck.
"""
