"""Answers requests of an editor about a deck, with a module for each kind of request.

Each module receives an `OpenDeck` and a place, and depends only on the records of the protocol. `context.py` reads the
text around the cursor of an incomplete deck. `wording.py` describes blocks, keywords and numbers in words.
"""
