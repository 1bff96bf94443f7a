"""Models of other programs: one reader for each format creates the parts of `model`, and `writing` writes them as a deck.

`urdf`, `sdf` and `mjcf` read; `proof` compares the deck with the program that the format belongs to.
"""
