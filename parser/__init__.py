"""Decks: the table of all blocks and keywords (`schema`), repetitions and templates (`expansion`), the checked deck
(`description`).

`rbsolve.language` has texts, trees and the records of the table. `render.py` shows diagnostics in a terminal.
"""
