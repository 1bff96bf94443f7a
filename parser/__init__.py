"""Decks: the table of all blocks and keywords (`schema`), repetitions and templates (`expansion`), the checked deck (`description`).

Texts, trees and the records that a table consists of are in `rbsolve.language`. `render.py` shows diagnostics in a terminal.
"""
