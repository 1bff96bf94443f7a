"""Decks in an editor: the language server `rbsolve lsp`, and a Pygments lexer.

`deck.py` holds what is known of one deck, `names.py` finds where its names stand, `pieces.py` reads it again after a small change,
`workspace.py` knows which deck includes which; `answers/` has a module for each question; `server.py` speaks the protocol.
`short_form.py` is `rbsolve format --shorten`.
"""
