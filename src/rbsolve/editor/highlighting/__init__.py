"""Colours for decks outside of the language server: a Pygments lexer (`lexer.py`) and a TextMate grammar (`grammar.py`), with the
words of both from the table of blocks (`words.py`).
"""
