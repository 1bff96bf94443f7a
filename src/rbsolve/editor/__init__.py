"""Decks in an editor: the language server `rbsolve lsp`, and a Pygments lexer.

`deck.py` contains the data of one deck, `names.py` finds its names, `pieces.py` reads it again after a small change,
and `workspace.py` finds the including decks. `answers/` has a module for each request; `server.py` implements the
protocol. `short_form.py` implements `rbsolve format --shorten`.
"""
