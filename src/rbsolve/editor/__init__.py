"""Decks in an editor: the language server `rbsolve lsp`, and a Pygments lexer.

`deck.py` holds what is known of one deck, `pieces.py` reads it again after a small change, `workspace.py` knows which deck includes
which; `answers/` has a module for each question; `server.py` speaks the protocol.
"""
