"""Decks: text to syntax tree (`syntax`), the table of blocks and keywords (`schema`), the checked deck (`description`).

`expressions` reads and evaluates the arithmetic inside items; `diagnostics.py` says what is wrong with a deck and where,
`render.py` shows it in a terminal.
"""
