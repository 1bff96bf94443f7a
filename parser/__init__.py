"""Reads and checks decks. The package contains the table of all blocks and keywords (`schema`), the expansion of
repetitions and templates (`expansion`), the check of a deck (`description`), and the standard format (`formatting`).

`rbsolve.language` defines the text, the tree and the table records. `render.py` shows diagnostics in a terminal.
"""
