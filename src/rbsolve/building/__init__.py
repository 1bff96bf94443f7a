"""Decks written in Python: `Deck` with a method for each kind of object, made from the table of blocks.

`deck.pyi` states the methods for editors and type checkers; `python -m rbsolve.building.stub` writes it.
"""
