"""Decks in an editor: what a language server says and does about them.

`deck.py` holds what is known of one deck; a module each for hover, completion, names, outline, colours, fixes and values asks it;
`server.py` speaks the protocol (`rbsolve lsp`).
"""
