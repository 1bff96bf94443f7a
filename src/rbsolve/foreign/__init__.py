"""Models of other programs: one reader for each format into the parts of `model`, and `writing` makes a deck of them.

`urdf`, `sdf` and `mjcf` read; `proof` compares the deck with the program that the format belongs to.
"""
