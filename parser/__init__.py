"""Decks. The package contains the table of all blocks and keywords (`schema`), and repetitions and templates
(`expansion`). It also contains the check of a deck (`description`), and the standard format (`formatting`).

`rbsolve.language` contains texts, trees and the records of the table. `render.py` shows diagnostics in a terminal.
"""
