"""Supports decks in editors, by the language server `rbsolve lsp` and by a Pygments lexer.

`deck.py` contains the data of a deck, and `names.py` finds its names. `pieces.py` reads a deck again after a small
change, and `workspace.py` finds the deck that includes a file. `answers/` has a module for each request, and
`server.py` implements the protocol. `short_form.py` implements `rbsolve format --shorten`.
"""
