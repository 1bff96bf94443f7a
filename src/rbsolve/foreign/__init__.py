"""Imports models of other programs. A reader for each format creates the parts defined in `model`, and `writing` writes
them as a deck.

`urdf`, `sdf` and `mjcf` are the readers. `proof` compares the deck with the original program of the format.
"""
