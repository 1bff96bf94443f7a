"""Imports models of other programs. For each format, a reader creates the parts that `model` defines. `writing` writes
these parts as a deck.

`urdf`, `sdf` and `mjcf` are the readers. `proof` compares the deck with the original program of the format.
"""
